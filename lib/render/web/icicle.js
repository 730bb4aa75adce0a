// SPDX-License-Identifier: GPL-2.0-or-later
// The icicle: a box for each directory, file and function, as wide as its count. Siblings that
// would be narrower than NARROW are drawn as one box, "(12 smaller)".
// Shares: icicle, LEVEL, NARROW, OPENED, changeColour.
const LEVEL = 22;   // pixels from one row to the next
const NARROW = 1.5; // pixels
const OPENED = 40;  // boxes that a click on a "(n smaller)" shows

function changeColour(count, weight) {
  if (count === 0) return "var(--same)";
  const strength = 0.18 + 0.82 * Math.min(1, Math.sqrt(2 * Math.abs(count) / (weight || 1)));
  return `rgba(var(--${direction(count)}-rgb), ${strength.toFixed(2)})`;
}

const icicle = {
  zoomed: null,
  query: parseQuery(""),
  boxes: [],

  setUp() {
    this.place = document.getElementById("icicle");
    this.detail = document.getElementById("detail");
    this.letter = letterWidth(11.5);
    icicleTree.read();
    icicleTree.weigh();
    this.zoomed = icicleTree.nodes[0];
    this.place.addEventListener("keydown", event => this.key(event));
    this.place.addEventListener("click", event => event.target.node && this.open(event.target.node));
    for (const kind of ["mouseover", "focusin"])
      this.place.addEventListener(kind, event => event.target.node && this.tell(event.target.node));
    document.getElementById("legend").hidden = !data.difference;
    onChange(["mark"], () => this.markFound());
    onChange(["view", "event", "search", "zoom", "short"], changed => {
      if (changed.includes("event")) icicleTree.weigh();
      if (changed.includes("search")) icicleTree.find(this.query = parseQuery(state.search));
      if (state.view !== "sources") return;
      if (changed.every(key => key === "search")) {
        this.markFound();
      } else {
        this.zoomed = icicleTree.at(state.zoom);
        this.draw();
      }
    });
  },

  height: () => icicleTree.levels * LEVEL + 2,

  resized() { if (this.place.clientWidth !== this.drawnWidth) this.draw(); },

  colour(node) {
    const { event, whole } = chosenColumn();
    const count = value(node.counts, event);
    if (data.difference) return changeColour(count, node.weight);
    if (node.kind !== "function") return "";
    return `color-mix(in oklab, hsl(var(--heat)) ${Math.round(Math.min(1, heat(count, whole) * 1.6) * 100)}%, hsl(var(--cool)))`;
  },

  draw() {
    const width = this.drawnWidth = this.place.clientWidth;
    const rowOf = node => node.depth * LEVEL;
    for (const node of icicleTree.nodes) node.item = null;
    this.boxes = [];
    for (let node = this.zoomed.parent; node; node = node.parent) this.box(node, 0, width, rowOf(node), true);
    this.box(this.zoomed, 0, width, rowOf(this.zoomed), false);
    if (this.zoomed.from !== undefined) this.drawOpened(width);
    else this.drawChildren(this.zoomed, 0, this.zoomed.weight ? width / this.zoomed.weight : 0);
    const focused = this.place.contains(document.activeElement);
    this.markFound();
    this.place.replaceChildren(...this.boxes);
    this.place.style.height = this.height() + (this.zoomed.from !== undefined ? LEVEL : 0) + "px";
    if (focused) this.zoomed.item.focus();
    document.getElementById("zoom-out").disabled = !this.zoomed.parent;
    this.tell(this.zoomed);
  },

  drawChildren(node, left, scale, down = 0) {
    let i = 0;
    for (; i < node.children.length; ++i) {
      const child = node.children[i], size = child.weight * scale;
      if (size < NARROW || child.kind === "smaller") break;
      this.box(child, left, size, child.depth * LEVEL + down, false);
      this.drawChildren(child, left, scale, down);
      left += size;
    }
    const size = node.children.slice(i).reduce((sum, child) => sum + child.weight, 0) * scale;
    if (size >= NARROW) this.box(icicleTree.smaller(node, i), left, size, (node.depth + 1) * LEVEL + down, false);
  },

  // Draws the first children of a "(n smaller)" in nine tenths of the width, and one box for the
  // others in the rest. Drawn to scale, hundreds of boxes would be as narrow as before.
  drawOpened(width) {
    const { parent, from, depth } = this.zoomed;
    const shown = parent.children.slice(from, from + OPENED).filter(child => child.kind !== "smaller");
    const hasMore = from + shown.length < parent.children.length;
    const sum = shown.reduce((all, child) => all + child.weight, 0);
    const scale = sum ? width * (hasMore && shown.length ? 0.9 : 1) / sum : 0;
    let left = 0;
    for (const child of shown) {
      if (child.weight * scale < NARROW) continue;
      this.box(child, left, child.weight * scale, (depth + 1) * LEVEL, false);
      this.drawChildren(child, left, scale, LEVEL);
      left += child.weight * scale;
    }
    if (hasMore) this.box(icicleTree.smaller(parent, from + shown.length), left, width - left, (depth + 1) * LEVEL, false);
  },

  // Marks the boxes that a search finds, and those of the marked function.
  markFound() {
    const fn = markedFunction();
    const isMarked = node => fn >= 0 && (node.from === undefined ? node.number === fn && node.kind === "function"
      : node.children.some(child => child.number === fn && child.kind === "function"));
    for (const { node, classList } of this.boxes) {
      const isFound = node.from === undefined ? node.found : node.children.some(child => child.found);
      classList.toggle("found", !this.query.isEmpty && isFound);
      classList.toggle("missed", !this.query.isEmpty && !isFound);
      classList.toggle("marked", isMarked(node));
    }
  },

  box(node, left, size, top, isAbove) {
    const item = element("div", node.kind + (isAbove ? " above" : "") + (size < 14 ? " narrow" : ""),
      boxName(node.name, node.kind === "function", Math.floor((size - 10) / this.letter)));
    item.setAttribute("role", "treeitem");
    item.setAttribute("aria-level", String(node.depth + 1));
    item.title = this.say(node);
    item.setAttribute("aria-label", item.title);
    item.tabIndex = node === this.zoomed ? 0 : -1;
    item.style.cssText = `left:${left}px;top:${top}px;width:${Math.max(1, size - 0.5)}px;background:${this.colour(node)}`;
    item.node = node;
    node.item = item;
    this.boxes.push(item);
  },

  name: node => node.parent ? icicleTree.path(node) : "everything",

  say(node) {
    const { event, name, whole } = chosenColumn(), count = node.counts[event];
    return `${this.name(node)}: ${grouped(count)} ${name}, ${percent(count, whole)}${this.own(node)}`;
  },

  own(node) {
    const { base, event } = chosenColumn();
    return base === null ? "" : ` of the base, ${ownChange(node.counts[event], node.counts[base])} of its own`;
  },

  tell(node) {
    const { event, name, whole } = chosenColumn(), count = node.counts[event];
    fillDetail(this.detail, this.name(node), `  ${grouped(count)} ${name} `,
      element("span", direction(count), percent(count, whole)), this.own(node));
  },

  // Shows a function in the table and its source; zooms into anything else. If the data have no
  // boxes for the children, searches for them in the table.
  open(node) {
    const isBare = node.kind === "smaller" && node.children.every(child => child.kind === "smaller");
    if (node.kind === "function") {
      if (node.number >= 0) go({ place: "f" + node.number });
    } else if (isBare && node !== this.zoomed) {
      go({ by: node.parent.kind === "file" ? "function" : "file", search: `"${icicleTree.path(node.parent)}"` });
    } else {
      this.zoom(node.index === this.zoomed.index && node.parent ? node.parent : node);
    }
  },

  zoomOut() { this.zoom(this.zoomed.parent ?? this.zoomed); },
  home() { this.zoom(icicleTree.nodes[0]); },
  zoom(node) { go({ zoom: String(node.index) }); },

  key(event) {
    const node = document.activeElement?.node;
    if (!node) return;
    const items = [...this.place.children];
    const below = items.find(item => item.node.parent === node);
    const siblings = items.filter(item => item.node.parent === node.parent);
    const at = siblings.indexOf(node.item);
    const to = { ArrowUp: node.parent?.item, ArrowDown: below, ArrowRight: siblings[at + 1], ArrowLeft: siblings[at - 1] }[event.key];
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.open(node); }
    if (event.key.startsWith("Arrow")) event.preventDefault();
    to?.focus();
  },
};
