// SPDX-License-Identifier: GPL-2.0-or-later
// The annotated source of a file. Only the visible lines are drawn.
// Shares: source, LINE_HEIGHT.
const LINE_HEIGHT = 20;

const source = {
  file: -1,   // an index in data.sources; -1: none
  rows: [],   // {line, text, entry, sign} or {gap}; in order. sign: "+" for an added line, "−" for a
              // removed one, or ""
  target: 0,  // a line number

  setUp() {
    this.scroll = document.getElementById("source");
    this.select = document.getElementById("files");
    this.places = new Map();
    data.sources.forEach(({ file }, i) => this.places.set(file, [...this.places.get(file) ?? [], i]));
    const events = data.functions.length ? data.functions[0].length - FUNCTION.counts : 0;
    for (const item of data.sources)
      item.total = Array.from({ length: events }, (_, event) => sumOf(item.lines.map(entry => entry[LINE.counts + event])));
    this.scroll.addEventListener("scroll", () => this.schedule());
    this.select.addEventListener("change", () => go({ place: `s${this.select.value}` }));
    document.getElementById("next").addEventListener("click", () => this.step(1));
    document.getElementById("previous").addEventListener("click", () => this.step(-1));
    sourceColumns.setUp();
    onChange(["event", "columns", "short"], () => { this.list(); this.rate(); this.draw(); });
    onChange(["mark"], () => this.draw());
    this.list();
    // Begins with the hottest file whose text changed, or else is here.
    const files = this.files(), isChanged = file => data.sources[file].removed?.length || data.sources[file].added?.length;
    if (files.length) this.show(files.find(isChanged) ?? files.find(file => data.sources[file].chunks.length) ?? files[0], 0);
    else this.scroll.replaceChildren(element("p", "empty", "There is no source in this report."));
  },

  // The index in data.sources of a file of data.files, or -1. Several sources may have the same
  // name: this is the one with the line.
  ofFile(file, line = 0) {
    const places = this.places.get(file) ?? [];
    return places.find(i => data.sources[i].lines.some(entry => entry[LINE.number] === line)) ?? places[0] ?? -1;
  },

  // The files, the hottest first.
  files() {
    const { event } = chosenColumn();
    const size = i => Math.abs(value(data.sources[i].total, event));
    return data.sources.map((_, i) => i).sort((a, b) => size(b) - size(a) || a - b);
  },

  list() {
    const { event, whole } = chosenColumn(), order = this.files();
    // A path is cut at its beginning, since its end is the name of the file.
    this.listedWidth = this.select.clientWidth;
    const letters = Math.max(16, Math.floor((this.listedWidth - 46) / 8));
    const fit = (share, path) => share.length + 2 + path.length > letters ? "…" + path.slice(share.length + 3 - letters) : path;
    this.select.replaceChildren(...order.map(i => {
      const { total, file } = data.sources[i];
      const share = percent(total[event], whole);
      const option = element("option", "", `${share}  ${fit(share, fileName(file))}`);
      option.title = fileName(file);
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
    const note = element("p", "empty");
    note.append(place, " is not on this page, since the file holds little of any event: ", element("code", "", "cg_show --min=0"), " keeps every file.");
    this.scroll.replaceChildren(note);
  },

  // Says, while the file is shown, why its text is missing, and what to do.
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
        ` looks for it in DIR too. Of ${data.sources.length} files here ${missing.length} were not found, with ` +
        `${percent(sumOf(missing.map(({ total }) => total[event])), whole)} of ${name}.`);
    }
    if (item.newer)
      notes.push("This source is newer than the profile: if it was changed since, counts are beside wrong lines.");
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

  schedule() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  },

  draw() {
    if (!this.holder) return;
    this.drawnHeight = this.scroll.clientHeight;
    const first = Math.max(0, Math.floor(this.scroll.scrollTop / LINE_HEIGHT) - 10);
    const last = Math.min(this.rows.length, first + Math.ceil(this.scroll.clientHeight / LINE_HEIGHT) + 20);
    const lines = [];
    for (let i = first; i < last; ++i) lines.push(sourceLine(this.rows[i], i));
    this.holder.replaceChildren(...lines);
    // The widest line drawn so far limits horizontal scrolling.
    const width = Math.max(...lines.map(line => line.scrollWidth), 0);
    if (width > this.holder.clientWidth) this.holder.style.minWidth = width + "px";
  },
};
