// SPDX-License-Identifier: GPL-2.0-or-later
// The nodes that a flame graph draws, {id, fn, parent, weight, calls, count(event), own(event)}.
// Nodes are made when their parent is drawn. The heaviest child comes first. The id is the node's
// name in the address.
// Shares: ROOT_FUNCTION, CallsDown, CallsUp.
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

  // The node with this address, or the root if there is none.
  at(address) {
    const [, id, from] = /^(c?[-\d.]+)(?:~(\d+))?$/.exec(address) ?? [];
    const node = (id && this.find(id)) || this.root;
    return from && Number(from) < this.children(node).length ? this.smaller(node, Number(from)) : node;
  }
}

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

  makeChildren(node) { return Array.from(this.nodes.children(node.index), index => this.make(index, node)); }

  find(id) {
    const path = [];
    for (let index = Number(id); index > 0 && index < this.nodes.size; index = this.nodes.parent[index]) path.push(index);
    return path.reduceRight((node, index) => node && this.children(node).find(child => child.index === index), this.root);
  }
}

// Functions, and below each its callers. A node has the nodes of the tree whose own cost it shows
// (`from`), and for each of them the node on its path that this node stands for (`at`).
class CallsUp extends CallView {
  constructor(nodes, column) {
    super(nodes, column);
    this.weights = nodes.ownWeight(column);
    const all = Int32Array.from({ length: nodes.size }, (_, i) => i).filter(i => this.weights[i] > 0);
    this.root = this.make(ROOT_FUNCTION, null, all, null);
  }

  make(fn, parent, from, at) {
    const { nodes } = this;
    const sum = counts => {
      let all = 0;
      for (const i of from) all += counts[i];
      return all;
    };
    return { id: parent ? (parent.parent ? parent.id + "." : "c") + fn : "0", fn, parent, from, at, weight: sum(this.weights),
      get calls() { return parent ? sum(nodes.calls) : 0; }, count: event => sum(nodes.own[event]),
      own: event => parent && parent.parent ? 0 : sum(nodes.own[event]) };
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
