// SPDX-License-Identifier: GPL-2.0-or-later
// The callers and the callees of the chosen function, with numbers of calls and inclusive cost.
// This pane replaces the source.
// Shares: callsPane.
const MAX_CALLS = 500; // rows of each table; the last row is the sum of all others

const callsPane = {
  fn: -1,

  setUp() {
    this.button = document.getElementById("show-calls");
    this.button.hidden = !data.calls;
    if (!data.calls) return;
    this.place = document.getElementById("calls");
    this.button.addEventListener("click", () => go({ pane: state.pane === "calls" ? "" : "calls" }, false));
    onChange(["pane", "event", "short"], () => this.show());
  },

  choose(fn) {
    this.fn = fn;
    this.show();
  },

  show() {
    if (!data.calls) return;
    const isShown = state.pane === "calls";
    this.button.setAttribute("aria-pressed", String(isShown));
    this.place.hidden = !isShown;
    if (!isShown) return;
    if (this.fn < 0) {
      this.place.replaceChildren(element("p", "empty", "Choose a function to see who calls it and whom it calls."));
      return;
    }
    const { event, name, whole } = chosenColumn(), inclusive = data.calls.inclusive[this.fn][event];
    const title = element("h3", "", functionName(this.fn));
    const sums = element("p", "", `${grouped(inclusive)} ${name} inclusive, ${percent(inclusive, whole)}; called ${withCommas(data.calls.calls[this.fn])} times`);
    this.place.replaceChildren(title, sums, this.table("Callers", 0), this.table("Callees", 1));
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

  table(title, isCallees) {
    const { event, name, whole } = chosenColumn(), { arcs } = callGraph();
    const places = this.arcsOf(this.fn, isCallees), count = i => arcs[i + 3 + event];
    const sorted = [...places].sort((a, b) => Math.abs(Number(count(b))) - Math.abs(Number(count(a))) || a - b);
    const table = element("table"), caption = element("caption", "", `${title}: ${withCommas(places.length)}`);
    const head = element("thead"), titles = element("tr"), body = element("tbody");
    for (const text of ["calls", `${name} inclusive`, "%", "Function"]) {
      const th = element("th", text === "Function" ? "text" : "", text);
      th.scope = "col";
      titles.append(th);
    }
    head.append(titles);
    for (const i of sorted.slice(0, MAX_CALLS)) {
      const fn = arcs[isCallees ? i + 1 : i], link = element("a", "", fitName(functionName(fn), 80));
      link.next = { place: "f" + fn };
      link.href = addressOf(link.next);
      link.title = functionName(fn);
      this.row(body, arcs[i + 2], count(i), whole, link);
    }
    const rest = sorted.slice(MAX_CALLS);
    if (rest.length)
      this.row(body, sumOf(rest.map(i => arcs[i + 2])), sumOf(rest.map(count)), whole, `(${withCommas(rest.length)} more)`);
    table.append(caption, head, body);
    return places.length ? table : element("p", "", isCallees ? "It calls no function." : "No known function calls it.");
  },

  row(body, calls, count, whole, name) {
    const row = element("tr"), cell = element("td", "text");
    cell.append(name);
    row.append(element("td", "", grouped(calls)), element("td", direction(count), grouped(count)), element("td", "", percent(count, whole)), cell);
    body.append(row);
  },
};
