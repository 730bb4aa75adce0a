// SPDX-License-Identifier: GPL-2.0-or-later
// The icicle: a box for each folder, file and function, as wide as what it holds. Boxes that
// would be narrower than a pixel and a half are not made.
const LEVEL = 22;
const NARROW = 1.5;

const icicle = {
  nodes: [],  // {depth, kind, name, link, counts, parent, children, weight}
  zoomed: null,

  setUp() {
    this.place = document.getElementById("icicle");
    this.detail = document.getElementById("detail");
    const path = [];
    for (const row of data.tree) {
      const node = { depth: row[NODE.depth], kind: row[NODE.kind], name: row[NODE.name],
        link: row[NODE.link], counts: row.slice(NODE.counts), children: [] };
      node.parent = node.depth ? path[node.depth - 1] : null;
      node.parent?.children.push(node);
      path[node.depth] = node;
      this.nodes.push(node);
    }
    this.zoomed = this.nodes[0];
    this.levels = Math.max(...this.nodes.map(node => node.depth)) + 1;
    this.place.style.height = this.levels * LEVEL + 2 + "px";
    this.place.addEventListener("keydown", event => this.key(event));
    document.getElementById("zoom-out").addEventListener("click", () => this.zoom(this.zoomed.parent || this.zoomed));
    addEventListener("resize", () => this.draw());
    onColumn(() => { this.weigh(); this.draw(); });
    this.weigh();
    this.draw();
  },

  // The width of a box: its count; of a difference the larger of before and after, or without a
  // base the sizes of the changes, so that nothing that changed has no width.
  weigh() {
    const { event, base } = state.column;
    for (let i = this.nodes.length - 1; i >= 0; --i) {
      const node = this.nodes[i];
      const count = value(node.counts, event);
      if (!data.difference) node.weight = Math.max(0, count);
      else if (node.children.length) node.weight = node.children.reduce((sum, child) => sum + child.weight, 0);
      else if (base !== null) node.weight = Math.max(value(node.counts, base), value(node.counts, base) + count, 0);
      else node.weight = Math.abs(count);
    }
    for (const node of this.nodes) node.children.sort((a, b) => b.weight - a.weight);
  },

  colour(node) {
    const count = value(node.counts, state.column.event);
    if (data.difference) {
      if (count === 0) return "var(--same)";
      const strength = 0.25 + 0.75 * Math.min(1, Math.sqrt(Math.abs(count) / (node.weight || 1)));
      return `rgba(var(--${direction(count)}-rgb), ${strength.toFixed(2)})`;
    }
    if (node.kind !== "function") return "";
    const share = heat(count, state.column.whole);
    return `color-mix(in oklab, hsl(var(--heat)) ${Math.round(Math.min(1, share * 1.6) * 100)}%, hsl(var(--cool)))`;
  },

  draw() {
    const width = this.place.clientWidth;
    const boxes = [];
    const box = (node, left, size, above) => {
      const item = element("div", node.kind + (above ? " above" : "") + (size < 14 ? " narrow" : ""), size > 24 ? node.name : "");
      item.setAttribute("role", "treeitem");
      item.setAttribute("aria-level", String(node.depth + 1));
      item.setAttribute("aria-label", this.say(node));
      item.title = this.say(node);
      item.tabIndex = node === this.zoomed ? 0 : -1;
      item.style.cssText = `left:${left}px;top:${node.depth * LEVEL}px;width:${Math.max(1, size - 0.5)}px;background:${this.colour(node)}`;
      item.node = node;
      node.item = item;
      item.addEventListener("click", () => this.open(node));
      item.addEventListener("mouseenter", () => this.tell(node));
      item.addEventListener("focus", () => this.tell(node));
      boxes.push(item);
    };
    for (const node of this.nodes) node.item = null;
    for (let node = this.zoomed.parent; node; node = node.parent) box(node, 0, width, true);
    const scale = this.zoomed.weight ? width / this.zoomed.weight : 0;
    const place = (node, left) => {
      const size = node.weight * scale;
      if (size < NARROW && node !== this.zoomed) return;
      box(node, left, node === this.zoomed ? width : size, false);
      for (const child of node.children) {
        place(child, left);
        left += child.weight * scale;
      }
    };
    place(this.zoomed, 0);
    const focused = this.place.contains(document.activeElement);
    this.place.replaceChildren(...boxes);
    if (focused) this.zoomed.item.focus();
    document.getElementById("zoom-out").disabled = !this.zoomed.parent;
    this.tell(this.zoomed);
  },

  path(node) {
    const names = [];
    for (; node?.parent; node = node.parent) names.unshift(node.name);
    return names.join("/").replace("//", "/");
  },

  say(node) {
    const count = node.counts[state.column.event];
    return `${node.parent ? this.path(node) : "everything"}: ${grouped(count)} ${state.column.name}, ${percent(count, state.column.whole)}`;
  },

  tell(node) {
    const count = node.counts[state.column.event];
    this.detail.replaceChildren(element("b", "", node.parent ? this.path(node) : "everything"),
      `  ${grouped(count)} ${state.column.name} `, element("span", direction(count), percent(count, state.column.whole)));
  },

  // A function is shown in the table and its source, anything else zoomed into.
  open(node) {
    if (node.kind === "function" && node.link >= 0) location.hash = "f" + node.link;
    else this.zoom(node === this.zoomed && node.parent ? node.parent : node);
  },

  zoom(node) {
    this.zoomed = node;
    this.draw();
  },

  key(event) {
    const node = document.activeElement?.node;
    if (!node) return;
    const shown = list => list.find(other => other.item);
    const siblings = node.parent ? node.parent.children : [node];
    const at = siblings.indexOf(node);
    const to = {
      ArrowUp: () => node.parent,
      ArrowDown: () => shown(node.children),
      ArrowRight: () => shown(siblings.slice(at + 1)),
      ArrowLeft: () => shown(siblings.slice(0, at).reverse()),
    }[event.key]?.();
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.open(node); }
    if (event.key.startsWith("Arrow")) event.preventDefault();
    to?.item?.focus();
  },
};
