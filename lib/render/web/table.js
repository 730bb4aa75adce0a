// SPDX-License-Identifier: GPL-2.0-or-later
// The table of functions, files and directories.
//
// The columns of the table: {id, title, about, isText, width, key, cell}. The first column, the name,
// does not scroll. width is in pixels; names have none and share the width that numbers leave.
const ABOUT_COLUMNS = {
  change: "the change, as a percentage of the count before",
  before: "the count of the first profile",
  after: "the count of the second profile",
  share: "the percentage of the whole program",
  sum: "the percentage of this row and of all larger ones",
  inclusive: "with all that the function calls",
  calls: "how often the function was called",
  file: "the file with most of the function's code",
};
const NAME_SHARES = { name: 0.6, file: 0.4 };

// The width for the longest number, in pixels: a count that is cut off would be wrong.
function countWidth(rows, number) {
  let longest = 0, largest = 0;
  for (let i = 0; i < rows.length; ++i) {
    const count = number(rows[i], i);
    if (typeof count !== "number") longest = Math.max(longest, String(count).length);
    else if (Math.abs(count) > largest) largest = Math.abs(count);
  }
  longest = Math.max(longest, String(largest).length + (data.difference ? 1 : 0));
  return Math.max(64, Math.ceil(longest * 8.4 + Math.floor(longest / 3) * 4.3 + 22)); // digits, commas, padding
}

function columnsOfTable(group) {
  const column = chosenColumn(), { rows, counts } = GROUPS[group];
  const at = event => row => row[counts + event];
  const chosen = at(column.event);
  const before = row => BigInt(row[counts + column.base]);
  const after = row => before(row) + BigInt(chosen(row));
  let largest = 1;
  for (const row of rows) largest = Math.max(largest, Math.abs(Number(chosen(row))));

  const count = (id, title, number, isSigned = true) => ({ id, title, width: countWidth(rows, number),
    key: (row, index) => Number(number(row, index)),
    cell: (td, row, index) => { td.textContent = isSigned ? grouped(number(row, index)) : withCommas(number(row, index)); } });
  const columns = [nameColumn(group), { ...count("count", column.name, chosen),
    cell: (td, row) => {
      td.textContent = grouped(chosen(row));
      td.classList.add(direction(chosen(row)) || "plain");
    } }];
  if (column.base !== null) {
    columns.push({ id: "change", title: "change", width: 76,
      key: row => Number(before(row)) ? Number(chosen(row)) / Number(before(row)) : Number(chosen(row)) && Infinity,
      cell: (td, row) => {
        td.textContent = ownChange(event => row[counts + event]);
        td.style.background = shade(chosen(row), Number(before(row)) || chosen(row));
      } });
    columns.push(count("before", "before", before, false), count("after", "after", after, false));
  }
  columns.push({ id: "share", title: column.base !== null ? "% of base" : "%", width: 88, key: row => Number(chosen(row)),
    cell: (td, row) => {
      const bar = element("i", direction(chosen(row)));
      bar.style.width = Math.abs(Number(chosen(row))) / largest * 74 + "px";
      bar.style.opacity = (0.35 + 0.65 * heat(chosen(row), largest)).toFixed(2);
      td.className = "share";
      td.append(bar, element("span", "", percent(chosen(row), column.whole)));
    } });
  columns.push({ id: "sum", title: "cum. %", width: 76, key: row => Number(chosen(row)),
    cell: (td, _, index) => { td.textContent = functionTable.cumulative(index); } });
  if (group === "function" && data.calls)
    columns.push(count("inclusive", "inclusive", (_, index) => data.calls.inclusive[index][column.event]),
      count("calls", "calls", (_, index) => data.calls.calls[index]));
  if (group === "function") columns.push(fileColumn());
  for (const other of data.columns)
    if (other !== column) columns.push(count("+" + other.name, other.name, at(other.event)));
  for (const each of columns)
    each.about = each.id[0] === "+" ? eventInWords(data.columns.find(({ name }) => name === each.title))
      : each.id === "count" ? eventInWords(column) : ABOUT_COLUMNS[each.id] ?? "";
  return columns;
}

// Shows a text in which matches are marked. If they are in a part that is left out, the … is marked;
// so it can be seen which columns the search found the row by.
function markMatches(td, place, text, whole) {
  const { query } = functionTable, nodes = marked(query, text);
  place.append(...nodes);
  if (!query.patterns.some(pattern => has(pattern, whole))) return;
  td.classList.add("hit");
  const isSeen = nodes.some(node => node.nodeType), at = text.indexOf("…");
  if (!isSeen && at >= 0) place.replaceChildren(text.slice(0, at), element("mark", "", "…"), text.slice(at + 1));
}

