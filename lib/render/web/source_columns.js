// SPDX-License-Identifier: GPL-2.0-or-later
// The columns beside the source: the chosen event, its change (in a difference), its percentage, and
// others: its counts before and after, and other events. These are the ones chosen in the menu; by
// default all if they are few, else as many as leave TEXT_ROOM for the text.
// Shares: sourceColumns, sourceLine.
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
    const automatic = element("button", "", "As many as fit");
    automatic.type = "button";
    automatic.addEventListener("click", () => { go({ columns: "" }, false); this.menu.open = false; });
    list.append(automatic);
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
    change: hasCount && column.base !== null ? ownChange(at(column.event), at(column.base)) : "",
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
  if (row.sign) div.classList.add(row.sign === "+" ? "added" : "removed");
  div.classList.toggle("target", row.line === source.target);
  div.classList.toggle("marked", markedFunction() >= 0 && entry?.[LINE.fn] === markedFunction());
  div.dataset.line = row.line;
  return div;
}
