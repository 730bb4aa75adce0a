// SPDX-License-Identifier: GPL-2.0-or-later
// The table of functions, files or folders. Only the rows in view exist: two spacers stand for
// the others, so that twenty thousand functions scroll as easily as twenty.
const ROW_HEIGHT = 25;
const OVERSCAN = 12;

const functionTable = {
  order: [],    // places in the group's rows, as shown
  columns: [],  // of columns.js
  query: parseQuery(""),
  chosen: -1,   // the place of the row that is marked

  setUp() {
    this.scroll = document.getElementById("functions");
    this.table = document.getElementById("table");
    this.head = this.table.querySelector("thead");
    this.body = this.table.querySelector("tbody");
    this.search = document.getElementById("search");
    this.by = document.getElementById("by");
    this.short = document.getElementById("short");
    this.letter = letterWidth(12.5);
    this.scroll.addEventListener("scroll", () => this.schedule());
    this.scroll.addEventListener("keydown", event => this.key(event));
    this.search.addEventListener("input", () => go({ search: this.search.value }, false));
    this.search.addEventListener("keydown", event => {
      if (event.key === "ArrowDown") { event.preventDefault(); this.focusRow(0); }
      if (event.key === "Enter" && this.order.length) go(this.destination(this.order[0]));
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

  // Where a click on a row leads: a function to its hottest line; a file to its source, or when
  // that is not here to its functions; a folder to its files.
  destination(index) {
    const name = this.group().rows[index][0];
    if (state.by === "function") return { place: "f" + index };
    const at = state.by === "file" ? source.ofFile(index) : -1;
    if (at >= 0) return { place: "s" + at };
    const path = state.by === "file" ? name : name === "." ? "" : name + (name === "/" ? "" : "/");
    return { by: state.by === "file" ? "function" : "file", search: path && `"${path.replaceAll('"', '" "')}"` };
  },

  // The columns for the event and the group that are chosen, and then the rows.
  fill() {
    this.columns = columnsOfTable(state.by);
    const groups = document.createElement("colgroup"), row = element("tr");
    for (const column of this.columns) {
      groups.append(document.createElement("col"));
      const th = element("th", column.isText ? "text" : "");
      if (column.id === "name") th.classList.add("name");
      th.scope = "col";
      const button = element("button", "", column.title);
      button.type = "button";
      button.addEventListener("click", () => {
        const [id, way] = state.order.split(/:(?=\w+$)/);
        const first = column.isText ? "up" : "down";
        go({ order: `${column.id}:${id === column.id ? (way === "up" ? "down" : "up") : first}` }, false);
      });
      th.append(button);
      row.append(th);
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

  // Names share what the numbers of the chosen event leave, but keep room to be read; the others
  // are beyond, to scroll to.
  fitColumns() {
    const room = this.scroll.clientWidth;
    const end = this.columns.findIndex(column => column.id === "file") + 1 || this.columns.findIndex(column => column.id[0] === "+");
    const numbers = this.columns.slice(0, end < 0 ? undefined : end).reduce((sum, column) => sum + (column.width ?? 0), 0);
    const hasFile = this.columns.some(column => column.id === "file");
    const names = Math.max(room - numbers, hasFile ? 400 : 200);
    const least = Math.floor(room * 0.42);
    const widths = this.columns.map(column => column.width ??
      Math.floor(column.id === "file" ? Math.max(150, names * NAME_SHARES.file)
        : hasFile ? Math.max(Math.min(least, 260), Math.min(names * NAME_SHARES.name, least * 1.3)) : Math.min(names, Math.max(least, 700))));
    // What is left over is the file's.
    const total = widths.reduce((sum, width) => sum + width, 0);
    if (hasFile && total < room) widths[end - 1] += room - total;
    const cols = this.table.querySelectorAll("col");
    widths.forEach((width, i) => { cols[i].style.width = width + "px"; });
    this.table.style.width = widths.reduce((sum, width) => sum + width, 0) + "px";
    this.nameLetters = Math.floor((widths[0] - 19) / this.letter);
  },

  // In which order the rows are, whatever is searched for. Numbers go by magnitude, as everywhere
  // in the kit.
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

  // Which rows are shown.
  filter() {
    const { rows } = this.group();
    const found = this.query.isEmpty ? null : state.by === "function" ? matchFunctions(this.query)
      : Uint8Array.from(rows, row => isFound(this.query, row[0]) ? 1 : 0);
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

  // How many rows, of a search what they cost together.
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

  // What this row of those shown and the greater ones have together. Summed up when first asked.
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

  schedule() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  },

  draw() {
    const first = Math.max(0, Math.floor(this.scroll.scrollTop / ROW_HEIGHT) - OVERSCAN);
    const seen = Math.ceil(this.scroll.clientHeight / ROW_HEIGHT) + 2 * OVERSCAN;
    const last = Math.min(this.order.length, first + seen);
    const focused = document.activeElement?.closest?.("tr")?.dataset.position;
    const rows = [this.spacer(first)];
    for (let position = first; position < last; ++position) rows.push(this.row(position));
    rows.push(this.spacer(this.order.length - last));
    this.body.replaceChildren(...rows);
    if (focused !== undefined)
      this.body.querySelector(`tr[data-position="${focused}"] a`)?.focus({ preventScroll: true });
  },

  spacer(rows) {
    const tr = element("tr", "spacer");
    tr.setAttribute("aria-hidden", "true");
    const td = element("td");
    td.colSpan = this.columns.length;
    td.style.height = rows * ROW_HEIGHT + "px";
    tr.append(td);
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