function nameColumn(group) {
  return { id: "name", title: GROUPS[group].title, isText: true, key: row => row[0],
    cell: (td, row, index) => {
      const isPath = group !== "function", name = element("bdi");
      const text = isPath ? row[0] : fitName(row[0], functionTable.nameLetters);
      td.className = isPath ? "name path" : "name";
      markMatches(td, name, text, row[0]);
      td.title = row[0];
      td.append(linkTo(functionTable.destination(index), name));
    } };
}

function fileColumn() {
  return { id: "file", title: "File", isText: true, key: fn => fileName(fn[FUNCTION.file]),
    cell: (td, fn, index) => {
      const name = element("bdi"), whole = fileName(fn[FUNCTION.file]);
      const letters = Math.max(8, functionTable.fileLetters - (fn[FUNCTION.files] < 2 ? 0 : 5));
      td.className = "file";
      // In a search, cut here, where a match can be marked: else by the browser.
      const isCut = !functionTable.query.isEmpty && whole.length > letters;
      markMatches(td, name, isCut ? "…" + whole.slice(1 - letters) : whole, whole);
      td.title = whole;
      td.append(element("span", "path", name));
      if (fn[FUNCTION.files] < 2) return;
      const more = makeButton("more", `+${fn[FUNCTION.files] - 1}`, () => partsPopup.open(index));
      more.title = `Code of ${fn[FUNCTION.files]} files, inlined: show them`;
      more.setAttribute("aria-haspopup", "dialog");
      td.append(more);
    } };
}

// ---- the table -----------------------------------------------------------------------------------
// The table of functions, files or directories. Only the visible rows exist: two spacers replace the
// others, so twenty thousand functions scroll as easily as twenty.
const ROW_HEIGHT = 25;
const OVERSCAN = 12;

