// SPDX-License-Identifier: GPL-2.0-or-later
// The data of the report, how numbers are shown, and the meaning of events, in words.
//
// This is the only description of the data's layout. lib/render/html.cpp and page_*.cpp write
// the data: a change there changes this comment, and the constants below.
//
// "counts..." is a count for each event of the profile. A count is a number, or a string if a
// double cannot represent it exactly: scripts compute with it as a number and show it unchanged.
// The number of a line that was removed is that in the old text, negative.
// A function, file or source is given by its index in the array of that name.
//
// Element "data", read at once:
//   title         the command line of the profiled program, or the name of the profile
//   about         [name of the profile, text of a desc: line...]
//   difference    true if counts are changes
//   percentages   false for a difference without a base
//   with_sources  false if the report was made without sources
//   sort          the index of the column that the page begins with; functions are ranked by it
//   columns       [{name, event, base, total, whole, words, part_of}...]: event and base are indexes
//                 in "counts...", base is null without a base; whole is the count that is 100 %;
//                 words are the meaning of an event of the tool, part_of the event that has it, or ""
//   functions     [[name, file, number of files, hottest line, counts...]...], the largest first;
//                 the file with the largest part
//   cuts          for each of "functions", and then for each of calls.names: what goes first of its
//                 name where there is no room (cut.js), or 0 if nothing does
//   files         [[name, counts...]...], the largest first, then others that the data refer to
//   directories   [[name, counts...]...], the largest first
//   libraries     [[name, counts...]...]: programs and libraries, the largest first; none if the
//                 profile does not know them
//   library_of    [library or -1...], for each of "functions"; none without calls
//   left_out      [functions, files, directories]: the numbers of those that --top left out
//   tree          [[depth, kind, name, number, counts...]...], each node before its children.
//                 kind: "root", "directory", "file", "function", or "smaller" (children that are
//                 left out, as one node). number: for "function" the function, which has the name,
//                 or -1; for "smaller" the number of these children; else -1
//   sources       [{file, found, chunks: [[first line, [text...]]...], removed, added, newer,
//                 lines: [[line, function or -1, counts...]...]}...]: the function that costs most
//                 in the line. newer: true if the text is newer than the profile. Where two
//                 profiles had two versions of the text, removed: [[the line that it came after,
//                 its number, text]...], and added: [line...]
//   review        null if the page is not of two profiles, or {gates, lines}. gates: [[condition,
//                 [text that a gate says...]]...]: none if it does not hold. lines: [[file, line,
//                 function or -1, count]...]: growth of the column "sort", the largest first
//   parts         [[suffix, name]...]: of several parts of a file, whose events are columns beside their
//                 sum: the column Ir:2 is that of the part with the suffix 2; else none
//   calls         null if the profile has no calls, or {tree, names, inclusive, calls}. tree: true
//                 if there is a call tree. names: functions that are not in "functions"; they are
//                 numbered after those. inclusive: [[counts...]...] and calls: [number of calls...],
//                 for each function in the order of these numbers
//
// Element "parts", read if the files of a function are shown:
//   {function: [[file, hottest line, count]...]...}: functions with code in several files, with
//   counts of the column "sort", the largest first
//
// Element "graph", read if calls are shown: null if the profile has no calls, or
//   arcs          [caller, callee, number of calls, counts..., caller, ...]
//   lines         [arc, line, number of calls, counts..., arc, ...]: the calls of an arc (0: the first
//                 one) whose line is known, "12" or "inlined.h:12"
//   tree          null without a call tree, or {depth, function, calls, own}: arrays with an
//                 element for each node, each node before its children; own: such an array for
//                 each event. The functions of roots are -1 (threads), -2 (signal handlers), -3
//                 (callers that are not known)
//
// Element "code", read if instructions are shown: null if the profile has no costs by address, or
//   [{name, object, function, counts, rows, lanes, arcs}...]: hot functions, the largest first
//   object        the path of the program or library
//   function      of "functions", or -1
//   counts        [counts...]: the sum
//   rows          [[kind, text, file or -1, line, counts...]...], by address. kind: 0 for an instruction,
//                 or for some whose text is not known; 1 for what is between, without counts
//   arcs          [[lane, target, source...]...]: jumps, as indexes in rows; lane 0 is next to the text
const data = JSON.parse(document.getElementById("data").textContent);
const FUNCTION = { name: 0, file: 1, files: 2, line: 3, counts: 4 };
const NODE = { depth: 0, kind: 1, name: 2, number: 3, counts: 4 };
const CODE = { kind: 0, text: 1, file: 2, line: 3, counts: 4 };
const LINE = { number: 0, fn: 1, counts: 2 };
const GROUPS = {
  function: { rows: data.functions, counts: FUNCTION.counts, title: "Function", many: "functions", left_out: data.left_out[0] },
  file: { rows: data.files, counts: 1, title: "File", many: "files", left_out: data.left_out[1] },
  directory: { rows: data.directories, counts: 1, title: "Directory", many: "directories", left_out: data.left_out[2] },
  ...(data.libraries.length && { library: { rows: data.libraries, counts: 1, title: "Library", many: "libraries", left_out: 0 } }),
};

