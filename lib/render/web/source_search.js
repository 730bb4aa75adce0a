// SPDX-License-Identifier: GPL-2.0-or-later
// The search in the texts of the sources: a button beside the number of matches says how many lines
// contain all words, and a click goes to the next of them.
// Shares: sourceSearch.
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
