// SPDX-License-Identifier: GPL-2.0-or-later
// The annotated source of a file: its columns, its lines, and the search in all sources.
//
// The columns next to the source: the chosen event, its change (in a difference), its percentage, and
// others: its counts before and after, and other events. These are the ones chosen in the menu; by
// default all if they are few, else as many as leave TEXT_ROOM for the text.
const TEXT_ROOM = 80; // letters
const CHANGED_TEXT_ROOM = 60; // in a difference, whose counts are of more interest
const FEW_EVENTS = 4; // up to this number, all are shown, except in a difference

// The counts of the chosen event in a difference with a base.
const BEFORE_AND_AFTER = [
  { name: "before", count: (entry, { base }) => entry[LINE.counts + base] },
  { name: "after", count: (entry, { base, event }) => BigInt(entry[LINE.counts + base]) + BigInt(entry[LINE.counts + event]) },
];

const sourceColumns = {
  head: element("div", "source-head"),
  others: [],  // of choices()

  setUp() {
    this.menu = document.getElementById("columns");
    this.menu.hidden = this.choices().length < 2;
    this.letter = letterWidth(12.5);
    const list = document.getElementById("columns-list");
    for (const column of this.choices()) {
      const label = element("label"), box = element("input");
      box.type = "checkbox";
      box.addEventListener("change", () => {
        const chosen = this.choices().filter((_, i) => list.children[i].firstChild.checked);
        go({ columns: chosen.map(({ name }) => name).join(",") }, false);
      });
      label.append(box, column.name);
      label.title = column.count ? "" : eventInWords(column);
      list.append(label);
    }
    list.append(makeButton("", "As many as fit", () => { go({ columns: "" }, false); this.menu.open = false; }));
  },

  choices: () => [...data.columns, ...(data.columns.some(({ base }) => base !== null) ? BEFORE_AND_AFTER : [])],

  // The count of a line in a column as text, or "" for 0.
  text(column, entry) {
    const count = column.count ? column.count(entry, chosenColumn()) : entry[LINE.counts + column.event];
    return Number(count) === 0 ? "" : column.count ? withCommas(count) : grouped(count);
  },

  // The width of a column's counts in this file, in letters.
  letters(column) {
    const longest = entries => entries.reduce((most, entry) => Math.max(most, this.text(column, entry).length), 0);
    return Math.max(longest(data.sources[source.file].lines), column.name.length) + 2;
  },

  choose() {
    const column = chosenColumn(), isNarrow = source.scroll.clientWidth < 520;
    const choices = (column.base === null ? data.columns : [...BEFORE_AND_AFTER, ...data.columns]).filter(each => each !== column);
    const widths = new Map([column, ...choices].map(each => [each, this.letters(each)]));
    this.count = widths.get(column);
    this.hasChange = column.base !== null && !isNarrow;
    this.hasShare = !isNarrow;
    this.line = Math.max(4, ...[source.rows.at(-1), source.rows.findLast(row => row.sign)].map(row => String(Math.abs(row?.line ?? 0)).length)) + 2 +
      (data.sources[source.file].removed ? 2 : 0);
    const asked = new Set(state.columns.split(","));
    if (state.columns) {
      this.others = choices.filter(each => asked.has(each.name));
    } else {
      const areFew = data.columns.length <= FEW_EVENTS && !isNarrow && !data.difference;
      let room = areFew ? Infinity : source.scroll.clientWidth / this.letter - this.count - 8.5 - this.line - (this.hasChange ? 8.5 : 0) - (data.difference ? CHANGED_TEXT_ROOM : TEXT_ROOM);
      this.others = [];
      // One of the two counts says nothing without the other.
      const both = data.difference && column.base !== null ? BEFORE_AND_AFTER : [];
      const needed = both.reduce((sum, each) => sum + widths.get(each), 0);
      if (needed <= room) {
        this.others.push(...both);
        room -= needed;
      }
      for (const each of choices.slice(both.length)) {
        if ((room -= widths.get(each)) < 0) break;
        this.others.push(each);
      }
    }
    this.widths = widths;
    [...document.querySelectorAll("#columns-list input")].forEach((box, i) => {
      const each = this.choices()[i];
      box.checked = each === column || this.others.includes(each);
      box.disabled = each === column || !widths.has(each);
    });
    source.scroll.style.setProperty("--count", this.count + "ch");
    source.scroll.style.setProperty("--line", this.line + "ch");
    this.head.replaceChildren(...this.cells({ count: column.name, change: "change", share: column.base !== null ? "% base" : "%",
      other: each => each.name, line: "line" }));
  },

  // Makes the spans before the text, with these texts.
  cells({ count, change, share, other, line }) {
    const spans = [element("span", "n", count)];
    if (this.hasChange) spans.push(element("span", "p", change));
    if (this.hasShare) spans.push(element("span", "p", share));
    for (const each of this.others) {
      const span = element("span", "o", other(each));
      span.style.width = this.widths.get(each) + "ch";
      spans.push(span);
    }
    spans.push(element("span", "l", line));
    return spans;
  },
};