const fileName = file => data.files[file][0];
const baseName = path => path.slice(path.lastIndexOf("/") + 1);

// Parsed at the first call only: in a large program these data are half of the page.
let functionParts = null;
function partsOf(index) {
  functionParts ??= JSON.parse(document.getElementById("parts").textContent);
  return functionParts[index] ?? [];
}

function value(counts, at) { return Number(counts[at]); }

// 1,234,567; faster than toLocaleString.
const withCommas = count => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

// The same, with a + if counts are changes.
const grouped = count => (data.difference && Number(count) > 0 ? "+" : "") + withCommas(count);

function percent(part, whole) {
  if (Number(whole) === 0 || !data.percentages) return "n/a";
  return signed(Number(part) * 100 / Number(whole));
}

function signed(share) {
  const text = share.toFixed(1);
  if (Number(text) === 0) return "0.0%";
  return (data.difference && share > 0 ? "+" : "") + text + "%";
}

// The change of a function or a line, whose count of each event `at` gives, as a percentage of its
// count before. It is new, or gone, if all of its events are.
function ownChange(at) {
  const { event, base } = chosenColumn(), change = at(event), before = at(base);
  if (Number(change) === 0) return "0.0%";
  const based = data.columns.filter(column => column.base !== null);
  if (Number(before) === 0)
    return based.some(column => Number(at(column.base)) !== 0) ? "from 0" : "new";
  if (BigInt(change) !== -BigInt(before)) return percent(change, before);
  return based.some(column => BigInt(at(column.event)) !== -BigInt(at(column.base))) ? "to 0" : "gone";
}

// The sum of counts, exact.
function sumOf(counts) {
  let sum = 0;
  for (const count of counts) {
    sum += Number(count);
    if (typeof count === "string" || !Number.isSafeInteger(sum)) return counts.reduce((all, each) => all + BigInt(each), 0n);
  }
  return sum;
}

// "grew" or "shrank" in a difference, so that colour and sign agree.
function direction(count) {
  return !data.difference || Number(count) === 0 ? "" : Number(count) > 0 ? "grew" : "shrank";
}

// The share as a number from 0 to 1. The square root keeps small shares visible.
function heat(part, whole) {
  return Number(whole) === 0 ? 0 : Math.min(1, Math.sqrt(Math.abs(Number(part) / Number(whole))));
}

// The background colour of a count, from its share of the whole.
function shade(part, whole) {
  const hue = data.difference ? direction(part) : "heat";
  return hue && heat(part, whole) > 0 ? `rgba(var(--${hue}-rgb), ${(0.06 + 0.44 * heat(part, whole)).toFixed(2)})` : "";
}

// ---- elements ------------------------------------------------------------------------------------
// An element with elements and texts, never markup: names and source lines may contain anything.
function element(tag, className, ...parts) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...parts.filter(part => part !== undefined && part !== ""));
  return node;
}

function makeButton(className, text, act) {
  const node = element("button", className, text);
  node.type = "button";
  node.addEventListener("click", act);
  return node;
}

