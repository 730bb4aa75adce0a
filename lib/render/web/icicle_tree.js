// SPDX-License-Identifier: GPL-2.0-or-later
// The tree that the icicle draws, with nodes {index, depth, kind, name, number, counts, parent,
// children, weight, found}. A node of the kind "smaller" is several children without boxes.
// Shares: icicleTree.
const icicleTree = {
  nodes: [],
  levels: 1,

  read() {
    const path = [];
    for (const row of data.tree) {
      const node = { index: this.nodes.length, depth: row[NODE.depth], kind: row[NODE.kind], name: row[NODE.name],
        number: row[NODE.number], counts: row.slice(NODE.counts), children: [], found: false };
      if (node.kind === "function" && node.number >= 0) node.name = data.functions[node.number][FUNCTION.name];
      if (node.kind === "smaller") node.name = this.smallerName(node.number);
      node.parent = node.depth ? path[node.depth - 1] : null;
      node.parent?.children.push(node);
      path[node.depth] = node;
      this.levels = Math.max(this.levels, node.depth + 1);
      this.nodes.push(node);
    }
  },

  smallerName: number => `(${withCommas(number)} smaller)`,

  // Computes the widths of boxes: the count; in a difference, the larger of the counts before and
  // after, or without a base the sum of the changes' magnitudes. So all that changed has a width.
  weigh() {
    const { event, base } = chosenColumn();
    for (let i = this.nodes.length - 1; i >= 0; --i) {
      const node = this.nodes[i];
      const count = value(node.counts, event);
      if (!data.difference) node.weight = Math.max(0, count);
      else if (node.children.length) node.weight = node.children.reduce((sum, child) => sum + child.weight, 0);
      else if (base !== null) node.weight = Math.max(value(node.counts, base), value(node.counts, base) + count, 0);
      else node.weight = Math.abs(count);
    }
    const isRest = node => node.kind === "smaller" ? 1 : 0;
    for (const node of this.nodes) node.children.sort((a, b) => isRest(a) - isRest(b) || b.weight - a.weight);
  },

  // One node for the children of `parent` from index `from` on. Its address is "12~40".
  smaller(parent, from) {
    const children = parent.children.slice(from);
    const number = children.reduce((sum, child) => sum + (child.kind === "smaller" ? child.number : 1), 0);
    return { index: `${parent.index}~${from}`, from, depth: parent.depth + 1, kind: "smaller", number, name: this.smallerName(number),
      counts: parent.counts.map((_, i) => sumOf(children.map(child => child.counts[i]))), parent, children,
      weight: children.reduce((sum, child) => sum + child.weight, 0) };
  },

  // The node with this address, or the root if there is none.
  at(address) {
    const [, index, from] = /^(\d+)(?:~(\d+))?$/.exec(address) ?? [];
    const node = this.nodes[index];
    if (!node || node.kind === "smaller") return this.nodes[0];
    return from && Number(from) < node.children.length ? this.smaller(node, Number(from)) : node;
  },

  // Marks the nodes that match, and the directories and files that contain them.
  find(query) {
    for (let i = this.nodes.length - 1; i >= 0; --i) {
      const node = this.nodes[i];
      node.found = !query.isEmpty && (node.children.some(child => child.found) ||
        (node.kind === "function" ? isFound(query, node.name, this.path(node.parent))
          : node.kind !== "smaller" && isFound(query, this.path(node))));
    }
  },

  path(node) {
    if (!node.parent) return "";
    return node.path ??= node.parent.parent ? `${this.path(node.parent)}/${node.name}`.replace("//", "/") : node.name;
  },
};