const functionTable = {
  order: [],    // indexes of the shown rows in the group's rows
  columns: [],  // of columnsOfTable()
  query: parseQuery(""),
  chosen: -1,   // the index of the marked row

  setUp() {
    this.scroll = document.getElementById("functions");
    this.table = document.getElementById("table");
    this.head = this.table.querySelector("thead");
    this.body = this.table.querySelector("tbody");
    this.search = document.getElementById("search");
    this.by = document.getElementById("by");
    for (const option of [...this.by.options]) if (!Object.hasOwn(GROUPS, option.value)) option.remove();
    this.short = document.getElementById("short");
    this.letter = letterWidth(12.5);
    this.drawnRows = new DrawnRows(this.scroll, ROW_HEIGHT, OVERSCAN, () => this.draw());
    this.scroll.addEventListener("keydown", event => this.key(event));
    this.search.addEventListener("input", () => go({ search: this.search.value }, false));
    this.search.addEventListener("keydown", event => {
      if (event.key === "ArrowDown") { event.preventDefault(); this.focusRow(0); }
      if (event.key === "Enter" && this.order.length) go(this.destination(this.order[0]));
      else if (event.key === "Enter") sourceSearch.next();
    });
    this.by.addEventListener("change", () => go({ by: this.by.value }));
    this.short.addEventListener("change", () => go({ short: this.short.checked ? "1" : "" }, false));
    onChange(["event", "by", "search", "order", "short"], changed => {
      this.query = parseQuery(state.search);
      if (changed.includes("event") || changed.includes("by")) this.fill();
      else if (changed.includes("order")) { this.sort(); this.filter(); }
      else if (changed.includes("search")) this.filter();
      else this.draw();
    });
    this.fill();
  },

  group() { return GROUPS[state.by]; },

  // The state that a click on a row leads to: the hottest line of a function; the source of a file,
  // or its functions if the source is not here; the files of a directory; the functions of a library.
  destination(index) {
    const name = this.group().rows[index][0];
    if (state.by === "function") return { place: "f" + index };
    if (state.by === "library") return { by: "function", search: `library:"${name}"` };
    const at = state.by === "file" ? source.ofFile(index) : -1;
    if (at >= 0) return { place: "s" + at };
    const path = state.by === "file" ? name : name === "." ? "" : name + (name === "/" ? "" : "/");
    return { by: state.by === "file" ? "function" : "file", search: path && `"${path.replaceAll('"', '" "')}"` };
  },

  // Makes the columns for the chosen event and group, and then the rows.
  fill() {
    this.columns = columnsOfTable(state.by);
    const groups = document.createElement("colgroup"), row = element("tr");
    for (const column of this.columns) {
      groups.append(document.createElement("col"));
      const button = makeButton("", column.title, () => {
        const [id, way] = state.order.split(/:(?=\w+$)/);
        const first = column.isText ? "up" : "down";
        go({ order: `${column.id}:${id === column.id ? (way === "up" ? "down" : "up") : first}` }, false);
      });
      button.title = column.about;
      row.append(heading((column.isText ? "text" : "") + (column.id === "name" ? " name" : ""), button));
    }
    this.table.querySelector("colgroup")?.remove();
    this.table.querySelector("caption").after(groups);
    this.head.replaceChildren(row);
    this.fitColumns();
    this.sort();
    this.filter();
  },

  resized() {
    if (!this.columns.length) return;
    this.fitColumns();
    this.draw();
  },

  // Names share the room that the numbers of the chosen event leave, but stay wide enough to be
  // read. The columns of other events are reached by scrolling.
  fitColumns() {
    const room = this.scroll.clientWidth;
    const end = this.columns.findIndex(column => column.id === "file") + 1 || this.columns.findIndex(column => column.id[0] === "+");
    const numbers = this.columns.slice(0, end < 0 ? undefined : end).reduce((sum, column) => sum + (column.width ?? 0), 0);
    const hasFile = this.columns.some(column => column.id === "file");
    const names = Math.max(room - numbers, hasFile ? 400 : 200);
    const minName = Math.floor(room * 0.42);
    const widths = this.columns.map(column => column.width ??
      Math.floor(column.id === "file" ? Math.max(150, names * NAME_SHARES.file)
        : hasFile ? Math.max(Math.min(minName, 260), Math.min(names * NAME_SHARES.name, minName * 1.3)) : Math.min(names, Math.max(minName, 700))));
    // The file gets the room that is left. If there is none, names get what the last column that
    // fits leaves: no number is cut at the edge.
    const total = widths.reduce((sum, width) => sum + width, 0);
    if (hasFile && total < room) {
      widths[end - 1] += room - total;
    } else if (total > room) {
      let shown = 0;
      for (let i = 1; i < widths.length && shown + widths[i] <= room - Math.min(220, minName); ++i) shown += widths[i];
      if (shown) widths[0] = room - shown;
    }
    const cols = this.table.querySelectorAll("col");
    widths.forEach((width, i) => { cols[i].style.width = width + "px"; });
    this.table.style.width = widths.reduce((sum, width) => sum + width, 0) + "px";
    this.nameLetters = Math.floor((widths[0] - 19) / this.letter);
    if (hasFile) this.fileLetters = Math.floor((widths[end - 1] - 19) / this.letter);
  },

  // Sorts all rows, those that a search hides too. Numbers are sorted by magnitude, as by all
  // commands.
  sort() {
    const { rows } = this.group();
    const [id, way] = state.order.split(/:(?=\w+$)/);
    const column = this.columns.find(column => column.id === id) ?? this.columns[1];
    [...this.head.rows[0].cells].forEach((th, i) => {
      if (this.columns[i] === column) th.setAttribute("aria-sort", way === "up" ? "ascending" : "descending");
      else th.removeAttribute("aria-sort");
    });
    this.isRanked = /^(count|share|sum)$/.test(column.id) && way !== "up";
    this.sorted = Array.from(rows, (_, i) => i);
    if (this.isRanked && chosenColumn() === data.columns[data.sort]) return; // as they come
    const keys = rows.map(column.isText ? column.key : (row, i) => Math.abs(column.key(row, i)));
    const sign = way === "up" ? 1 : -1;
    this.sorted.sort((a, b) => (keys[a] < keys[b] ? -sign : keys[a] > keys[b] ? sign : a - b));
  },

  // Chooses the rows that are shown.
  filter() {
    const { rows } = this.group();
    const found = this.query.isEmpty ? null : state.by === "function" ? matchFunctions(this.query)
      : Uint8Array.from(rows, row => (state.by === "library" ? isLibraryFound : isFound)(this.query, row[0]) ? 1 : 0);
    this.order = found ? this.sorted.filter(i => found[i]) : this.sorted;
    this.sums = null;
    this.tellMatches();
    this.table.setAttribute("aria-rowcount", String(this.order.length + 1));
    this.by.value = state.by;
    this.short.checked = state.short === "1";
    if (this.search.value !== state.search) this.search.value = state.search;
    this.scroll.scrollTop = 0;
    this.draw();
  },

  // Shows the number of rows and, in a search, the sum of their counts.
  tellMatches() {
    const { rows, counts, many, left_out: leftOut } = this.group();
    const { event, name, whole } = chosenColumn();
    const isAll = this.order.length === rows.length;
    let text = (isAll ? withCommas(rows.length) : `${withCommas(this.order.length)} of ${withCommas(rows.length)}`) + " " + many;
    if (!this.query.isEmpty) {
      const sum = sumOf(this.order.map(i => rows[i][counts + event]));
      text += `: ${grouped(sum)} ${name}, ${percent(sum, whole)}`;
    }
    if (leftOut) text += ` (${withCommas(leftOut)} smaller ones left out)`;
    document.getElementById("matches").textContent = this.query.error ? `not a regular expression: ${this.query.error}` : text;
    this.search.setAttribute("aria-invalid", String(this.query.error !== ""));
  },

  // The percentage of the sum of this row and the larger rows that are shown.
  cumulative(index) {
    const { event, whole } = chosenColumn(), { rows, counts } = this.group();
    if (!this.sums) {
      const size = i => Math.abs(Number(rows[i][counts + event]));
      this.sums = new Float64Array(rows.length);
      let sum = 0;
      for (const i of this.isRanked ? this.order : [...this.order].sort((a, b) => size(b) - size(a) || a - b))
        this.sums[i] = sum += Number(rows[i][counts + event]);
    }
    return percent(this.sums[index], whole);
  },

  draw() {
    const [first, last] = this.drawnRows.choose(this.order.length);
    const focused = document.activeElement?.closest?.("tr")?.dataset.position;
    const rows = [this.spacer(first)];
    for (let position = first; position < last; ++position) rows.push(this.row(position));
    rows.push(this.spacer(this.order.length - last));
    this.body.replaceChildren(...rows);
    if (focused !== undefined)
      this.body.querySelector(`tr[data-position="${focused}"] a`)?.focus({ preventScroll: true });
  },

  spacer(rows) {
    const td = element("td"), tr = element("tr", "spacer", td);
    tr.setAttribute("aria-hidden", "true");
    td.colSpan = this.columns.length;
    td.style.height = rows * ROW_HEIGHT + "px";
    return tr;
  },

  row(position) {
    const index = this.order[position];
    const tr = element("tr", position % 2 ? "odd" : "");
    tr.classList.toggle("chosen", index === this.chosen);
    tr.dataset.position = position;
    tr.setAttribute("aria-rowindex", String(position + 2));
    for (const column of this.columns) {
      const td = element("td");
      column.cell(td, this.group().rows[index], index);
      tr.append(td);
    }
    return tr;
  },

  key(event) {
    const row = document.activeElement?.closest?.("tr[data-position]");
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (!step && event.key !== "Home" && event.key !== "End") return;
    if (!row && this.order.length === 0) return;
    event.preventDefault();
    const from = row ? Number(row.dataset.position) : -1;
    const to = event.key === "Home" ? 0 : event.key === "End" ? this.order.length - 1 : from + step;
    this.focusRow(Math.max(0, Math.min(this.order.length - 1, to)));
  },

  focusRow(position) {
    if (position >= this.order.length) return;
    this.reveal(position);
    this.body.querySelector(`tr[data-position="${position}"] a`)?.focus({ preventScroll: true });
  },

  reveal(position) {
    const top = position * ROW_HEIGHT, head = this.head.offsetHeight;
    if (top < this.scroll.scrollTop) this.scroll.scrollTop = top;
    else if (top + ROW_HEIGHT + head > this.scroll.scrollTop + this.scroll.clientHeight)
      this.scroll.scrollTop = top + ROW_HEIGHT + head - this.scroll.clientHeight + 2 * ROW_HEIGHT;
    this.draw();
  },

  // Marks a row and brings it into view.
  choose(index) {
    this.chosen = index;
    const position = this.order.indexOf(index);
    if (position < 0) this.draw();
    else this.reveal(position);
  },
};

