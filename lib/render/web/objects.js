// SPDX-License-Identifier: GPL-2.0-or-later
// The objects of data, in the place of the table, beside the source. A list of them,
// of the whole program or of the line or function that is chosen; one object with the map of its
// bytes and the lines that miss on it. Only pages of profiles with data objects have this script.
//
// Element "objects" (lib/render/page_objects.cpp writes it), a function as in the element "data":
//   {columns, line, word, notes, struct, names, cuts, objects, left_out, cells}
//   columns   the names of events, in the order of "counts..."
//   line      bytes of a line of the first-level cache; word: bytes of a field
//   notes     [[name, number]...] of the tool
//   struct    null, or {name, size} of --struct
//   names     of functions and files that are not in "functions" and "files": those are given as
//             -1 - their index here
//   cuts      for each of "objects", and then for each of "names": what goes first of the name
//             (cut.js), or 0 if nothing does
//   objects   [[kind, name, blocks, live, smallest, largest, period, place, fields, members,
//             counts...]...], the largest first. place: -1, or [[function, file, line]...], the
//             innermost first. fields: [offset, loaded, touched, missed, offset, ...].
//             members: null, or of the struct [[offset, size, name, type, first word, words, loaded,
//             touched, missed]...]
//   left_out  [objects, counts...]: the sum of those that are not listed
//   cells     [[object, function, file, line, counts...]...]
const OBJECT = { kind: 0, name: 1, blocks: 2, live: 3, smallest: 4, largest: 5, period: 6, place: 7, fields: 8, members: 9, counts: 10 };
const CELL = { object: 0, fn: 1, file: 2, line: 3, counts: 4 };
const MEMBER = { offset: 0, size: 1, name: 2, type: 3, first: 4, words: 5, loaded: 6, touched: 7, missed: 8 };
const MAX_OBJECTS = 500;    // rows of the list
const NARROW_LIST = 480;    // pixels: less has room for two columns besides the names
const MAX_OBJECT_LINES = 200;
const MAX_MAP = 512;        // boxes of a map: of a larger period each has several words
const MAX_NAMED = 4;        // functions in an object's name
const MAX_FUNCTION = 32;    // letters of each
const SELDOM = 1 / 3;       // of the loaded bytes touched

