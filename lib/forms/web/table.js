// SPDX-License-Identifier: GPL-2.0-or-later
// The table of functions. Only the rows in view exist: two spacers stand for the others, so
// that twenty thousand functions scroll as easily as twenty.
const ROW_HEIGHT = 25;
const OVERSCAN = 12;

const functionTable = {
  order: [],       // indices of data.functions, as shown
  heads: [],       // {title, text, width (pixels, or a share of the names'), key, cell}
  sortBy: 0,       // index into heads
  descending: true,
  query: "",
  chosen: -1,      // index of data.functions

  setUp() {
    this.scroll = document.getElementById("functions");
    this.head = document.querySelector("#table thead");
    this.body = document.querySelector("#table tbody");
    this.search = document.getElementById("search");
    this.scroll.addEventListener("scroll", () => this.schedule());
    addEventListener("resize", () => { this.fitColumns(); this.schedule(); });
    this.scroll.addEventListener("keydown", event => this.key(event));
    this.search.addEventListener("input", () => { this.query = this.search.value; this.fill(); });
    this.search.addEventListener("keydown", event => {
      if (event.key === "ArrowDown") { event.preventDefault(); this.focusRow(0); }
    });
    onColumn(() => this.columns());
    this.columns();
  },

  // The columns for the event that is chosen.
  columns() {
    const column = state.column;
    const count = event => ({
      width: this.widthOf(fn => fn[FUNCTION.counts + event]),
      key: fn => value(fn, FUNCTION.counts + event),
      cell: (td, fn) => { td.textContent = grouped(fn[FUNCTION.counts + event]); },
    });
    let largest = 1;
    for (const fn of data.functions)
      largest = Math.max(largest, Math.abs(value(fn, FUNCTION.counts + column.event)));
    this.heads = [
      { title: column.name, ...count(column.event),
        cell: (td, fn) => {
          td.textContent = grouped(fn[FUNCTION.counts + column.event]);
          td.classList.add(direction(fn[FUNCTION.counts + column.event]) || "plain");
        } },
      { title: column.base !== null ? "% of base" : "%", width: 88,
        key: fn => value(fn, FUNCTION.counts + column.event),
        cell: (td, fn) => {
          const part = fn[FUNCTION.counts + column.event];
          const bar = element("i", direction(part));
          bar.style.width = Math.abs(Number(part)) / largest * 74 + "px";
          td.className = "share";
          td.append(bar, element("span", "", percent(part, column.whole)));
        } },
      { title: "Function", text: true, width: 0.6, key: fn => fn[FUNCTION.name],
        cell: (td, fn, index) => {
          const link = element("a");
          link.href = "#f" + index;
          link.append(...this.marked(fn[FUNCTION.name]));
          td.className = "name";
          td.title = fn[FUNCTION.name];
          td.append(link);
        } },
      { title: "File", text: true, width: 0.4, key: fn => data.files[fn[FUNCTION.file]],
        cell: (td, fn) => {
          const more = fn[FUNCTION.files] > 1 ? ` +${fn[FUNCTION.files] - 1}` : "";
          const name = element("bdi");
          name.append(...this.marked(data.files[fn[FUNCTION.file]]), more);
          td.className = "file";
          td.title = data.files[fn[FUNCTION.file]] + more;
          td.append(name);
        } },
    ];
    if (column.base !== null)
      this.heads.splice(2, 0,
        { title: "before", ...this.plain(fn => BigInt(fn[FUNCTION.counts + column.base])) },
        { title: "after", ...this.plain(fn =>
          BigInt(fn[FUNCTION.counts + column.base]) + BigInt(fn[FUNCTION.counts + column.event])) });
    for (const other of data.columns)
      if (other !== column) this.heads.push({ title: other.name, ...count(other.event) });
    this.sortBy = 0;
    this.descending = true;
    this.drawHead();
    this.fill();
  },

  // number: of a function, a BigInt, since a sum may be past 2^53.
  plain(number) {
    return { width: this.widthOf(number), key: fn => Number(number(fn)),
      cell: (td, fn) => { td.textContent = number(fn).toLocaleString("en"); } };
  },

  // Room for the longest number of a column: a count that is cut off would be a lie.
  widthOf(number) {
    let longest = 0;
    for (const fn of data.functions) longest = Math.max(longest, String(number(fn)).length);
    return Math.max(76, Math.ceil(longest * 4 / 3 + 1) * 8.4 + 20);
  },

  drawHead() {
    const groups = document.createElement("colgroup");
    const row = element("tr");
    this.heads.forEach((head, i) => {
      groups.append(document.createElement("col"));
      const th = element("th", head.text ? "text" : "");
      th.scope = "col";
      const button = element("button", "", head.title);
      button.type = "button";
      button.addEventListener("click", () => {
        this.descending = this.sortBy === i ? !this.descending : !head.text;
        this.sortBy = i;
        this.showSort();
        this.fill();
      });
      th.append(button);
      row.append(th);
    });
    const table = document.getElementById("table");
    table.querySelector("colgroup")?.remove();
    table.querySelector("caption").after(groups);
    this.head.replaceChildren(row);
    this.fitColumns();
    this.showSort();
  },

  // Names share what the numbers of the chosen event leave, but keep room to be read; the other
  // events stand beyond, to scroll to.
  fitColumns() {
    const least = 340;
    let fixed = 0, total = 0;
    for (const head of this.heads) {
      if (head.width > 1) fixed += head.width;
      if (head.title === "File") break;
    }
    const names = Math.max(least, this.scroll.clientWidth - fixed);
    const cols = document.querySelectorAll("#table col");
    this.heads.forEach((head, i) => {
      const width = head.width > 1 ? head.width : Math.floor(head.width * names);
      cols[i].style.width = width + "px";
      total += width;
    });
    document.getElementById("table").style.width = total + "px";
  },

  showSort() {
    [...this.head.rows[0].cells].forEach((th, i) => {
      if (i === this.sortBy) th.setAttribute("aria-sort", this.descending ? "descending" : "ascending");
      else th.removeAttribute("aria-sort");
    });
  },

  // Which functions, and in which order. Numbers go by magnitude, as everywhere in the kit.
  fill() {
    const query = this.query.toLowerCase();
    const head = this.heads[this.sortBy];
    const order = [];
    data.functions.forEach((fn, i) => {
      if (!query || fn[FUNCTION.name].toLowerCase().includes(query) ||
          data.files[fn[FUNCTION.file]].toLowerCase().includes(query)) order.push(i);
    });
    const keys = data.functions.map(head.key);
    const compare = head.text ? (a, b) => keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0
      : (a, b) => Math.abs(keys[a]) - Math.abs(keys[b]);
    const sign = this.descending ? -1 : 1;
    order.sort((a, b) => sign * compare(a, b) || a - b);
    this.order = order;
    const all = data.functions.length, number = n => n.toLocaleString("en");
    document.getElementById("matches").textContent =
      (order.length === all ? number(all) : `${number(order.length)} of ${number(all)}`) +
      (data.left_out ? ` (${number(data.left_out)} smaller ones left out)` : "");
    document.getElementById("table").setAttribute("aria-rowcount", String(order.length + 1));
    this.scroll.scrollTop = 0;
    this.draw();
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
    td.colSpan = this.heads.length;
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
    for (const head of this.heads) {
      const td = element("td");
      head.cell(td, data.functions[index], index);
      tr.append(td);
    }
    return tr;
  },

  // The text with what was searched for marked.
  marked(text) {
    const at = this.query ? text.toLowerCase().indexOf(this.query.toLowerCase()) : -1;
    if (at < 0) return [text];
    const end = at + this.query.length;
    return [text.slice(0, at), element("mark", "", text.slice(at, end)), text.slice(end)];
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

  // Marks a function and brings it into view, lifting the search if that hides it.
  choose(index, focus) {
    this.chosen = index;
    let position = this.order.indexOf(index);
    if (position < 0 && this.query) {
      this.query = this.search.value = "";
      this.fill();
      position = this.order.indexOf(index);
    }
    if (position < 0) return;
    if (focus) this.focusRow(position);
    else this.reveal(position);
  },
};
