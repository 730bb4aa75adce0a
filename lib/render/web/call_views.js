// SPDX-License-Identifier: GPL-2.0-or-later
// The nodes that a flame graph draws, {id, fn, parent, weight, calls, count(event), own(event)}.
// Nodes are made when their parent is drawn. The heaviest child comes first. The id is the node's
// name in the address.
// Shares: ROOT_FUNCTION, CallsDown, CallsUp, CallsAround.
const ROOT_FUNCTION = -1;

class CallView {
  constructor(nodes, column) { Object.assign(this, { nodes, column }); }

  children(node) {
    return node.kids ??= this.makeChildren(node).filter(child => child.weight > 0).sort((a, b) => b.weight - a.weight || a.fn - b.fn);
  }

  // One node for the children of `parent` from index `from` on.
  smaller(parent, from) {
    const kids = this.children(parent).slice(from);
    return { id: `${parent.id}~${from}`, from, isRest: true, parent, kids, fn: parent.fn, calls: 0,
      weight: kids.reduce((sum, child) => sum + child.weight, 0),
      count: event => kids.reduce((sum, child) => sum + child.count(event), 0), own: () => 0 };
  }

  // The node that the picture begins with: it is the root unless a view knows better.
  start() { return this.root; }

  // The node with this address, or the root if there is none.
  at(address) {
    if (address === "") return this.start();
    const [, id, from] = /^(c?[-\d.]+)(?:~(\d+))?$/.exec(address) ?? [];
    const node = (id && this.find(id)) || this.root;
    return from && Number(from) < this.children(node).length ? this.smaller(node, Number(from)) : node;
  }
}

// A function that start-up code calls, and that all of the program is below.
const isMain = name => /^(?:\w+(?:::|\.))?main(?:\(|::h[0-9a-f]{16}$|$)/.test(name);
const MOST = 0.9; // of the whole: a picture begins below a path that holds this share

// Callers above callees.
class CallsDown extends CallView {
  constructor(nodes, column) {
    super(nodes, column);
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

// Functions, and below each its callers. A node has the nodes of the tree whose cost it shows
// (`from`), and for each of them the node on its path that this node stands for (`at`). The cost is
// the own one of all nodes, or with all that they call that of the nodes that are given.
class CallsUp extends CallView {
  constructor(nodes, column, from = null) {
    super(nodes, column);
    this.isInclusive = from !== null;
    this.weights = from ? nodes.weight(column) : nodes.ownWeight(column);
    from ??= Int32Array.from({ length: nodes.size }, (_, i) => i).filter(i => this.weights[i] > 0);
    this.root = this.make(ROOT_FUNCTION, null, from, null);
  }

  make(fn, parent, from, at) {
    const { nodes } = this;
    const sum = counts => {
      let all = 0;
      for (const i of from) all += counts[i];
      return all;
    };
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
    super(nodes, column);
    this.weights = nodes.weight(column);
    const from = fn === ROOT_FUNCTION ? Int32Array.of(0) : nodes.outermost(fn);
    this.up = new CallsUp(nodes, column, from);
    this.root = this.make(fn, null, from);
  }

  make(fn, parent, from) {
    const { nodes } = this;
    const sum = counts => {
      let all = 0;
      for (const i of from) all += counts[i];
      return all;
    };
    return { id: parent ? `${parent.id}.${fn}` : `d${fn}`, fn, parent, from, weight: sum(this.weights), calls: sum(nodes.calls),
      count: event => sum(nodes.inclusive(event)), own: event => sum(nodes.own[event]) };
  }

  makeChildren(node) {
    const groups = new Map();
    for (const i of node.from)
      for (const child of this.nodes.children(i)) {
        const group = groups.get(this.nodes.fn[child]);
        if (group) group.push(child);
        else groups.set(this.nodes.fn[child], [child]);
      }
    return [...groups].map(([fn, from]) => this.make(fn, node, from));
  }

  at() { return this.root; }
}