// ---- the files of a function ---------------------------------------------------------------------
// The popup that "+8" next to a function's file opens: all files that the function has code of,
// each with its count and a link to its hottest line.
const partsPopup = {
  setUp() {
    this.dialog = document.getElementById("parts-popup");
    this.dialog.addEventListener("click", event => {
      if (event.target === this.dialog || event.target.closest("a")) this.dialog.close();
    });
  },

  open(index) {
    const fn = data.functions[index], column = data.columns[data.sort];
    const title = element("h2", "rest", fitName(fn[FUNCTION.name], 60));
    title.id = "parts-title";
    title.title = fn[FUNCTION.name];
    const table = tableOf("Its files", [column.name, "% of it", heading("text", "File")], partsOf(index).map(([file, line, count]) =>
      element("tr", "", element("td", direction(count), grouped(count)), element("td", "", percent(count, fn[FUNCTION.counts + column.event])),
        element("td", "text", linkTo(source.placeOf(file, line), `${fileName(file)}${line ? ":" + line : ""}`)))));
    table.caption.className = "hidden-text";
    const scroll = element("div", "parts-list", table);
    scroll.tabIndex = 0;
    this.dialog.replaceChildren(element("div", "bar", title, makeButton("close", "Close", () => this.dialog.close())), scroll);
    this.dialog.showModal();
  },
};
