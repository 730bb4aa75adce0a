// SPDX-License-Identifier: GPL-2.0-or-later
// The review, which the page of two profiles begins with, in place of a picture: what the gate says,
// and the functions that grew and shrank most, but for those by less than a ten-thousandth of the
// program; those that grew with their lines as they were and as they are.
const MOST_GROWN = 10;
const MOST_SHRUNK = 5;
const MOST_LINES = 5; // of a function
const MOST_REMOVED = 4; // lines of the old text beside a line

const review = {
  setUp() {
    if (!data.review) return;
    this.place = document.getElementById("review");
    onChange(["event", "short"], () => this.draw());
    this.draw();
  },

  draw() {
    this.place.replaceChildren(...data.review.gates.map(gate => this.gate(gate)), ...this.functions());
  },

  gate([condition, report]) {
    const holds = report.length > 0, passes = data.review.gates.every(([, of]) => of.length === 0);
    const words = [holds ? "✗ " : "✓ ", element("code", "", condition),
      holds ? " holds: the gate fails" : passes ? " does not hold: the gate passes" : " does not hold"];
    return holds ? element("details", "gate", element("summary", "grew", ...words), element("pre", "", report.slice(1).join("\n")))
      : element("p", "gate", ...words);
  },

  functions() {
    const { event, base, name } = chosenColumn(), at = FUNCTION.counts + event;
    const change = fn => value(data.functions[fn], at);
    const all = data.functions.map((_, fn) => fn), grown = all.filter(fn => change(fn) > 0), shrunk = all.filter(fn => change(fn) < 0);
    const sum = functions => grouped(sumOf(functions.map(fn => data.functions[fn][at])));
    const words = `${withCommas(grown.length)} ${grown.length === 1 ? "function" : "functions"} grew` + (grown.length ? `, by ${sum(grown)} ${name}` : "") +
      (shrunk.length ? `; ${withCommas(shrunk.length)} shrank, by ${sum(shrunk)}` : "");
    // Lines are of the event that the page was made for.
    const lines = new Map();
    if (name === DEFAULTS.event) for (const line of data.review.lines) addTo(lines, line[2], line);
    const whole = Math.abs(Number(chosenColumn().whole)), isSmall = fn => Math.abs(change(fn)) * 10000 < whole;
    const largest = (functions, most) => functions.filter(fn => !isSmall(fn)).sort((a, b) => Math.abs(change(b)) - Math.abs(change(a))).slice(0, most);
    const parts = [element("p", "count", words)];
    for (const fn of [...largest(grown, MOST_GROWN), ...largest(shrunk, MOST_SHRUNK)]) {
      const row = data.functions[fn], before = row[FUNCTION.counts + base];
      const cost = base === null ? [] : [` ${ownChange(each => row[FUNCTION.counts + each])}`,
        element("span", "count", ` from ${withCommas(before)} to ${withCommas(sumOf([before, row[at]]))}`)];
      parts.push(element("div", "grown", linkTo({ place: "f" + fn }, fitName(row[FUNCTION.name], 100), row[FUNCTION.name]),
        " ", element("b", direction(row[at]), grouped(row[at])), ...cost, ...this.calls(fn)));
      for (const line of (lines.get(fn) ?? []).slice(0, MOST_LINES)) parts.push(...this.line(line));
    }
    return parts;
  },

  // How often the function was called more, if that changed.
  calls(fn) {
    return data.calls && Number(data.calls.calls[fn]) !== 0 ? [element("span", "count", ", " + callsInWords(fn))] : [];
  },

  // The line, below the lines that it replaced.
  line([file, number, , count]) {
    const text = (className, ...words) => element("div", "reviewed " + className, ...words);
    const at = source.ofFile(file, number), path = `${fileName(file)}:${number || "?"}`;
    const heading = text("", linkTo(at < 0 ? null : { place: `s${at}:${number}` }, path), " ", element("b", "grew", grouped(count)));
    if (at < 0) return [heading];
    const { chunks, removed = [], added = [] } = data.sources[at], isAdded = new Set(added);
    const [first, texts] = chunks.find(([from, of]) => from <= number && number < from + of.length) ?? [0, []];
    if (!texts.length) return [heading];
    let start = number;
    while (isAdded.has(start - 1)) --start;
    const old = isAdded.has(number) ? removed.filter(([after]) => after === start - 1) : [];
    return [heading, ...old.slice(0, MOST_REMOVED).map(([, , was]) => text("removed", "− " + was)),
      text(isAdded.has(number) ? "added" : "", (isAdded.has(number) ? "+ " : "  ") + texts[number - first])];
  },

  height() { return this.place?.scrollHeight ?? 0; },
};