const objectsPane = {
  sort: "misses",
  setUp() {
    this.button = document.getElementById("show-objects");
    this.pane = document.getElementById("objects-pane");
    this.place = document.getElementById("objects");
    this.button.addEventListener("click", () => state.object === "" ? this.open() : go({ object: "", of: "" }));
    document.getElementById("hide-objects").addEventListener("click", () => go({ object: "", of: "" }));
    onChange(["code"], () => { if (state.code !== "" && state.object !== "") go({ object: "", of: "" }, false); });
    onChange(["object"], () => this.show());
    onChange(["of", "short"], () => this.draw());
  },

  // Parsed when objects are shown first.
  load() {
    if (this.objects) return;
    Object.assign(this, JSON.parse(document.getElementById("objects-data").textContent));
    [...this.objects.map(object => object[OBJECT.name]), ...this.names].forEach((name, i) => addCuts(name, this.cuts[i]));
    const sumOfColumns = (...names) => {
      const at = names.map(name => this.columns.indexOf(name)).filter(i => i >= 0);
      return at.length ? counts => at.reduce((sum, i) => sum + Number(counts[i]), 0) : null;
    };
    this.misses = sumOfColumns("D1mr", "D1mw") ?? sumOfColumns(...this.columns.slice(0, 1));
    this.memory = sumOfColumns("DLmr", "DLmw");
    const lines = sumOfColumns("Lines1");
    this.loaded = lines && this.columns.includes("SpLoss1") && this.line ? counts => lines(counts) * this.line : null;
    this.unused = sumOfColumns("SpLoss1");
    this.all = this.columns.map((_, i) => this.objects.reduce((sum, object) => sum + Number(object[OBJECT.counts + i]), 0) + Number(this.left_out[1 + i] ?? 0));
  },

  open() { go({ object: "all", code: "", of: "" }); },

  show() {
    const isShown = state.object !== "";
    this.pane.hidden = !isShown;
    document.getElementById("table-pane").hidden = isShown || state.code !== "";
    this.button.setAttribute("aria-pressed", String(isShown));
    if (isShown) {
      this.draw();
      this.place.scrollTo(0, 0);
    } else {
      functionTable.resized();
    }
    source.resized();
  },

  resized() { if (this.place && this.place.clientWidth !== this.drawnWidth) this.draw(); },

  draw() {
    if (state.object === "") return;
    this.load();
    this.drawnWidth = this.place.clientWidth;
    const object = this.objects[state.object];
    this.place.replaceChildren(...object ? this.oneObject(Number(state.object)) : this.list());
  },

  // ---- the list ----

  // Returns the choices for the list: the whole program, the chosen function, the line that is shown.
  scopes() {
    const scopes = [{ of: "", title: "Whole program", has: () => true }], fn = markedFunction();
    if (fn >= 0) scopes.push({ of: "function", title: fitName(functionName(fn), 30), has: cell => cell[CELL.fn] === fn });
    if (/^s/.test(state.place) && source.file >= 0) {
      const { file } = data.sources[source.file], line = source.target;
      scopes.push({ of: "line", title: `${baseName(fileName(file))}:${line}`, has: cell => cell[CELL.file] === file && cell[CELL.line] === line });
    }
    return scopes;
  },

  list() {
    const scopes = this.scopes(), scope = scopes.find(({ of }) => of === state.of) ?? scopes[0];
    const parts = [];
    if (scopes.length > 1) parts.push(choiceOf("Code whose data is shown", scopes, scope, ({ of }) => go({ of }, false)));
    const rows = this.objectsOf(scope);
    parts.push(...this.listInWords(scope, rows));
    if (rows.length) parts.push(this.table(rows, scope));
    return parts;
  },

  // {index, counts} of the objects on which code of the scope misses, and of those that are left out.
  objectsOf(scope) {
    if (scope.of === "") {
      const rows = this.objects.map((object, index) => ({ index, counts: object.slice(OBJECT.counts) }));
      if (this.left_out[0]) rows.push({ index: -1, counts: this.left_out.slice(1) });
      return rows;
    }
    return sumsBy(this.cells.filter(scope.has), cell => cell[CELL.object], CELL.counts).map(({ key, counts }) => ({ index: key, counts }));
  },

  listInWords(scope, rows) {
    const say = (...parts) => element("p", "words", ...parts);
    const all = rows.reduce((sum, { counts }) => sum + this.misses(counts), 0), name = this.missesName();
    if (!rows.length || (!data.difference && all === 0)) return [say(element("b", "", scope.title), ": no data missed here.")];
    if (data.difference) return [say(element("b", "", scope.title), `: ${grouped(all)} ${name}.`)];
    const heads = rows.filter(({ index }) => index >= 0).map(({ counts }) => this.misses(counts)).sort((a, b) => b - a).slice(0, 3);
    const head = heads.reduce((sum, count) => sum + count, 0);
    const lines = this.loaded ? rows.reduce((sum, { counts }) => sum + this.loaded(counts), 0) : 0;
    const unused = this.loaded ? rows.reduce((sum, { counts }) => sum + this.unused(counts), 0) : 0;
    const words = [say(element("b", "", scope.title), `: ${withCommas(all)} ${name}` + (rows.length > 3 ? `, ${percentInWords(head, all)} of them on the first three objects` : "") +
      (lines > 0 ? `; of ${bytesInWords(lines)} that were loaded, ${percentInWords(unused, lines)} were never touched.` : "."))];
    return scope.of === "" ? [...words, ...this.warnings()] : words;
  },

  // Returns notes on data that the run could not tell.
  warnings() {
    const note = name => Number(this.notes.find(([each]) => each === name)?.[1] ?? -1), words = [];
    if (note("allocators") === 0) words.push("No function that allocates was found, as in a static program without symbols: blocks of the heap are not known.");
    if (note("over_live") > 0) words.push(`${withCommas(note("over_live"))} blocks began over live ones: the program has a pool, whose frees were not seen. Valgrind's --data-alloc names its functions.`);
    if (note("stale") > 0) words.push(`${withCommas(note("stale"))} returns of allocation functions were missed: their blocks are not known.`);
    return words.map(text => element("p", "words", text));
  },

  missesName() { return this.columns.includes("D1mr") || this.columns.includes("D1mw") ? "D1 misses" : this.columns[0]; },

  columnsOfList() {
    return [
      { id: "misses", title: this.missesName(), value: ({ counts }) => this.misses(counts), text: grouped },
      { id: "memory", title: "LL misses", value: this.memory && (({ counts }) => this.memory(counts)), text: grouped },
      { id: "unused", title: "never touched", value: this.loaded && (({ counts }) => this.unused(counts)), text: signedBytes },
      { id: "share", title: this.place.clientWidth < NARROW_LIST ? "not touched" : "of loaded", value: this.loaded && !data.difference && (({ counts }) => this.loaded(counts) ? this.unused(counts) / this.loaded(counts) : 0),
        text: (share, { counts }) => this.loaded(counts) ? percentInWords(this.unused(counts), this.loaded(counts)) : "" },
      { id: "live", title: "live", value: ({ index }) => index < 0 ? 0 : Number(this.objects[index][OBJECT.live]), text: bytes => bytes ? signedBytes(bytes) : "" },
    ].filter(({ id, value }) => value && (this.place.clientWidth >= NARROW_LIST || id === "misses" || id === "share"));
  },

  table(rows, scope) {
    const columns = this.columnsOfList(), sorted = columns.find(({ id }) => id === this.sort) ?? columns[0];
    rows.sort((a, b) => Math.abs(sorted.value(b)) - Math.abs(sorted.value(a)) || Math.abs(this.misses(b.counts)) - Math.abs(this.misses(a.counts)) || a.index - b.index);
    const number = scope.of === "" ? this.objects.length + this.left_out[0] : rows.length;
    const whole = rows.reduce((sum, { counts }) => sum + Math.abs(this.misses(counts)), 0), letters = Math.max(36, Math.floor((this.place.clientWidth - 30 - 92 * columns.length) / 7.6));
    const shown = rows.slice(0, MAX_OBJECTS).map(row => {
      const name = row.index < 0 ? element("i", "", `${withCommas(this.left_out[0])} smaller objects`)
        : linkTo({ object: String(row.index) }, this.nameOf(row.index, letters), this.objects[row.index][OBJECT.name]);
      const cells = columns.map(column => {
        const value = column.value(row), td = element("td", column.id === "misses" ? direction(value) : "", column.text(value, row));
        if (column.id === "misses") {
          td.style.background = shade(value, whole);
          td.title = percentInWords(value, whole);
        }
        return td;
      });
      return element("tr", "", ...cells, element("td", "text", name));
    });
    const titles = columns.map(column => sortHeading(column.title, column === sorted, () => {
      this.sort = column.id;
      this.draw();
      this.place.querySelector("th[aria-sort] button").focus();
    }));
    return tableOf(captionOf("Objects", number, rows, MAX_OBJECTS), [...titles, heading("text", "Object")], shown);
  },

  functionOf(number) { return number < 0 ? this.names[-1 - number] : functionName(number); },
  pathOf(number) { return number < 0 ? this.names[-1 - number] : fileName(number); },

  // In this number of letters. Blocks: where code calls what allocates in a library's header, as
  // "push_back ‹ main (lists.cpp:22)", because all blocks of a program of C++ are allocated in one
  // line; and the callers of that, as many as fit.
  nameOf(index, letters) {
    const object = this.objects[index], places = object[OBJECT.place];
    if (places === -1 || object[OBJECT.kind] === "stack") return fitName(object[OBJECT.name], letters);
    const own = Math.max(0, places.findIndex(([, file]) => !isOfLibrary(this.pathOf(file)))), [, file, line] = places[own];
    const place = this.pathOf(file) === "???" ? "" : ` (${baseName(this.pathOf(file))}${line ? ":" + line : ""})`;
    const all = places.slice(Math.max(0, own - 1), own + MAX_CALLERS).map(([fn]) => fitName(this.functionOf(fn), MAX_FUNCTION));
    const main = all.findIndex(name => /^(.*::)?main$/.test(name)), names = main < 0 ? all : all.slice(0, main + 1);
    // Functions without a name say less than their callers.
    const named = names.filter(name => !/^0x[0-9a-f]+\b/.test(name) && !isStart(name));
    let text = (object[OBJECT.kind] === "map" ? "(anonymous) " : "") + (named[0] ?? names[0]), number = own > 0 && named.length > 1 ? 2 : 1;
    if (number === 2) text += " ‹ " + named[1];
    for (; number < Math.min(named.length, MAX_NAMED) && text.length + 3 + named[number].length + place.length <= letters; ++number) text += " ‹ " + named[number];
    return [text + place, text].find(each => each.length <= letters) ?? named[0] ?? names[0];
  },

  // ---- one object ----

  oneObject(index) {
    const object = this.objects[index], title = element("h3", "", this.nameOf(index, 200));
    title.title = object[OBJECT.name];
    return [element("p", "", linkTo({ object: "all" }, "‹ All objects")), title, this.objectInWords(index), ...this.map(object),
      ...this.linesInWords(index), ...this.path(object), this.linesOf(index)];
  },

  objectInWords(index) {
    const object = this.objects[index], counts = object.slice(OBJECT.counts), misses = this.misses(counts), all = this.misses(this.all);
    const say = text => element("p", "words", text);
    const blocks = Number(object[OBJECT.blocks]), [smallest, largest, period] = [object[OBJECT.smallest], object[OBJECT.largest], object[OBJECT.period]];
    if (data.difference)
      return say(`${grouped(misses)} ${this.missesName()}${blocks ? `, ${grouped(blocks)} ${blocks === 1 ? "block" : "blocks"}` : ""}.`);
    const times = period > 1 && period < largest ? ` (${withCommas(largest / period)} times ${withCommas(period)})` : "";
    const size = smallest === largest ? `${withCommas(largest)} bytes${times}` : `${withCommas(smallest)} to ${withCommas(largest)} bytes${period > 1 ? `, multiples of ${withCommas(period)}` : ""}`;
    const what = object[OBJECT.kind] === "heap" && blocks ? `; ${withCommas(blocks)} ${blocks === 1 ? "block" : "blocks"} of ${size}, at most ${bytesInWords(Number(object[OBJECT.live]))} of them live`
      : object[OBJECT.kind] === "static" && largest ? `; a variable of ${withCommas(largest)} bytes` : "";
    return say(`${withCommas(misses)} ${this.missesName()}, ${percentInWords(misses, all)} of all${what}.`);
  },

  linesInWords(index) {
    const counts = this.objects[index].slice(OBJECT.counts), lines = this.loaded && !data.difference ? this.loaded(counts) : 0;
    return lines > 0 ? [element("p", "words", `Lines loaded for it: ${bytesInWords(lines)}; ${percentInWords(this.unused(counts), lines)} of that was never touched, neighbours in the lines included.`)] : [];
  },

  // The words of a map, as {offset, loaded, touched, missed}; of a struct that repeats, those of all
  // repetitions as one.
  words(object) {
    const period = this.periodOf(object), words = Array.from({ length: Math.ceil(period / this.word) }, (_, i) => ({ offset: i * this.word, loaded: 0, touched: 0, missed: 0 }));
    const fields = object[OBJECT.fields];
    for (let i = 0; i < fields.length; i += 4) {
      const word = words[Math.floor((fields[i] % period) / this.word)];
      word.loaded += Number(fields[i + 1]);
      word.touched += Number(fields[i + 2]);
      word.missed += Number(fields[i + 3]);
    }
    return words;
  },
  periodOf(object) {
    const size = object[OBJECT.members] ? this.struct.size : 0;
    return size && object[OBJECT.period] % size === 0 ? size : Math.min(object[OBJECT.period], 65536);
  },

  map(object) {
    if (data.difference || !object[OBJECT.fields].length || !object[OBJECT.period]) return [];
    const words = this.words(object), period = this.periodOf(object), members = object[OBJECT.members];
    const hasUse = words.some(({ loaded }) => loaded > 0);
    const parts = [], p = element("p", "words", mapInWords(words, period, members, this.word));
    if (p.textContent) parts.push(p);
    const inWords = words.reduce((sum, { missed }) => sum + missed, 0), all = this.misses(object.slice(OBJECT.counts));
    if (inWords !== all) parts.push(element("p", "words", `${withCommas(inWords)} of its ${withCommas(all)} misses: those of the first 65,536 bytes of a period.`));
    let perBox = 1;
    while (words.length / perBox > MAX_MAP) perBox *= 2;
    const boxes = [];
    for (let i = 0; i < words.length; i += perBox) {
      const box = { offset: words[i].offset, size: Math.min(perBox * this.word, period - words[i].offset), loaded: 0, touched: 0, missed: 0 };
      for (const word of words.slice(i, i + perBox)) for (const key of ["loaded", "touched", "missed"]) box[key] += word[key];
      boxes.push(box);
    }
    const perRow = perBox > 1 ? 32 : Math.min(this.place.clientWidth < 560 && boxes.length > 8 ? 8 : 16, boxes.length);
    const most = { loaded: Math.max(1, ...boxes.map(({ loaded }) => loaded)), missed: Math.max(1, ...boxes.map(({ missed }) => missed)) };
    const map = element("div", "map");
    map.setAttribute("role", "img");
    map.setAttribute("aria-label", `Map of ${period} bytes: ${p.textContent}`);
    map.classList.toggle("low", boxes.length / perRow > 6);
    map.classList.toggle("misses-only", !hasUse);
    for (let from = 0; from < boxes.length; from += perRow) {
      const row = boxes.slice(from, from + perRow), line = element("div", "row");
      line.style.gridTemplateColumns = `var(--offset) repeat(${perRow}, minmax(0, 1fr))`;
      line.append(element("span", "offset", "+" + row[0].offset), ...row.map(box => mapBox(box, most, hasUse)));
      map.append(line);
      if (members && perBox === 1) map.append(this.memberNames(members, from, row.length, perRow));
    }
    parts.push(this.legend(hasUse), map, this.offsets(words, members, hasUse));
    return parts;
  },

  // The names of members below their words from `from` on.
  memberNames(members, from, count, perRow) {
    const line = element("div", "row members"), letters = (this.place.clientWidth - 60) / perRow / 7;
    line.style.gridTemplateColumns = `var(--offset) repeat(${perRow}, minmax(0, 1fr))`;
    for (const member of members) {
      const first = Math.max(member[MEMBER.first], from), end = Math.min(member[MEMBER.first] + member[MEMBER.words], from + count);
      if (first >= end) continue;
      const name = element("span", /^\(/.test(member[MEMBER.name]) ? "none" : "", memberName(member[MEMBER.name], Math.floor((end - first) * letters)));
      name.style.gridColumn = `${first - from + 2} / ${end - from + 2}`;
      name.title = `${member[MEMBER.name]}: ${member[MEMBER.type]}`;
      line.append(name);
    }
    return line;
  },

  legend(hasUse) {
    const legend = element("p", "map-legend");
    const add = (className, text) => legend.append(element("span", "", element("i", className), " " + text), " ");
    if (hasUse) {
      add("touched", "loaded and touched");
      add("unused", "loaded, never touched");
    }
    add("missed", "misses that begin there");
    return legend;
  },

  // All offsets, or members, as a table.
  offsets(words, members, hasUse) {
    const titles = ["offset", ...hasUse ? ["loaded", "touched", "%"] : [], "misses", ...members ? [heading("text", "Member")] : []];
    const rows = members ? members.map(member => ({ offset: member[MEMBER.offset], name: member[MEMBER.name], type: member[MEMBER.type],
      loaded: Number(member[MEMBER.loaded]), touched: Number(member[MEMBER.touched]), missed: Number(member[MEMBER.missed]) }))
      : words.filter(word => word.loaded || word.missed).slice(0, 2 * MAX_MAP);
    const most = Math.max(1, ...rows.map(({ missed }) => missed));
    const table = tableOf("", titles, rows.map(row => {
      const tr = element("tr", "", element("td", "", "+" + row.offset)), missed = element("td", "", withCommas(row.missed));
      missed.style.background = shade(row.missed, most);
      if (hasUse) tr.append(...[withCommas(row.loaded), withCommas(row.touched), percentInWords(row.touched, row.loaded)].map(text => element("td", "", text)));
      tr.append(missed);
      if (members) tr.append(element("td", "text", row.name + " ", element("span", "callers", row.type)));
      return tr;
    }));
    const details = element("details", "", element("summary", "", members ? "All members" : "All offsets"), table);
    details.open = Boolean(members);
    return details;
  },

  // Where it was allocated: each call with a link to its line.
  path(object) {
    const places = object[OBJECT.place];
    if (places === -1 || object[OBJECT.kind] === "stack") return [];
    const p = element("p", "words path-of-calls", "Allocated by ");
    places.slice(0, MAX_CALLERS).forEach(([fn, file, line], i) => {
      if (i) p.append(" ‹ ");
      const name = this.functionOf(fn), path = this.pathOf(file);
      const text = fitName(name, MAX_FUNCTION) + (line && path !== "???" ? ` (${baseName(path)}:${line})` : "");
      p.append(linkTo(line ? source.placeOf(file, line) : null, text, `${name}\n${path}`));
    });
    if (places.length > MAX_CALLERS) p.append(" ‹ …");
    return [p];
  },

  // The lines that miss on an object.
  linesOf(index) {
    const rows = sumsBy(this.cells.filter(cell => cell[CELL.object] === index), cell => `${cell[CELL.fn]}:${cell[CELL.file]}:${cell[CELL.line]}`, CELL.counts);
    rows.sort((a, b) => Math.abs(this.misses(b.counts)) - Math.abs(this.misses(a.counts)));
    const titles = [this.missesName(), "%", ...this.memory ? ["LL misses"] : [], ...this.loaded ? ["never touched"] : [], heading("text", "Line")];
    const all = rows.reduce((sum, { counts }) => sum + Math.abs(this.misses(counts)), 0);
    return tableOf(captionOf("Lines that miss on it", rows.length, rows, MAX_OBJECT_LINES), titles, rows.slice(0, MAX_OBJECT_LINES).map(({ first: cell, counts }) => {
      const tr = element("tr"), misses = element("td", direction(this.misses(counts)), grouped(this.misses(counts)));
      misses.style.background = shade(this.misses(counts), all);
      tr.append(misses, element("td", "", percentInWords(this.misses(counts), all)));
      if (this.memory) tr.append(element("td", "", grouped(this.memory(counts))));
      if (this.loaded) tr.append(element("td", "", signedBytes(this.unused(counts))));
      const name = this.functionOf(cell[CELL.fn]), file = cell[CELL.file], path = this.pathOf(file), next = source.placeOf(file, cell[CELL.line]);
      const text = `${baseName(path)}:${cell[CELL.line] || "?"}`;
      if (next) tr.classList.toggle("same-line", next.place === `s${source.file}:${source.target}`);
      tr.append(element("td", "text", next ? linkTo({ ...next, pane: "" }, text, path) : text, " ", element("span", "callers", fitName(name, 50))));
      return tr;
    }));
  },
};

// ---- helpers -------------------------------------------------------------------------------------

// Headers of the C++ library and sources of Rust's, where containers allocate, and of allocators.
const isOfLibrary = path => /^\/usr\/include\/|\/include\/c\+\+\/|^\/rustc?\/|\/library\/(alloc|core|std)\/src\/|\/\.cargo\/registry\//.test(path);
const isStart = name => name === "" || /^\(below main\)|^__libc_start_main/.test(name);
const signedBytes = bytes => bytes < 0 ? "-" + bytesInWords(-bytes) : (data.difference && bytes > 0 ? "+" : "") + bytesInWords(bytes);

// The sums of cells with the same key, in the order in which these come: {key, first, counts}.
function sumsBy(cells, keyOf, from) {
  const sums = new Map();
  for (const cell of cells) {
    const key = keyOf(cell), sum = sums.get(key);
    if (!sum) sums.set(key, { key, first: cell, counts: cell.slice(from).map(Number) });
    else for (let i = from; i < cell.length; ++i) sum.counts[i - from] += Number(cell[i]);
  }
  return [...sums.values()];
}

// The end of a member's name says most: "…second.price".
function memberName(name, letters) {
  if (name.length <= letters) return name;
  const last = name.slice(name.lastIndexOf(".") + 1);
  return last.length <= letters ? last : letters < 2 ? "" : last.slice(0, letters - 1) + "…";
}

// One word of a map: as high as its loads, the lower part touched; above it its misses.
function mapBox({ offset, size, loaded, touched, missed }, most, hasUse) {
  const box = element("span", "box"), misses = element("i", "missed");
  misses.style.height = `${(100 * missed / most.missed).toFixed(1)}%`;
  const band = element("span", "band"), stack = element("span", "stack");
  band.append(misses);
  box.append(band);
  if (hasUse) {
    const unused = element("i", "unused"), used = element("i", "touched");
    unused.style.height = `${(100 * (loaded - touched) / most.loaded).toFixed(1)}%`;
    used.style.height = `${(100 * touched / most.loaded).toFixed(1)}%`;
    stack.append(unused, used);
    box.append(stack);
  }
  box.title = `bytes ${offset} to ${offset + size - 1}` + (hasUse ? `: loaded ${withCommas(loaded)} bytes, touched ${percentInWords(touched, loaded) || "0 %"}` : "") +
    `; ${withCommas(missed)} misses`;
  return box;
}

// Runs of words for which `is` holds, as {first, end}: indexes.
function runsOf(words, is) {
  const runs = [];
  words.forEach((word, i) => {
    if (!is(word)) return;
    if (runs.at(-1)?.end === i) runs.at(-1).end = i + 1;
    else runs.push({ first: i, end: i + 1 });
  });
  return runs;
}

// "78 % of what was loaded of these 120 bytes was never touched; ..."
function mapInWords(words, period, members, word) {
  const sum = (key, { first, end } = { first: 0, end: words.length }) => words.slice(first, end).reduce((all, each) => all + each[key], 0);
  const bytes = ({ first, end }) => {
    const last = Math.min(end * word, period) - 1, text = `bytes ${first * word} to ${last}`;
    if (!members) return text;
    const there = members.filter(member => member[MEMBER.first] < end && member[MEMBER.first] + member[MEMBER.words] > first && !/^\(/.test(member[MEMBER.name])).map(member => member[MEMBER.name]);
    return there.length === 0 ? text : there.length <= 2 ? `${text} (${there.join(", ")})` : `${text} (${there[0]} to ${there.at(-1)})`;
  };
  const capital = text => text[0].toUpperCase() + text.slice(1);
  const loaded = sum("loaded"), touched = sum("touched"), missed = sum("missed"), sentences = [];
  if (loaded > 0) {
    sentences.push(`${percentInWords(loaded - touched, loaded)} of what was loaded of these ${withCommas(period)} bytes was never touched.`);
    const seldom = runsOf(words, each => each.loaded > 0 && each.touched < SELDOM * each.loaded)
      .map(run => ({ ...run, waste: sum("loaded", run) - sum("touched", run) })).filter(({ waste }) => waste >= 0.1 * (loaded - touched))
      .sort((a, b) => b.waste - a.waste).slice(0, 2).sort((a, b) => a.first - b.first);
    for (const run of seldom)
      if (run.first !== 0 || run.end !== words.length)
        sentences.push(sum("touched", run) === 0 ? `${capital(bytes(run))} never were.` : `Of ${bytes(run)}, ${percentInWords(sum("touched", run), sum("loaded", run))} were touched.`);
  }
  if (missed > 0 && words.length > 1) {
    const most = Math.max(...words.map(each => each.missed));
    const hot = runsOf(words, each => each.missed >= most / 5).sort((a, b) => sum("missed", b) - sum("missed", a))[0];
    if (sum("missed", hot) >= 0.3 * missed && hot.end - hot.first < words.length)
      sentences.push(`${percentInWords(sum("missed", hot), missed)} of its misses begin at ${bytes(hot)}.`);
  }
  return sentences.join(" ");
}