function sourceLine(row, position) {
  const div = element("div", "line");
  div.style.top = position * LINE_HEIGHT + "px";
  if (row.gap) {
    div.append(element("span", "gap", row.gap));
    return div;
  }
  const column = chosenColumn(), entry = row.entry;
  const fn = entry && data.functions[entry[LINE.fn]]; // none where it was left out
  const at = event => entry[LINE.counts + event];
  const hasCount = entry && Number(at(column.event)) !== 0;
  const spans = sourceColumns.cells({ count: "",
    change: hasCount && column.base !== null ? ownChange(at) : "",
    share: hasCount ? percent(at(column.event), column.whole) : "",
    other: each => entry ? sourceColumns.text(each, entry) : "",
    line: (row.sign ? row.sign + " " : "") + String(Math.abs(row.line) || "?") });
  const text = element("span", "t", row.text === "" ? "\u200b" : row.text), { query } = functionTable;
  if (row.text && !query.isEmpty && isFound(query, row.text)) text.replaceChildren(...marked(query, row.text));
  if (row.text === undefined) {
    text.classList.add("unread");
    text.textContent = (row.line ? "" : "unknown line, ") + "in " + (fn ? fitName(fn[FUNCTION.name], 120) : "a function that is left out");
    if (fn) text.title = fn[FUNCTION.name];
  }
  if (hasCount) {
    const link = linkTo(fn && { place: "f" + entry[LINE.fn] }, grouped(at(column.event)), fn && "in " + fn[FUNCTION.name]);
    link.className = direction(at(column.event));
    spans[0].append(link);
    text.style.background = shade(at(column.event), source.largest);
  }
  div.append(...spans, text);
  if (row.sign) div.classList.add(row.sign === "+" ? "added" : "removed");
  div.classList.toggle("target", row.line === source.target);
  div.classList.toggle("marked", markedFunction() >= 0 && entry?.[LINE.fn] === markedFunction());
  div.dataset.line = row.line;
  return div;
}

// ---- the annotated source ------------------------------------------------------------------------
// The annotated source of a file. Only the visible lines are drawn.
const LINE_HEIGHT = 20;
// Of headers and sources that come with compilers and libraries, such as those of C++'s templates.
const SYSTEM_DIRECTORY = /^\/usr\/(local\/)?(include|lib\w*)\//;

