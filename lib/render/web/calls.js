// SPDX-License-Identifier: GPL-2.0-or-later
// Calls: the tree, as flame graphs draw it, and the pane of callers and callees.
//
// The call tree in typed arrays, with a node for each path: callers before callees. The tree of a
// program may have a million nodes, and may be as deep: so no function here is recursive, or makes
// an object for each node.
// Functions and roots have the numbers that data.js describes.
const ROOTS = ["everything", "(signal handlers)", "(callers not known)"];
const functionName = fn => fn < 0 ? ROOTS[-1 - fn]
  : fn < data.functions.length ? data.functions[fn][FUNCTION.name] : data.calls.names[fn - data.functions.length];
const isFunction = fn => fn < data.functions.length || fn < data.functions.length + (data.calls?.names.length ?? 0);

// Parsed at the first call only: it is most of the page.
let parsedGraph, allNodes;
const callGraph = () => parsedGraph ??= JSON.parse(document.getElementById("graph").textContent);
const callNodes = () => allNodes ??= CallNodes.read(callGraph().tree);
const chosenNodes = () => state.fold ? callNodes().folded() : callNodes();

class CallNodes {
  constructor(parent, fn, calls, own) {
    Object.assign(this, { parent, fn, calls, own, size: parent.length, kept: new Map() });
  }

  // Makes the nodes from the tree of the element "graph".
  static read({ depth, function: fn, calls, own }) {
    const parent = new Int32Array(depth.length), path = [];
    for (let i = 0; i < depth.length; ++i) {
      parent[i] = i ? path[depth[i] - 1] : -1;
      path[depth[i]] = i;
    }
    return new CallNodes(parent, Int32Array.from(fn), Float64Array.from(calls, Number),
      own.map(counts => Float64Array.from(counts, Number)));
  }

  keep(key, make) {
    if (!this.kept.has(key)) this.kept.set(key, make());
    return this.kept.get(key);
  }

  // The sums of each node and all nodes below it.
  sum(counts) {
    const sums = Float64Array.from(counts);
    for (let i = this.size - 1; i > 0; --i) sums[this.parent[i]] += sums[i];
    return sums;
  }

  inclusive(event) { return this.keep(`inclusive ${event}`, () => this.sum(this.own[event])); }

  // The width of a node without its children: its count; in a difference, the larger of the counts
  // before and after, or without a base the magnitude of its change.
  ownWeight({ event, base }) {
    if (!data.difference) return this.keep(`own weight ${event}`, () => this.own[event].map(count => Math.max(0, count)));
    return this.keep(`own weight ${event} ${base}`, () => this.own[event].map((count, i) =>
      base === null ? Math.abs(count) : Math.max(this.own[base][i], this.own[base][i] + count, 0)));
  }
  weight(column) { return this.keep(`weight ${column.event} ${column.base}`, () => this.sum(this.ownWeight(column))); }

  // A list of all nodes, ordered by parent, and the index at which the children of each node begin.
  childLists() {
    return this.keep("children", () => {
      const first = new Int32Array(this.size + 1), list = new Int32Array(this.size);
      for (let i = 1; i < this.size; ++i) ++first[this.parent[i] + 1];
      for (let i = 0; i < this.size; ++i) first[i + 1] += first[i];
      const next = first.slice();
      for (let i = 1; i < this.size; ++i) list[next[this.parent[i]]++] = i;
      return { first, list };
    });
  }
  children(node) {
    const { first, list } = this.childLists();
    return list.subarray(first[node], first[node + 1]);
  }

  // The tree without recursion: a function that is on the path already gets no second node on it.
  folded() {
    return this.keep("folded", () => {
      const at = new Int32Array(this.size), parent = [-1], fn = [this.fn[0]], places = new Map();
      const count = data.functions.length + data.calls.names.length;
      for (let i = 1; i < this.size; ++i) {
        const to = at[this.parent[i]];
        let there = to;
        while (there > 0 && fn[there] !== this.fn[i]) there = parent[there];
        if (there === 0) {
          const key = to * (count + ROOTS.length) + this.fn[i] + ROOTS.length;
          there = places.get(key) ?? fn.length;
          if (there === fn.length) {
            places.set(key, there);
            parent.push(to);
            fn.push(this.fn[i]);
          }
        }
        at[i] = there;
      }
      const sum = counts => {
        const sums = new Float64Array(fn.length);
        for (let i = 0; i < this.size; ++i) sums[at[i]] += counts[i];
        return sums;
      };
      return new CallNodes(Int32Array.from(parent), Int32Array.from(fn), sum(this.calls), this.own.map(sum));
    });
  }

