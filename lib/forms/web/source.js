// SPDX-License-Identifier: GPL-2.0-or-later
// The annotated source of a file, drawn as it comes into view.
const LINE_HEIGHT = 20;

const source = {
  file: -1,
  rows: [],   // {line, text, entry} or {gap}; in order
  target: 0,  // a line number

  setUp() {
    this.scroll = document.getElementById("source");
    this.select = document.getElementById("files");
    this.scroll.addEventListener("scroll", () => this.schedule());
    addEventListener("resize", () => this.schedule());
    this.select.addEventListener("change", () => { location.hash = `s${this.select.value}`; });
    document.getElementById("next").addEventListener("click", () => this.step(1));
    document.getElementById("previous").addEventListener("click", () => this.step(-1));
    onColumn(() => { this.list(); this.rate(); this.draw(); });
    this.list();
    // The hottest file, but rather one that can be read.
    const files = [...this.select.options].map(option => Number(option.value));
    if (files.length) this.show(files.find(file => data.sources[file].chunks.length) ?? files[0], 0);
    else this.scroll.replaceChildren(element("p", "empty", "There is no source in this report."));
  },

  total(file) {
    return data.sources[file].total;
  },

  // The files, the hottest first.
  list() {
    const event = state.column.event;
    const order = data.sources.map((_, i) => i)
      .sort((a, b) => Math.abs(value(this.total(b), event)) - Math.abs(value(this.total(a), event)) || a - b);
    this.select.replaceChildren(...order.map(i => {
      const option = element("option", "", `${percent(this.total(i)[event], state.column.whole)}  ${data.files[data.sources[i].file]}`);
      option.value = i;
      option.selected = i === this.file;
      return option;
    }));
  },

  show(index, line) {
    const item = data.sources[index];
    this.file = index;
    this.select.value = String(index);
    const entries = new Map(item.lines.map(entry => [entry[LINE.number], entry]));
    this.rows = [];
    let next = 1;
    for (const [first, texts] of item.chunks) {
      if (first > next) this.rows.push({ gap: `lines ${next} to ${first - 1} have no counts and are left out` });
      texts.forEach((text, i) => {
        const entry = entries.get(first + i);
        entries.delete(first + i);
        this.rows.push({ line: first + i, text, entry });
      });
      next = first + texts.length;
    }
    if (entries.size) {
      this.rows.push({ gap: item.chunks.length ? "counts of lines that the file does not have" : item.why });
      for (const [number, entry] of entries) this.rows.push({ line: number, text: number ? "" : "(unknown line)", entry });
    }
    this.rate();
    const holder = element("div", "lines");
    holder.style.height = this.rows.length * LINE_HEIGHT + "px";
    this.holder = holder;
    this.scroll.replaceChildren(holder);
    this.scroll.scrollLeft = 0;
    this.go(line || this.hottest(), false);
  },

  // Which lines count as hot for the event: those with a hundredth of the file or more.
  rate() {
    if (this.file < 0) return;
    const event = LINE.counts + state.column.event;
    const sum = this.rows.reduce((all, row) => all + (row.entry ? Math.abs(value(row.entry, event)) : 0), 0);
    this.largest = this.rows.reduce((most, row) => Math.max(most, row.entry ? Math.abs(value(row.entry, event)) : 0), 1);
    this.hot = this.rows.filter(row => row.entry && sum > 0 && Math.abs(value(row.entry, event)) >= sum / 100);
  },

  hottest() {
    const event = LINE.counts + state.column.event;
    let best = null;
    for (const row of this.hot)
      if (!best || Math.abs(value(row.entry, event)) > Math.abs(value(best.entry, event))) best = row;
    return best ? best.line : 1;
  },

  step(by) {
    const position = this.rows.findIndex(row => row.line === this.target);
    const places = this.hot.map(row => this.rows.indexOf(row));
    const to = by > 0 ? places.find(place => place > position) : places.reverse().find(place => place < position);
    if (to !== undefined) this.go(this.rows[to].line, true);
  },

  go(line, remember) {
    this.target = line;
    const position = Math.max(0, this.rows.findIndex(row => row.line === line));
    this.scroll.scrollTop = Math.max(0, (position + 0.5) * LINE_HEIGHT - this.scroll.clientHeight / 2);
    if (remember) history.replaceState(null, "", `#s${this.file}:${line}`);
    this.draw();
  },

  schedule() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  },

  draw() {
    if (!this.holder) return;
    const first = Math.max(0, Math.floor(this.scroll.scrollTop / LINE_HEIGHT) - 10);
    const last = Math.min(this.rows.length, first + Math.ceil(this.scroll.clientHeight / LINE_HEIGHT) + 20);
    const lines = [];
    for (let i = first; i < last; ++i) lines.push(this.line(this.rows[i], i));
    this.holder.replaceChildren(...lines);
    // The widest line seen so far says how far the pane scrolls sideways.
    this.holder.style.minWidth = Math.max(...lines.map(line => line.scrollWidth), 0) + "px";
  },

  line(row, position) {
    const div = element("div", "line");
    div.style.top = position * LINE_HEIGHT + "px";
    if (row.gap) {
      div.append(element("span", "gap", row.gap));
      return div;
    }
    const n = element("span", "n"), p = element("span", "p");
    const text = element("span", "t", row.text === "" ? "\u200b" : row.text);
    if (row.entry) {
      const count = row.entry[LINE.counts + state.column.event];
      if (Number(count) !== 0) {
        const fn = data.functions[row.entry[LINE.fn]]; // none where it was left out
        const link = element(fn ? "a" : "span", direction(count), grouped(count));
        if (fn) {
          link.href = "#f" + row.entry[LINE.fn];
          link.title = "in " + fn[FUNCTION.name];
        }
        n.append(link);
        p.textContent = percent(count, state.column.whole);
        const shade = (0.10 + 0.5 * Math.sqrt(Math.abs(Number(count)) / this.largest)).toFixed(2);
        const hue = data.difference ? direction(count) : "heat";
        text.style.background = `rgba(var(--${hue}-rgb), ${shade})`;
      }
    }
    div.append(n, p, element("span", "l", String(row.line || "?")), text);
    div.classList.toggle("target", row.line === this.target);
    div.dataset.line = row.line;
    return div;
  },
};