const source = {
  file: -1,   // an index in data.sources; -1: none
  rows: [],   // {line, text, entry, sign} or {gap}; in order. sign: "+" for an added line, "−" for a
              // removed one, or ""
  target: 0,  // a line number

  setUp() {
    this.scroll = document.getElementById("source");
    this.select = document.getElementById("files");
    this.places = new Map();
    data.sources.forEach(({ file }, i) => addTo(this.places, file, i));
    const events = data.functions.length ? data.functions[0].length - FUNCTION.counts : 0;
    for (const item of data.sources)
      item.total = Array.from({ length: events }, (_, event) => sumOf(item.lines.map(entry => entry[LINE.counts + event])));
    this.drawnRows = new DrawnRows(this.scroll, LINE_HEIGHT, 10, () => this.draw());
    this.select.addEventListener("change", () => go({ place: `s${this.select.value}` }));
    // A click on a line leads to its instructions or its objects, if they are shown.
    this.scroll.addEventListener("click", event => {
      const line = event.target.closest(".line[data-line]"), place = `s${this.file}:${line?.dataset.line}`;
      if (!line || event.target.closest("a") || !getSelection().isCollapsed) return;
      if (codePane.isThere && state.code !== "") go({ place }, false);
      else if (objects && state.object !== "") go({ place, object: "all", of: "line" });
    });
    document.getElementById("next").addEventListener("click", () => this.step(1));
    document.getElementById("previous").addEventListener("click", () => this.step(-1));
    sourceColumns.setUp();
    onChange(["event", "columns", "short"], () => { this.list(); this.rate(); this.draw(); });
    onChange(["mark"], () => this.draw());
    this.list();
    const first = this.first();
    if (first !== undefined) this.show(first, 0);
    else this.scroll.replaceChildren(element("p", "empty", "There is no source in this report."));
  },

  // The index in data.sources of a file of data.files, or -1. Several sources may have the same
  // name: this is the one with the line.
  ofFile(file, line = 0) {
    const places = this.places.get(file) ?? [];
    return places.find(i => data.sources[i].lines.some(entry => entry[LINE.number] === line)) ?? places[0] ?? -1;
  },

  // The state with a line of a file of data.files, or null if its source is not here.
  placeOf(file, line) {
    const at = this.ofFile(file, line);
    return at < 0 ? null : { place: `s${at}:${line}` };
  },

  // The files, the hottest first.
  files() {
    const { event } = chosenColumn();
    const size = i => Math.abs(value(data.sources[i].total, event));
    return data.sources.map((_, i) => i).sort((a, b) => size(b) - size(a) || a - b);
  },

  // The file to begin with: the hottest whose text changed, or else is here and the reader's own.
  first() {
    const files = this.files(), isHere = file => data.sources[file].chunks.length;
    const isChanged = file => data.sources[file].removed?.length || data.sources[file].added?.length;
    const isOwn = file => !SYSTEM_DIRECTORY.test(fileName(data.sources[file].file));
    return files.find(isChanged) ?? files.find(file => isHere(file) && isOwn(file)) ?? files.find(isHere) ?? files[0];
  },

  list() {
    const { event, whole } = chosenColumn(), order = this.files();
    // A path is cut at its beginning, since its end is the name of the file.
    this.listedWidth = this.select.clientWidth;
    const letters = Math.max(16, Math.floor((this.listedWidth - 46) / 8));
    const fit = (share, path) => share.length + 2 + path.length > letters ? "…" + path.slice(share.length + 3 - letters) : path;
    const pathOf = i => fileName(data.sources[i].file);
    fillSelect(this.select, order, this.file, i => {
      const share = percent(data.sources[i].total[event], whole);
      return `${share}  ${fit(share, pathOf(i))}`;
    }, pathOf);
  },

  show(index, line) {
    const item = data.sources[index];
    this.file = index;
    this.select.value = String(index);
    const entries = new Map(item.lines.map(entry => [entry[LINE.number], entry]));
    this.rows = [];
    const add = (line, text, sign) => {
      this.rows.push({ line, text, sign, entry: entries.get(line) });
      entries.delete(line);
    };
    const added = new Set(item.added), removed = item.removed ?? [];
    let next = 1, at = 0;
    for (const [first, texts] of item.chunks) {
      if (first > next) this.rows.push({ gap: `lines ${next} to ${first - 1} have no counts and are left out` });
      texts.forEach((text, i) => {
        for (; at < removed.length && removed[at][0] < first + i; ++at) add(-removed[at][1], removed[at][2], "−");
        add(first + i, text, added.has(first + i) ? "+" : "");
      });
      next = first + texts.length;
    }
    for (; at < removed.length; ++at) add(-removed[at][1], removed[at][2], "−");
    if (entries.size && item.chunks.length) this.rows.push({ gap: "counts of lines that the file does not have" });
    for (const [number, entry] of entries) this.rows.push({ line: number, entry });
    this.banner(item);
    this.rate();
    this.holder = element("div", "lines");
    this.holder.style.height = this.rows.length * LINE_HEIGHT + "px";
    this.scroll.replaceChildren(sourceColumns.head, this.holder);
    this.scroll.scrollLeft = 0;
    this.goTo(line || this.beginning());
  },

  // Says for a function that the data do not have its file.
  showNone(fn) {
    this.file = -1;
    this.select.value = "";
    this.rows = [];
    this.holder = null;
    document.getElementById("banner").hidden = true;
    const place = element("code", "", `${fileName(fn[FUNCTION.file])}${fn[FUNCTION.line] ? ":" + fn[FUNCTION.line] : ""}`);
    this.scroll.replaceChildren(element("p", "empty", place, " is not on this page, since the file holds little of any event: ",
      element("code", "", "cg_show --min=0"), " keeps every file."));
  },

  // Says, while the file is shown, why its text is missing, and how to get it.
  banner(item) {
    const notes = [];
    const hasNoLines = data.difference && data.sources.every(({ lines }) => lines.every(entry => entry[LINE.number] === 0));
    if (hasNoLines)
      notes.push("This difference has no lines: cg_diff --lines keeps them.");
    else if (!data.with_sources)
      notes.push("Made without sources: only the counts are here.");
    else if (fileName(item.file) === "???")
      notes.push("Nothing says which source this code is from: it was compiled without ", element("code", "", "-g"),
        ", or its debug information is not installed.");
    else if (!item.found) {
      const { event, name, whole } = chosenColumn();
      const missing = data.sources.filter(({ found }) => !found);
      notes.push("Source not found where the report was made: ", element("code", "", "cg_show -I DIR"),
        " looks for it in DIR too, ", element("code", "", "--source-prefix=OLD=NEW"),
        ` below NEW. Of ${data.sources.length} files here ${missing.length} were not found, with ` +
        `${percent(sumOf(missing.map(({ total }) => total[event])), whole)} of ${name}.`);
    }
    if (item.newer)
      notes.push("This source is newer than the profile: if it was changed since, counts are next to wrong lines.");
    const banner = document.getElementById("banner");
    banner.replaceChildren(...notes);
    banner.hidden = notes.length === 0;
  },

  // Finds the hot lines of the event: those with at least a hundredth of the file's count, and the
  // first lines of changes of the text.
  rate() {
    if (this.file < 0) return;
    const size = this.size();
    let sum = 0;
    this.largest = 1;
    for (const row of this.rows) {
      sum += size(row);
      this.largest = Math.max(this.largest, size(row));
    }
    this.hot = this.rows.filter((row, i) => (sum > 0 && size(row) >= sum / 100) || (row.sign && !this.rows[i - 1]?.sign));
    sourceColumns.choose();
  },

  size() {
    const event = LINE.counts + chosenColumn().event;
    return row => row.entry ? Math.abs(value(row.entry, event)) : 0;
  },

  hottest() {
    const size = this.size();
    return this.hot.reduce((best, row) => !best || size(row) > size(best) ? row : best, null)?.line ?? 1;
  },

  // The line that a file is shown at first: the hottest, or in a difference the first that changed.
  beginning() {
    if (!data.difference) return this.hottest();
    const size = this.size(), first = this.rows.find(row => row.sign) ?? this.hot.find(row => row.line !== 0 && size(row) > 0);
    return first?.line ?? this.hottest();
  },

  // The first line of the function whose text changed, or 0.
  changedLine(file, fn) {
    const { removed, added, lines } = data.sources[file];
    if (!removed) return 0;
    const isAdded = new Set(added), after = new Map(removed.map(([line, old]) => [-old, line + 0.5]));
    const own = lines.filter(entry => entry[LINE.fn] === fn && (isAdded.has(entry[LINE.number]) || after.has(entry[LINE.number])));
    const place = entry => after.get(entry[LINE.number]) ?? entry[LINE.number];
    return own.sort((a, b) => place(a) - place(b) || b[LINE.number] - a[LINE.number])[0]?.[LINE.number] ?? 0;
  },

  step(by) {
    const position = this.rows.findIndex(row => row.line === this.target);
    const places = this.hot.map(row => this.rows.indexOf(row));
    const to = by > 0 ? places.find(place => place > position) : places.reverse().find(place => place < position);
    if (to === undefined) return;
    go({ place: `s${this.file}:${this.rows[to].line}` }, false);
  },

  // Brings a line into the middle of the pane.
  goTo(line) {
    this.target = line;
    const position = Math.max(0, this.rows.findIndex(row => row.line === line));
    this.scroll.scrollTop = Math.max(0, (position + 0.5) * LINE_HEIGHT + sourceColumns.head.offsetHeight / 2 - this.scroll.clientHeight / 2);
    this.draw();
  },

  // Keeps the line in view if the pane becomes smaller.
  resized() {
    if (this.select?.clientWidth && this.select.clientWidth !== this.listedWidth) this.list();
    if (!this.holder) return;
    sourceColumns.choose();
    if (this.scroll.clientHeight !== this.drawnHeight) this.goTo(this.target);
    else this.draw();
  },

  draw() {
    if (!this.holder) return;
    this.drawnHeight = this.scroll.clientHeight;
    const [first, last] = this.drawnRows.choose(this.rows.length);
    const lines = [];
    for (let i = first; i < last; ++i) lines.push(sourceLine(this.rows[i], i));
    this.holder.replaceChildren(...lines);
    // The widest line drawn so far limits horizontal scrolling.
    const width = Math.max(...lines.map(line => line.scrollWidth), 0);
    if (width > this.holder.clientWidth) this.holder.style.minWidth = width + "px";
  },
};

