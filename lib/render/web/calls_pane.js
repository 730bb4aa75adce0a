// SPDX-License-Identifier: GPL-2.0-or-later
// The callers and the callees of the marked function, with numbers of calls and inclusive cost: below
// the source if there is room for both, else instead of it.
// Shares: callsPane.
const MAX_CALLS = 500; // rows of each table; the last row is the sum of all others

const MIN_BESIDE = { width: 420, height: 300 }; // pixels: room for the source and the calls

const callsPane = {
  setUp() {
    this.button = document.getElementById("show-calls");
    this.button.hidden = !data.calls;
    if (!data.calls) return;
    this.place = document.getElementById("calls");
    this.bar = document.getElementById("calls-bar");
    this.pane = document.getElementById("source-pane");
    this.button.addEventListener("click", () => go({ pane: state.pane === "calls" ? "" : "calls" }, false));
    onChange(["pane", "event", "short", "mark"], () => this.show());
  },

  resized() {
    if (this.place && (this.isBeside() !== this.wasBeside || this.place.clientWidth !== this.drawnWidth)) this.show();
  },

  // True if the calls are below the source.
  isBeside() {
    return state.pane === "" && markedFunction() >= 0 &&
      this.pane.clientWidth >= MIN_BESIDE.width && this.pane.clientHeight >= MIN_BESIDE.height;
  },

  show() {
    if (!data.calls) return;
    const isAlone = state.pane === "calls", isBeside = this.wasBeside = this.isBeside(), fn = markedFunction();
    this.button.setAttribute("aria-pressed", String(isAlone));
    this.place.hidden = !isAlone && !isBeside;
    this.place.classList.toggle("beside", isBeside);
    this.bar.hidden = !isBeside;
    if (this.place.hidden) return;
    this.drawnWidth = this.place.clientWidth;
    if (fn < 0) {
      this.place.replaceChildren(element("p", "empty", "Choose a function to see who calls it and whom it calls."));
      return;
    }
    const { event, name, whole } = chosenColumn(), inclusive = data.calls.inclusive[fn][event];
    const sums = element("p", "", `${grouped(inclusive)} ${name} inclusive, ${percent(inclusive, whole)}; called ${withCommas(data.calls.calls[fn])} times`);
    const letters = Math.floor((this.drawnWidth - 40 - sums.textContent.length * 7) / 8);
    const title = element("h3", "", isBeside ? fitName(functionName(fn), Math.max(8, letters)) : functionName(fn));
    title.title = functionName(fn);
    const line = element("div", "whole");
    line.append(title, sums);
    this.letters = isBeside ? Math.max(10, Math.floor((this.drawnWidth / 2 - 135) / letterWidth(12.5))) : 80;
    this.place.replaceChildren(line, this.table(fn, "Callers", 0), this.table(fn, "Callees", 1));
    this.place.scrollTop = 0;
  },

  // The indexes of the arcs with this function as the caller, or as the callee.
  arcsOf(fn, isCallees) {
    const { arcs } = callGraph(), step = this.step();
    if (!this.lists) {
      this.lists = [new Map(), new Map()];
      for (let i = 0; i < arcs.length; i += step)
        [arcs[i + 1], arcs[i]].forEach((key, which) => {
          const list = this.lists[which].get(key);
          if (list) list.push(i);
          else this.lists[which].set(key, [i]);
        });
    }
    return this.lists[isCallees].get(fn) ?? [];
  },
  step: () => 3 + (data.calls.inclusive[0]?.length ?? 0),

  table(fn, title, isCallees) {
    const { event, name, whole } = chosenColumn(), { arcs } = callGraph();
    const places = this.arcsOf(fn, isCallees), count = i => arcs[i + 3 + event];
    const sorted = [...places].sort((a, b) => Math.abs(Number(count(b))) - Math.abs(Number(count(a))) || a - b);
    const table = element("table"), caption = element("caption", "", `${title}: ${withCommas(places.length)}`);
    const head = element("thead"), titles = element("tr"), body = element("tbody");
    for (const text of ["calls", `${name} inclusive`, "%", "Function"]) {
      const th = element("th", text === "Function" ? "text" : text.endsWith("inclusive") ? "inclusive" : "", text);
      th.scope = "col";
      titles.append(th);
    }
    head.append(titles);
    for (const i of sorted.slice(0, MAX_CALLS)) {
      const other = arcs[isCallees ? i + 1 : i], link = element("a", "", fitName(functionName(other), this.letters));
      link.next = { place: "f" + other };
      link.href = addressOf(link.next);
      link.title = `${functionName(other)}: ${grouped(count(i))} ${name}`;
      this.row(body, arcs[i + 2], count(i), whole, link);
    }
    const rest = sorted.slice(MAX_CALLS);
    if (rest.length)
      this.row(body, sumOf(rest.map(i => arcs[i + 2])), sumOf(rest.map(count)), whole, `(${withCommas(rest.length)} more)`);
    table.append(caption, head, body);
    const half = element("div", "half");
    half.append(places.length ? table : element("p", "", isCallees ? "It calls no function." : "No known function calls it."));
    return half;
  },

  row(body, calls, count, whole, name) {
    const row = element("tr"), cell = element("td", "text");
    cell.append(name);
    row.append(element("td", "", grouped(calls)), element("td", `inclusive ${direction(count)}`, grouped(count)), element("td", "", percent(count, whole)), cell);
    body.append(row);
  },
};
