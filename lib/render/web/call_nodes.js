// SPDX-License-Identifier: GPL-2.0-or-later
// The call tree in typed arrays, with a node for each path: callers before callees. The tree of a
// program may have a million nodes, and may be as deep: so no function here is recursive, or makes
// an object for each node.
// Shares: functionName, isFunction, callGraph, CallNodes.

// Functions and roots have the numbers that data.js describes.
const ROOTS = ["everything", "(signal handlers)", "(callers not known)"];
const functionName = fn => fn < 0 ? ROOTS[-1 - fn]
  : fn < data.functions.length ? data.functions[fn][FUNCTION.name] : data.calls.names[fn - data.functions.length];
const isFunction = fn => fn < data.functions.length || fn < data.functions.length + (data.calls?.names.length ?? 0);

// Parsed at the first call only: it is most of the page.
let parsedGraph;
const callGraph = () => parsedGraph ??= JSON.parse(document.getElementById("graph").textContent);

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
    if (!data.difference) return this.own[event];
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