// ---- the search in sources -----------------------------------------------------------------------
// The search in the texts of the sources: a button next to the number of matches says how many lines
// contain all words, and a click goes to the next of them.
const SEARCH_DELAY = 150; // milliseconds after the last letter: all sources may be a million lines
const MAX_LINES_FOUND = 10000;

const sourceSearch = {
  found: [], // {file, line}, in the order of the list of files

  setUp() {
    this.button = document.getElementById("in-sources");
    this.button.addEventListener("click", () => this.next());
    onChange(["search"], () => {
      clearTimeout(this.pending);
      this.pending = setTimeout(() => this.search(), SEARCH_DELAY);
    });
  },

  search() {
    const { query } = functionTable, files = new Set();
    this.found = [];
    for (const file of query.isEmpty ? [] : source.files())
      for (const [first, texts] of data.sources[file].chunks)
        for (let i = 0; i < texts.length && this.found.length < MAX_LINES_FOUND; ++i)
          if (isFound(query, texts[i])) {
            this.found.push({ file, line: first + i });
            files.add(file);
          }
    const lines = withCommas(this.found.length) + (this.found.length < MAX_LINES_FOUND ? "" : " or more");
    this.button.hidden = this.found.length === 0;
    this.button.textContent = `${lines} ${this.found.length === 1 ? "line" : "lines"} of ${files.size} ${files.size === 1 ? "source" : "sources"} ↓`;
    source.draw();
  },

  // Goes to the first line that is found, or from one that is found to the next.
  next() {
    clearTimeout(this.pending);
    this.search();
    if (!this.found.length) return;
    const at = this.found.findIndex(({ file, line }) => file === source.file && line === source.target);
    const { file, line } = this.found[(at + 1) % this.found.length];
    go({ place: `s${file}:${line}`, pane: "" }, false);
  },
};
