// SPDX-License-Identifier: GPL-2.0-or-later
// The instructions of a function, in the place of the table: beside the source. A click on one leads
// to its line, and the instructions of the line that the source is at are marked.
const LANE_WIDTH = 7;       // pixels between arcs
const ARC_END = 10;         // pixels from the first lane to the text
const MAX_CODE_SIZE = 1000; // functions in the list
const HOT_INSTRUCTIONS = 0.02; // of the function's count

const codePane = {
  index: -1, // of the function that is shown

  // Parsed when instructions are shown first.
  functions() {
    this.parsed ??= JSON.parse(document.getElementById("code").textContent);
    return this.parsed;
  },

  setUp() {
    this.button = document.getElementById("show-code");
    const text = document.getElementById("code").textContent;
    this.isThere = text !== "null" && text.trim() !== "[]";
    this.button.hidden = !this.isThere;
    if (!this.isThere) return;
    this.pane = document.getElementById("code-pane");
    this.scroll = document.getElementById("code-scroll");
    this.select = document.getElementById("code-functions");
    this.button.addEventListener("click", () => state.code === "" ? this.open() : go({ code: "" }));
    document.getElementById("hide-code").addEventListener("click", () => go({ code: "" }));
    document.getElementById("code-next").addEventListener("click", () => this.step(1));
    document.getElementById("code-previous").addEventListener("click", () => this.step(-1));
    this.select.addEventListener("change", () => this.choose(Number(this.select.value)));
    this.drawnRows = new DrawnRows(this.scroll, LINE_HEIGHT, 10, () => this.draw());
    onChange(["code"], () => this.show());
    onChange(["event", "short"], () => { if (state.code !== "") this.drawAll(); });
  },

  // The function of the line or function that is shown; else the hottest.
  open() {
    const index = this.ofPlace();
    if (index >= 0) return go({ code: String(index) });
    this.choose(0);
  },

  // Shows a function, and its hottest line in the source.
  choose(index) {
    const row = this.hottest(index);
    go({ code: String(index), ...(row && source.placeOf(row[CODE.file], row[CODE.line])) });
  },

  // The function that is shown, or the one with most counts in the line that is, or -1.
  ofPlace() {
    const functions = this.functions(), { event } = chosenColumn();
    if (/^f/.test(state.place)) {
      const index = functions.findIndex(each => each.function === markedFunction());
      if (index >= 0) return index;
    }
    let best = -1, most = -1;
    functions.forEach(({ rows }, i) => {
      let sum = 0, isThere = false;
      for (const row of rows)
        if (this.isAtLine(row)) {
          sum += Math.abs(value(row, CODE.counts + event));
          isThere = true;
        }
      if (isThere && sum > most) [best, most] = [i, sum];
    });
    return best;
  },

  hottest(index) {
    const { event } = chosenColumn();
    let best = null;
    for (const row of this.functions()[index].rows)
      if (row[CODE.kind] === 0 && (!best || Math.abs(value(row, CODE.counts + event)) > Math.abs(value(best, CODE.counts + event)))) best = row;
    return best;
  },

  show() {
    if (!this.isThere) return;
    const isShown = state.code !== "" && this.functions()[state.code] !== undefined;
    this.pane.hidden = !isShown;
    document.getElementById("table-pane").hidden = isShown;
    this.button.setAttribute("aria-pressed", String(isShown));
    this.index = isShown ? Number(state.code) : -1;
    if (isShown) {
      this.drawAll();
      this.goToLine();
    } else {
      functionTable.resized();
    }
    source.resized();
  },

  // Shows the instructions of the line or function that is shown now: stays with the function if it
  // was chosen, or has instructions of the line.
  follow(isChosen) {
    if (this.index < 0) return;
    const isLine = /^s/.test(state.place), { rows } = this.functions()[this.index];
    if (isChosen || (isLine && rows.some(row => this.isAtLine(row)))) {
      this.goToLine();
      return;
    }
    const index = this.ofPlace();
    if (index >= 0 && index !== this.index) go({ code: String(index) }, false);
    else this.draw();
  },

  isAtLine(row) {
    return row[CODE.kind] === 0 && source.file >= 0 && row[CODE.file] === data.sources[source.file].file && row[CODE.line] === source.target;
  },

  // Brings the instructions of the source's line into view: the hottest, unless one is there.
  goToLine() {
    const { rows } = this.functions()[this.index], { event } = chosenColumn();
    const places = rows.map((_, i) => i).filter(i => this.isAtLine(rows[i]));
    const top = this.scroll.scrollTop / LINE_HEIGHT, bottom = top + this.scroll.clientHeight / LINE_HEIGHT - 2;
    const size = i => Math.abs(value(rows[i], CODE.counts + event));
    if (places.length && !places.some(i => i >= top && i <= bottom))
      this.goTo(places.reduce((best, i) => size(i) > size(best) ? i : best));
    else if (!places.length)
      this.goTo(rows.indexOf(this.hottest(this.index)));
    this.draw();
  },

  goTo(row) {
    this.scroll.scrollTop = Math.max(0, (row + 1.5) * LINE_HEIGHT - this.scroll.clientHeight / 2);
  },

  // Goes through the lines of hot instructions.
  step(by) {
    const { rows, counts } = this.functions()[this.index], { event } = chosenColumn();
    const least = Math.abs(value(counts, event)) * HOT_INSTRUCTIONS;
    const isHot = row => row[CODE.kind] === 0 && Math.abs(value(row, CODE.counts + event)) >= least;
    const at = rows.findIndex((row, i) => i === this.chosen && this.isAtLine(row));
    const from = at < 0 ? rows.findIndex(row => this.isAtLine(row)) : at;
    for (let i = from + by; i >= 0 && i < rows.length; i += by)
      if (isHot(rows[i]) && !(from >= 0 && rows[i][CODE.line] === rows[from][CODE.line] && rows[i][CODE.file] === rows[from][CODE.file])) {
        this.goTo(i);
        return this.chooseRow(i);
      }
  },

  // Shows the line of an instruction.
  chooseRow(i) {
    const row = this.functions()[this.index].rows[i];
    this.chosen = i;
    const next = source.placeOf(row[CODE.file], row[CODE.line]);
    if (next) go(next, false);
    this.draw();
  },

  list() {
    const { event, whole } = chosenColumn(), functions = this.functions();
    const size = i => Math.abs(value(functions[i].counts, event));
    const order = functions.map((_, i) => i).sort((a, b) => size(b) - size(a) || a - b).slice(0, MAX_CODE_SIZE);
    const letters = Math.max(16, Math.floor((this.select.clientWidth - 90) / 8));
    fillSelect(this.select, order, this.index,
      i => `${percent(functions[i].counts[event], whole)}  ${fitName(functions[i].name, letters)}`, i => functions[i].name);
  },

  drawAll() {
    const { rows, lanes, object, counts } = this.functions()[this.index], column = chosenColumn(), at = CODE.counts + column.event;
    this.list();
    this.largest = rows.reduce((most, row) => row[CODE.kind] === 0 ? Math.max(most, Math.abs(value(row, at))) : most, 1);
    const texts = rows.filter(row => row[CODE.kind] === 0);
    const count = texts.reduce((most, row) => Math.max(most, grouped(row[at]).length), column.name.length) + 2;
    const line = texts.reduce((most, row) => Math.max(most, this.place(row).length), 4) + 2;
    this.hasShare = this.scroll.clientWidth >= 440;
    this.arcsWidth = lanes ? lanes * LANE_WIDTH + ARC_END : 0;
    this.widths = { count, line: Math.min(line, 24) };
    this.letter = letterWidth(12.5);
    this.scroll.style.setProperty("--count", count + "ch");
    this.scroll.style.setProperty("--line", this.widths.line + "ch");
    this.head = element("div", "source-head");
    this.head.append(element("span", "n", column.name));
    if (this.hasShare) this.head.append(element("span", "p", column.base !== null ? "% base" : "%"));
    this.head.append(element("span", "l", "line"));
    this.head.append(element("span", "t", `${grouped(counts[column.event])} in ${baseName(object)}`));
    this.head.lastChild.title = object;
    this.holder = element("div", "lines");
    this.holder.style.height = rows.length * LINE_HEIGHT + "px";
    this.scroll.replaceChildren(this.head, this.holder);
    const banner = document.getElementById("code-banner");
    banner.hidden = texts.length === 0 || texts.some(row => !/ instructions?(, \d+ bytes?)?$/.test(row[CODE.text]));
    banner.textContent = `${object} was not found where the report was made, or is another build: only addresses are known.`;
    this.draw();
  },

  // a.c:12
  place(row) {
    if (row[CODE.file] < 0 || fileName(row[CODE.file]) === "???") return "";
    return baseName(fileName(row[CODE.file])) + (row[CODE.line] ? ":" + row[CODE.line] : "");
  },

  line(row, position, previous) {
    const div = element("div", "line"), column = chosenColumn(), at = CODE.counts + column.event;
    div.style.top = position * LINE_HEIGHT + "px";
    div.dataset.row = position;
    const isCode = row[CODE.kind] === 0, has = isCode && Number(row[at]) !== 0;
    const n = element("span", "n " + (has ? direction(row[at]) : ""), has ? grouped(row[at]) : "");
    const l = element("span", "l"), isFirst = isCode && (!previous || previous[CODE.kind] !== 0 || this.place(previous) !== this.place(row));
    const place = isCode ? this.place(row) : "";
    if (isFirst && place) {
      const next = source.placeOf(row[CODE.file], row[CODE.line]), text = place.length > 22 ? "…" + place.slice(-21) : place;
      l.append(next ? linkTo(next, text, `${fileName(row[CODE.file])}:${row[CODE.line]}`) : text);
    }
    div.append(n);
    if (this.hasShare) div.append(element("span", "p", has ? percent(row[at], column.whole) : ""));
    div.append(l);
    const arcs = element("span", "arcs");
    arcs.style.width = this.arcsWidth + "px";
    const text = element("span", "t", row[CODE.text]);
    if (has) text.style.background = shade(row[at], this.largest);
    if (isCode) text.addEventListener("click", () => { if (getSelection().isCollapsed) this.chooseRow(position); });
    div.append(arcs, text);
    div.classList.toggle("other", !isCode);
    div.classList.toggle("same-line", this.isAtLine(row));
    return div;
  },

  // The arcs that are beside the rows from first to last.
  arcs(first, last) {
    const { arcs, rows } = this.functions()[this.index], name = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(name, "svg");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("width", this.arcsWidth);
    svg.setAttribute("height", rows.length * LINE_HEIGHT);
    svg.style.left = `calc(${this.widths.count + this.widths.line}ch + ${this.hasShare ? "8.5ch" : "0px"})`;
    const middle = row => (row + 0.5) * LINE_HEIGHT, right = this.arcsWidth - 2;
    const add = (d, className) => {
      const path = document.createElementNS(name, "path");
      path.setAttribute("d", d);
      path.setAttribute("class", className);
      svg.append(path);
    };
    for (const [lane, target, ...sources] of arcs) {
      const ends = [target, ...sources], top = Math.min(...ends), bottom = Math.max(...ends);
      if (bottom < first || top > last) continue;
      const x = this.arcsWidth - ARC_END - lane * LANE_WIDTH - 1, radius = top === bottom ? 0 : 4;
      const near = ends.some(end => this.isAtLine(rows[end])) ? " near" : "";
      let d = `M${x} ${middle(top) + radius}V${middle(bottom) - radius}`;
      for (const end of ends)
        d += end === top && radius ? `M${x} ${middle(end) + radius}q0 -${radius} ${radius} -${radius}H${right}`
          : end === bottom && radius ? `M${x} ${middle(end) - radius}q0 ${radius} ${radius} ${radius}H${right}`
            : `M${x} ${middle(end)}H${right}`;
      add(d, near);
      add(`M${right + 2} ${middle(target)}l-6 -3.5v7z`, "head" + near);
    }
    return svg;
  },

  draw() {
    if (!this.holder || this.index < 0) return;
    const { rows } = this.functions()[this.index];
    const [first, last] = this.drawnRows.choose(rows.length);
    const lines = [];
    for (let i = first; i < last; ++i) lines.push(this.line(rows[i], i, i > first ? rows[i - 1] : null));
    this.holder.replaceChildren(this.arcs(first, last), ...lines);
    const width = Math.max(...lines.map(line => line.scrollWidth), 0);
    if (width > this.holder.clientWidth) this.holder.style.minWidth = width + "px";
    this.drawnWidth = this.scroll.clientWidth;
  },

  resized() {
    if (!this.holder || this.index < 0) return;
    if (this.scroll.clientWidth !== this.drawnWidth) this.drawAll();
    else this.draw();
  },
};
