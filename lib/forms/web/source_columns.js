// SPDX-License-Identifier: GPL-2.0-or-later
// The columns beside the source: the chosen event, its change (in a difference), its percentage, and
// other events. These are the events chosen in the menu; by default all if they are few, else as
// many as leave TEXT_ROOM for the text.
// Shares: sourceColumns, sourceLine.
const TEXT_ROOM = 80; // letters
const FEW_EVENTS = 4; // up to this number, all are shown

const sourceColumns = {
  head: element("div", "source-head"),
  others: [],  // of data.columns

  setUp() {
    this.menu = document.getElementById("columns");
    this.menu.hidden = data.columns.length < 2;
    this.letter = letterWidth(12.5);
    const list = document.getElementById("columns-list");
    for (const column of data.columns) {
      const label = element("label"), box = element("input");
      box.type = "checkbox";
      box.addEventListener("change", () => {
        const chosen = data.columns.filter((_, i) => list.children[i].firstChild.checked);
        go({ columns: chosen.map(({ name }) => name).join(",") }, false);
      });
      label.append(box, column.name);
      list.append(label);
    }
    const automatic = element("button", "", "As many as fit");
    automatic.type = "button";
    automatic.addEventListener("click", () => { go({ columns: "" }, false); this.menu.open = false; });
    list.append(automatic);
  },

  // The width of an event's counts in this file, in letters.
  letters(column) {
    const longest = entries => entries.reduce((most, entry) => Math.max(most, grouped(entry[LINE.counts + column.event]).length), 0);
    return Math.max(longest(data.sources[source.file].lines), column.name.length) + 2;
  },

  choose() {
    const column = chosenColumn(), isNarrow = source.scroll.clientWidth < 520;
    const widths = new Map(data.columns.map(each => [each, this.letters(each)]));
    this.count = widths.get(column);
    this.hasChange = column.base !== null && !isNarrow;
    this.hasShare = !isNarrow;
    this.line = Math.max(4, String(source.rows.at(-1)?.line ?? 0).length) + 2;
    const asked = new Set(state.columns.split(","));
    if (state.columns) {
      this.others = data.columns.filter(each => each !== column && asked.has(each.name));
    } else {
      const areFew = data.columns.length <= FEW_EVENTS && !isNarrow;
      let room = areFew ? Infinity : source.scroll.clientWidth / this.letter - this.count - 8.5 - this.line - (this.hasChange ? 8.5 : 0) - TEXT_ROOM;
      this.others = [];
      for (const each of data.columns) {
        if (each === column) continue;
        if ((room -= widths.get(each)) < 0) break;
        this.others.push(each);
      }
    }
    this.widths = widths;
    [...document.querySelectorAll("#columns-list input")].forEach((box, i) => {
      box.checked = data.columns[i] === column || this.others.includes(data.columns[i]);
      box.disabled = data.columns[i] === column;
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
    change: hasCount && column.base !== null ? ownChange(at(column.event), at(column.base)) : "",
    share: hasCount ? percent(at(column.event), column.whole) : "",
    other: each => entry && Number(at(each.event)) !== 0 ? grouped(at(each.event)) : "",
    line: String(row.line || "?") });
  const text = element("span", "t", row.text === "" ? "\u200b" : row.text);
  if (row.text === undefined) {
    text.classList.add("unread");
    text.textContent = (row.line ? "" : "unknown line, ") + "in " + (fn ? fitName(fn[FUNCTION.name], 120) : "a function that is left out");
    if (fn) text.title = fn[FUNCTION.name];
  }
  if (hasCount) {
    const link = element(fn ? "a" : "span", direction(at(column.event)), grouped(at(column.event)));
    if (fn) {
      link.next = { place: "f" + entry[LINE.fn] };
      link.href = addressOf(link.next);
      link.title = "in " + fn[FUNCTION.name];
    }
    spans[0].append(link);
    text.style.background = shade(at(column.event), source.largest);
  }
  div.append(...spans, text);
  div.classList.toggle("target", row.line === source.target);
  div.dataset.line = row.line;
  return div;
}