  // The nodes for whose function isHere is true, without those below others of them: they count each
  // path once.
  outermostOf(isHere) {
    const below = new Uint8Array(this.size), nodes = [];
    for (let i = 1; i < this.size; ++i) {
      below[i] = below[this.parent[i]];
      if (below[i] || !isHere(this.fn[i])) continue;
      below[i] = 1;
      nodes.push(i);
    }
    return nodes;
  }
  outermost(fn) { return this.outermostOf(other => other === fn); }

  // The cost of all paths that contain a function for which isFound is 1.
  inclusiveOf(isFound, event) {
    const inclusive = this.inclusive(event);
    return this.outermostOf(fn => fn >= 0 && isFound[fn] === 1).reduce((sum, i) => sum + inclusive[i], 0);
  }
}

// ---- the trees that a flame graph draws ----------------------------------------------------------
// Paths of calls, with {fn, calls}.
const ROOT_FUNCTION = -1;

class CallView extends PictureTree {
  levels = 14; // that a picture shows at first

  constructor(nodes) {
    super();
    this.nodes = nodes;
  }

  // Finds the functions that match.
  search(query) {
    this.isSearched = !query.isEmpty;
    if (!this.isSearched) return;
    const others = data.calls.names.map(name => isFound(query, name) ? 1 : 0);
    this.found = Uint8Array.from([...matchFunctions(query), ...others]);
  }
  isFound(node) { return node.isRest ? node.kids.some(child => this.found[child.fn]) : this.found[node.fn] === 1; }
  foundSum(event) { return this.isSearched ? callNodes().inclusiveOf(this.found, event) : null; }

  name(node) {
    if (node.isRest) return node.name;
    return node.parent && node.fn === ROOT_FUNCTION ? "(no function)" : functionName(node.fn);
  }
  title(node) { return this.name(node); }

  // The colour is of the function's own cost: a caller of expensive functions is not hot by that.
  colour(node) {
    if (node.isRest || node.fn === ROOT_FUNCTION) return "";
    const { event, whole } = chosenColumn();
    if (data.difference) return changeColour(node.count(event), node.weight);
    return heatColour(node.isCaller ? node.count(event) : node.own(event), whole);
  }

  say(node) { return `${this.name(node)}:${this.parts(node).join("")}`; }
  parts(node) {
    const { event, name, whole } = chosenColumn(), count = node.count(event), own = node.own(event);
    return [` ${shown(count)} ${name}, ${percent(count, whole)}`, own && own !== count ? `, ${shown(own)} its own` : "",
      node.calls ? `, ${shown(node.calls, false)} ${Math.abs(node.calls) === 1 ? "call" : "calls"}` : ""];
  }

  // Zooms into a function, and shows it in the table, its source and its callers.
  destination(node, isZoomed) { return { zoom: (isZoomed && node.parent ? node.parent : node).id, ...this.placeOf(node) }; }
  placeOf(node) { return node.isRest || node.fn < 0 ? null : { place: "f" + node.fn }; }
}

// The text of a sum of counts, with "about" if a double cannot represent it exactly.
function shown(count, isChange = true) {
  return (Number.isSafeInteger(count) ? "" : "about ") + (isChange ? grouped(count) : withCommas(count));
}

// How often a function was called, or in a difference, how often more.
function callsInWords(fn) {
  const calls = data.calls.calls[fn], count = Number(calls), number = withCommas(calls).replace("-", "");
  if (data.difference && count === 0) return "called as often as before";
  const times = Math.abs(count) === 1 ? "once" : `${number} times`;
  return data.difference ? `called ${times} ${count > 0 ? "more" : "less"}` : `called ${times}`;
}