// A group of buttons, of which one is pressed, for items with a title.
function choiceOf(label, items, chosen, choose) {
  const group = element("div", "levels", ...items.map(item => {
    const button = makeButton("", item.title, () => choose(item));
    button.setAttribute("aria-pressed", String(item === chosen));
    return button;
  }));
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", label);
  return group;
}

// A link to a state of the page; without one only the text.
function linkTo(next, text, title) {
  const link = element(next ? "a" : "span", "", text);
  if (next) Object.assign(link, { next, href: addressOf(next) });
  if (title) link.title = title;
  return link;
}

// The title of a column: a text or a button.
function heading(className, title) {
  const th = element("th", className, title);
  th.scope = "col";
  return th;
}

// With a button that sorts by the column, the largest first.
function sortHeading(title, isSorted, sort) {
  const th = heading("", makeButton("", title, sort));
  if (isSorted) th.setAttribute("aria-sort", "descending");
  return th;
}

// A table. Titles that are not elements yet are those of numbers.
function tableOf(caption, titles, rows) {
  const head = element("tr", "", ...titles.map(title => typeof title === "string" ? heading("", title) : title));
  return element("table", "", caption && element("caption", "", caption), element("thead", "", head), element("tbody", "", ...rows));
}

// "Lines: 1,234, the first 200 of them"
const captionOf = (title, number, rows, most) =>
  `${title}: ${withCommas(number)}` + (rows.length > most ? `, the first ${withCommas(most)} of them` : "");

function fillSelect(select, indexes, chosen, textOf, titleOf) {
  select.replaceChildren(...indexes.map(i => {
    const option = element("option", "", textOf(i));
    return Object.assign(option, { title: titleOf(i), value: i, selected: i === chosen });
  }));
}

// Draws once for all events of a frame.
function oncePerFrame(draw) {
  let isPending = false;
  return () => {
    if (isPending) return;
    isPending = true;
    requestAnimationFrame(() => { isPending = false; draw(); });
  };
}

// The rows of a list that are drawn: those in view and some around them. A scroll draws others only if
// it shows one that is not drawn: a box that is drawn anew between the press of a button and its
// release gets no click.
class DrawnRows {
  first = 0;
  end = 0;
  number = 0;

  // `height` in pixels, of each row; `around` rows are drawn above and below those in view.
  constructor(scroll, height, around, draw) {
    Object.assign(this, { scroll, height, around, draw });
    scroll.addEventListener("scroll", oncePerFrame(() => this.follow()));
  }

  // Draws the rows in view, if one of them is not drawn.
  follow() {
    const [first, end] = this.inView();
    if (first < this.first || end > this.end) this.draw();
  }

  // Chooses those of a list of `number` rows, as [first, end].
  choose(number) {
    this.number = number;
    const [first, end] = this.inView();
    this.first = Math.max(0, first - this.around);
    this.end = Math.min(number, end + this.around);
    return [this.first, this.end];
  }

  inView() {
    const { scrollTop, clientHeight } = this.scroll;
    return [Math.floor(scrollTop / this.height), Math.min(this.number, Math.ceil((scrollTop + clientHeight) / this.height))];
  }
}

// Adds to the list of a key.
function addTo(lists, key, item) {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

// ---- events in words -----------------------------------------------------------------------------
const ESTIMATE_WORDS = "an estimate of cycles, in the time that an instruction takes at best";

// For example "reads of data that ..., 1.9% of Dr: fewer are better"; "" for other events.
function eventInWords(column) {
  const words = column.name === "EstCycles" ? ESTIMATE_WORDS : column.words;
  if (!words) return "";
  const of = !data.difference && data.columns.find(other => other.name === column.part_of);
  const share = of && Number(of.total) ? `, ${(Number(column.total) * 100 / Number(of.total)).toFixed(1)}% of ${of.name}` : "";
  return `${words}${share}: ${data.difference ? "+ is more than before, and worse" : "less is better"}`;
}

// Shows the meaning of the chosen event below the events.
function showEventWords() {
  const column = chosenColumn(), words = eventInWords(column), place = document.getElementById("event-words");
  place.replaceChildren(...(words ? [element("b", "", column.name), " " + words] : []));
  place.hidden = !words;
}