// A function that start-up code calls, and that all of the program is below.
const isMain = name => /^(?:\w+(?:::|\.))?main(?:\(|::h[0-9a-f]{16}$|$)/.test(name);
const MOST = 0.9; // of the whole: a picture begins below a path that holds this share

// Callers above callees.
class CallsDown extends CallView {
  constructor(nodes, column) {
    super(nodes);
    this.weights = nodes.weight(column);
    this.root = this.make(0, null);
  }

  make(index, parent) {
    const { nodes } = this;
    return { id: String(index), index, fn: nodes.fn[index], parent, weight: this.weights[index], calls: nodes.calls[index],
      count: event => nodes.inclusive(event)[index], own: event => nodes.own[event][index] };
  }

  // Start-up code would fill the picture: begins at the last main on the path that holds most of the
  // cost, or where the path branches.
  start() {
    let node = this.root, main = null;
    for (;;) {
      const [child] = this.children(node);
      if (!child || child.weight < MOST * this.root.weight) break;
      node = child;
      if (isMain(functionName(node.fn))) main = node;
    }
    const start = main ?? (this.children(node).length ? node : node.parent ?? node);
    return start.parent === this.root ? this.root : start;
  }

  makeChildren(node) { return Array.from(this.nodes.children(node.index), index => this.make(index, node)); }

  find(id) {
    const path = [];
    for (let index = Number(id); index > 0 && index < this.nodes.size; index = this.nodes.parent[index]) path.push(index);
    return path.reduceRight((node, index) => node && this.children(node).find(child => child.index === index), this.root);
  }
}

function sumAt(indexes, counts) {
  let sum = 0;
  for (const i of indexes) sum += counts[i];
  return sum;
}

// Functions, and below each its callers. A node has the nodes of the tree whose cost it shows
// (`from`), and for each of them the node on its path that this node stands for (`at`). The cost is
// the own one of all nodes, or with all that they call that of the nodes that are given.
class CallsUp extends CallView {
  constructor(nodes, column, from = null) {
    super(nodes);
    this.isInclusive = from !== null;
    this.weights = from ? nodes.weight(column) : nodes.ownWeight(column);
    from ??= Int32Array.from({ length: nodes.size }, (_, i) => i).filter(i => this.weights[i] > 0);
    this.root = this.make(ROOT_FUNCTION, null, from, null);
  }

  make(fn, parent, from, at) {
    const { nodes } = this;
    const sum = counts => sumAt(from, counts);
    return { id: parent ? (parent.parent ? parent.id + "." : "c") + fn : "0", fn, parent, from, at, weight: sum(this.weights),
      get calls() { return parent ? sum(nodes.calls) : 0; },
      count: event => sum(this.isInclusive ? nodes.inclusive(event) : nodes.own[event]),
      own: event => parent && parent.parent ? 0 : sum(nodes.own[event]), isCaller: true };
  }

  makeChildren(node) {
    const groups = new Map(), { parent, fn } = this.nodes;
    node.from.forEach((from, i) => {
      const at = node.parent ? parent[node.at[i]] : from;
      // A function without a caller has no children.
      if (at < 0 || (node.parent && at === 0)) return;
      let group = groups.get(fn[at]);
      if (!group) groups.set(fn[at], group = { from: [], at: [] });
      group.from.push(from);
      group.at.push(at);
    });
    return [...groups].map(([caller, { from, at }]) => this.make(caller, node, from, at));
  }

  find(id) {
    if (id[0] !== "c") return this.root;
    return id.slice(1).split(".").reduce((node, fn) => node && this.children(node).find(child => child.fn === Number(fn)), this.root);
  }
}

// A function of all paths together: its callees below it, and in `up` its callers.
class CallsAround extends CallView {
  constructor(nodes, column, fn) {
    super(nodes);
    this.weights = nodes.weight(column);
    const from = fn === ROOT_FUNCTION ? Int32Array.of(0) : nodes.outermost(fn);
    this.up = new CallsUp(nodes, column, from);
    this.root = this.make(fn, null, from);
  }

  make(fn, parent, from) {
    const { nodes } = this;
    const sum = counts => sumAt(from, counts);
    return { id: parent ? `${parent.id}.${fn}` : `d${fn}`, fn, parent, from, weight: sum(this.weights), calls: sum(nodes.calls),
      count: event => sum(nodes.inclusive(event)), own: event => sum(nodes.own[event]) };
  }

  makeChildren(node) {
    const groups = new Map();
    for (const i of node.from)
      for (const child of this.nodes.children(i)) addTo(groups, this.nodes.fn[child], child);
    return [...groups].map(([fn, from]) => this.make(fn, node, from));
  }

  at() { return this.root; }
  destination(node) { return this.placeOf(node); }
}

// ---- the pane of callers and callees -------------------------------------------------------------
// The callers and the callees of the marked function, with numbers of calls and inclusive cost: below
// the source if both fit, else instead of it.
const MAX_CALLS = 500; // rows of each table; the last row is the sum of all others

const MIN_BESIDE = { width: 420, height: 300 }; // pixels, for the source and the calls

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
    const sums = element("p", "", `${grouped(inclusive)} ${name} inclusive, ${percent(inclusive, whole)}; ${callsInWords(fn)}`);
    const letters = Math.floor((this.drawnWidth - 40 - sums.textContent.length * 7) / 8);
    const title = element("h3", "", isBeside ? fitName(functionName(fn), Math.max(8, letters)) : functionName(fn));
    title.title = functionName(fn);
    this.letters = isBeside ? Math.max(10, Math.floor((this.drawnWidth / 2 - 135) / letterWidth(12.5))) : 80;
    this.place.replaceChildren(element("div", "whole", title, sums), this.table(fn, "Callers", 0), this.table(fn, "Callees", 1));
    this.place.scrollTop = 0;
  },

  // The indexes of the arcs with this function as the caller, or as the callee.
  arcsOf(fn, isCallees) {
    const { arcs } = callGraph(), step = this.step();
    if (!this.lists) {
      this.lists = [new Map(), new Map()];
      for (let i = 0; i < arcs.length; i += step) {
        addTo(this.lists[0], arcs[i + 1], i);
        addTo(this.lists[1], arcs[i], i);
      }
    }
    return this.lists[isCallees].get(fn) ?? [];
  },
  step: () => 3 + (data.calls.inclusive[0]?.length ?? 0),

  // The calls of the arc by line: [line, number of calls, count of the event], the most expensive first.
  linesOf(arc, event) {
    const { lines } = callGraph(), step = this.step();
    if (!this.lines) {
      this.lines = new Map();
      for (let i = 0; i < lines.length; i += step) addTo(this.lines, lines[i] * step, i);
    }
    const size = ([, , count]) => Math.abs(Number(count));
    return (this.lines.get(arc) ?? []).map(i => [lines[i + 1], lines[i + 2], lines[i + 3 + event]]).sort((a, b) => size(b) - size(a));
  },

  table(fn, title, isCallees) {
    const { event, name, whole } = chosenColumn(), { arcs } = callGraph();
    const places = this.arcsOf(fn, isCallees), count = i => arcs[i + 3 + event];
    const sorted = [...places].sort((a, b) => Math.abs(Number(count(b))) - Math.abs(Number(count(a))) || a - b);
    if (!places.length) return element("div", "half", element("p", "", isCallees ? "It calls no function." : "No known function calls it."));
    const row = (calls, count, name) => element("tr", "", element("td", "", grouped(calls)),
      element("td", `inclusive ${direction(count)}`, grouped(count)), element("td", "", percent(count, whole)), element("td", "text", name));
    // A line for all calls of an arc is beside the function; several lines are rows below it.
    const rows = sorted.slice(0, MAX_CALLS).flatMap(i => {
      const other = arcs[isCallees ? i + 1 : i], lines = this.linesOf(i, event);
      const isOne = lines.length === 1 && lines[0][1] === arcs[i + 2];
      const beside = isOne ? [element("span", "call-line", ` line ${lines[0][0]}`)] : [];
      const letters = this.letters - (isOne ? 6 + lines[0][0].length : 0);
      const link = linkTo({ place: "f" + other }, fitName(functionName(other), letters), `${functionName(other)}: ${grouped(count(i))} ${name}`);
      const below = isOne ? [] : lines.slice(0, MAX_CALLS).map(([line, calls, cost]) => row(calls, cost, element("span", "call-line below", `line ${line}`)));
      return [row(arcs[i + 2], count(i), element("span", "", link, ...beside)), ...below];
    });
    const rest = sorted.slice(MAX_CALLS);
    if (rest.length) rows.push(row(sumOf(rest.map(i => arcs[i + 2])), sumOf(rest.map(count)), `(${withCommas(rest.length)} more)`));
    return element("div", "half", tableOf(`${title}: ${withCommas(places.length)}`,
      ["calls", heading("inclusive", `${name} inclusive`), "%", heading("text", "Function")], rows));
  },
};
