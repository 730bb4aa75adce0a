// SPDX-License-Identifier: GPL-2.0-or-later
// The pictures: the icicle of sources, and the flame graph of calls.
//
// The tree that the icicle draws, with nodes {index, depth, kind, name, number, counts, parent,
// children, weight, found}. A node of the kind "smaller" is several children without boxes.
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

// ---- the icicle of sources -----------------------------------------------------------------------
// The icicle: a box for each directory, file and function, as wide as its count. Siblings that
// would be narrower than NARROW are drawn as one box, "(12 smaller)".
const LEVEL = 22;   // pixels from one row to the next
const NARROW = 1.5; // pixels
const OPENED = 40;  // boxes that a click on a "(n smaller)" shows

function changeColour(count, weight) {
  if (count === 0) return "var(--same)";
  const strength = 0.18 + 0.82 * Math.min(1, Math.sqrt(2 * Math.abs(count) / (weight || 1)));
  return `rgba(var(--${direction(count)}-rgb), ${strength.toFixed(2)})`;
}

const heatColour = (count, whole) =>
  `color-mix(in oklab, hsl(var(--heat)) ${Math.round(Math.min(1, heat(count, whole) * 1.6) * 100)}%, hsl(var(--cool)))`;

// The boxes of a picture: what a click, a key and the pointer do.
function listenToBoxes(picture) {
  const { place } = picture, onNode = act => event => event.target.node && act(event.target.node);
  place.addEventListener("keydown", event => picture.key(event));
  place.addEventListener("click", onNode(node => picture.open(node)));
  for (const kind of ["mouseover", "focusin"]) place.addEventListener(kind, onNode(node => picture.tell(node)));
}

// The box of a node in a picture, in this row; top is in pixels.
function boxOf(picture, node, className, text, row, { left, top, size, isAbove }) {
  const item = element("div", className + (isAbove ? " above" : "") + (size < 14 ? " narrow" : ""), text);
  item.setAttribute("role", "treeitem");
  item.setAttribute("aria-level", String(row + 1));
  item.title = picture.say(node);
  item.setAttribute("aria-label", item.title);
  item.tabIndex = node === picture.zoomed ? 0 : -1;
  item.style.cssText = `left:${left}px;top:${top}px;width:${Math.max(1, size - 0.5)}px;background:${picture.colour(node)}`;
  item.node = node;
  return item;
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
    listenToBoxes(this);
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
    return heatColour(count, whole);
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
    const name = boxName(node.name, node.kind === "function", Math.floor((size - 10) / this.letter));
    node.item = boxOf(this, node, node.kind, name, node.depth, { left, top, size, isAbove });
    this.boxes.push(node.item);
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

// ---- the flame graph of calls --------------------------------------------------------------------
// The flame graph of calls: a box for each path, as wide as its inclusive cost, from callers down
// to callees, from functions to their callers, or around one function. All boxes from NARROW on are laid out, and one box
// for the narrower siblings; boxes of the visible rows are drawn.
const INLINED = " (inlined)"; // in names of functions that are not called, but inlined
const ROWS_AROUND = 4; // rows above and below the visible ones that are drawn too

const flame = {
  zoomed: null,
  rows: [],      // of boxes {node, left, size, parent}, from the left
  query: parseQuery(""),

  setUp() {
    this.place = document.getElementById("flame");
    this.scroll = this.place.parentElement;
    this.detail = document.getElementById("detail");
    this.fold = document.getElementById("fold-recursion");
    this.letter = letterWidth(11.5);
    listenToBoxes(this);
    this.scroll.addEventListener("scroll", oncePerFrame(() => state.view !== "sources" && this.draw()));
    this.fold.addEventListener("change", () => go({ fold: this.fold.checked ? "1" : "", zoom: DEFAULTS.zoom }));
    onChange(["view", "event", "search", "zoom", "short", "fold", "mark"], changed => {
      if (state.view === "sources") return;
      if (changed.every(key => ["place", "mark"].includes(key)) && state.view !== "around") {
        this.reveal();
        return;
      }
      if (["view", "event", "fold", "mark"].some(key => changed.includes(key))) this.load();
      if (changed.includes("search") || changed.includes("view")) this.search();
      this.zoomed = this.view.at(state.zoom);
      this.layOut();
      this.toZoomed();
    });
    if (state.view === "sources") return;
    this.load();
    this.search();
    this.zoomed = this.view.at(state.zoom);
    this.layOut();
  },

  load() {
    this.all ??= CallNodes.read(callGraph().tree);
    const nodes = state.fold ? this.all.folded() : this.all;
    this.view = state.view === "callers" ? new CallsUp(nodes, chosenColumn())
      : state.view === "around" ? new CallsAround(nodes, chosenColumn(), markedFunction())
      : new CallsDown(nodes, chosenColumn());
    this.fold.checked = state.fold === "1";
  },

  // Finds the functions that match.
  search() {
    this.query = parseQuery(state.search);
    this.found = null;
    if (!this.query.isEmpty) {
      const others = data.calls.names.map(name => isFound(this.query, name) ? 1 : 0);
      this.found = Uint8Array.from([...matchFunctions(this.query), ...others]);
    }
  },

  tellFound() {
    const { event, name, whole } = chosenColumn();
    const sum = this.found && this.all.inclusiveOf(this.found, event);
    document.getElementById("picture-note").textContent = this.found
      ? `found, with what they call: ${grouped(sum)} ${name}, ${percent(sum, whole)}`
      : this.beginsBelow() ? `begins at ${this.name(this.zoomed)}, ${percent(this.zoomed.count(event), whole)} of everything: Zoom out shows all`
      : NOTES[state.view];
  },

  height: () => 14 * LEVEL + 2,
  resized() { if (this.place.clientWidth !== this.drawnWidth) this.layOut(); else this.draw(); },
  // True if the picture begins below its root, and the path to there is one row.
  beginsBelow() { return state.zoom === "" && this.zoomed.parent !== null; },

  zoomOut() { this.zoom(this.beginsBelow() ? this.view.root : this.zoomed.parent ?? this.zoomed); },
  home() { this.zoom(this.view.root); },
  zoom(node) { go({ zoom: node.id }); },

  layOut() {
    const width = this.drawnWidth = this.place.clientWidth;
    const above = [];
    for (let node = this.zoomed.parent; node; node = node.parent) above.unshift(node);
    this.rows = above.map(node => [{ node, left: 0, size: width, isAbove: true }]);
    if (this.beginsBelow()) this.rows = [[{ node: this.view.root, left: 0, size: width, isAbove: true, path: above }]];
    this.rows.push(...this.rowsBelow(this.view, this.zoomed, width));
    const callers = this.view.up?.children(this.view.up.root)[0];
    if (callers) this.rows.unshift(...this.rowsBelow(this.view.up, callers, width).slice(1).reverse());
    this.place.style.height = this.rows.length * LEVEL + 2 + "px";
    document.getElementById("zoom-out").disabled = !this.zoomed.parent;
    this.tellFound();
    this.tell(this.zoomed);
    this.draw();
  },

  // The rows of a node and of all below it.
  rowsBelow(view, node, width) {
    const rows = [], pending = [{ node, left: 0, size: width, row: 0 }];
    while (pending.length) {
      const box = pending.pop();
      (rows[box.row] ??= []).push(box);
      const inside = box.node.isRest && box.node !== node ? [] : this.inside(view, box);
      for (let i = inside.length; i-- > 0;) pending.push(inside[i]);
    }
    return rows;
  },

  // The boxes below a box. Below an opened "(n smaller)", as in the icicle, the first children share
  // nine tenths of the width.
  inside(view, { node, left, size, row }) {
    const isOpened = node.isRest, boxes = [];
    const all = isOpened ? node.kids : view.children(node), kids = isOpened ? all.slice(0, OPENED) : all;
    const hasMore = kids.length < all.length;
    const shared = isOpened ? kids.reduce((sum, child) => sum + child.weight, 0) : node.weight;
    const scale = shared > 0 ? size * (hasMore ? 0.9 : 1) / shared : 0;
    let from = 0, rest = 0;
    for (; from < kids.length && kids[from].weight * scale >= NARROW; ++from) {
      boxes.push({ node: kids[from], left, size: kids[from].weight * scale, row: row + 1 });
      left += kids[from].weight * scale;
    }
    for (let i = from; i < kids.length; ++i) rest += kids[i].weight * scale;
    if (hasMore) rest += size * 0.1;
    if (rest >= NARROW)
      boxes.push({ node: view.smaller(isOpened ? node.parent : node, (isOpened ? node.from : 0) + from), left, size: rest, row: row + 1 });
    return boxes;
  },

  draw() {
    const focused = this.place.contains(document.activeElement) ? document.activeElement.box : null;
    const [first, last] = visibleRows(this.scroll, LEVEL, this.rows.length, ROWS_AROUND);
    const items = [];
    for (let row = first; row < last; ++row) for (const box of this.rows[row]) items.push(this.item(box, row));
    this.place.replaceChildren(...items);
    if (focused) (items.find(item => item.box.node.id === focused.node.id) ?? items.find(item => item.tabIndex === 0))?.focus({ preventScroll: true });
  },

  item(box, row) {
    const { node, size, path } = box, letters = Math.floor((size - 10) / this.letter);
    const isMissed = this.found && !this.isFound(node);
    const className = (node.isRest ? "smaller" : "function") + (this.found ? isMissed ? " missed" : " found" : "") + (this.isMarked(node) ? " marked" : "") +
      (this.name(node).includes(INLINED) ? " inlined" : "");
    const text = path ? fitName(path.map(above => this.name(above)).join(" › "), letters) : boxName(this.name(node), !node.isRest, letters);
    return Object.assign(boxOf(this, node, className, text, row, { ...box, top: row * LEVEL }), { box });
  },

  isFound(node) { return node.isRest ? node.kids.some(child => this.found[child.fn]) : this.found[node.fn] === 1; },

  isMarked(node) {
    const fn = markedFunction();
    return fn >= 0 && (node.isRest ? node.kids.some(child => child.fn === fn) : node.fn === fn);
  },

  // The colour is of the function's own cost: a caller of expensive functions is not hot by that.
  colour(node) {
    if (node.isRest || node.fn === ROOT_FUNCTION) return "";
    const { event, whole } = chosenColumn();
    const count = data.difference || node.isCaller ? node.count(event) : node.own(event);
    if (data.difference) return changeColour(count, node.weight);
    return heatColour(count, whole);
  },

  name(node) {
    if (node.isRest) return icicleTree.smallerName(node.kids.length);
    return node.parent && node.fn === ROOT_FUNCTION ? "(no function)" : functionName(node.fn);
  },

  parts(node) {
    const { event, name, whole } = chosenColumn(), count = node.count(event), own = node.own(event);
    return [` ${shown(count)} ${name}, ${percent(count, whole)}`, own && own !== count ? `, ${shown(own)} its own` : "",
      node.calls ? `, ${shown(node.calls, false)} calls` : ""];
  },
  say(node) { return `${this.name(node)}:${this.parts(node).join("")}`; },
  tell(node) { fillDetail(this.detail, this.name(node), ...this.parts(node)); },

  // Shows the cost of the marked function, and brings its widest box into view.
  reveal() {
    const fn = markedFunction();
    if (fn < 0) return this.draw();
    const boxes = this.rows.flatMap((row, at) => row.filter(box => this.isMarked(box.node)).map(box => ({ box, at })));
    const [widest] = boxes.sort((a, b) => b.box.size - a.box.size);
    if (widest) this.toRow(widest.at);
    else this.draw();
    const { event, name, whole } = chosenColumn(), count = data.calls.inclusive[fn][event];
    const paths = this.all.outermost(fn).length;
    fillDetail(this.detail, functionName(fn), ` ${grouped(count)} ${name} inclusive, ${percent(count, whole)}`,
      `, on ${withCommas(paths)} ${paths === 1 ? "path" : "paths"}`);
  },

  // Zooms into a function, and shows it in the table, its source and its callers.
  open(node) {
    if (state.view === "around") {
      if (!node.isRest && node.fn >= 0) go({ place: "f" + node.fn });
      return;
    }
    const isHere = node === this.zoomed || (node.id === this.zoomed.id);
    const to = isHere && node.parent ? node.parent : node;
    go({ zoom: to.id, ...(!node.isRest && node.fn >= 0 ? { place: "f" + node.fn } : {}) });
  },

  toZoomed() {
    const row = this.rows.findIndex(boxes => boxes[0].node === this.zoomed);
    if (this.view.up) this.scroll.scrollTop = (row + 0.5) * LEVEL - this.scroll.clientHeight / 2;
    this.toRow(row);
  },
  toRow(row) {
    const top = row * LEVEL;
    if (top < this.scroll.scrollTop || top + LEVEL > this.scroll.scrollTop + this.scroll.clientHeight)
      this.scroll.scrollTop = Math.max(0, top - 2 * LEVEL);
    this.draw();
  },

  key(event) {
    const box = document.activeElement?.box;
    if (!box) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.open(box.node);
      return;
    }
    const row = this.rows.findIndex(boxes => boxes.includes(box)), at = this.rows[row].indexOf(box);
    const isNext = other => other.left + 0.01 < box.left + box.size && box.left + 0.01 < other.left + other.size;
    const below = this.rows[row + 1]?.find(isNext), above = this.rows[row - 1]?.find(isNext);
    const to = { ArrowUp: above, ArrowDown: below, ArrowRight: this.rows[row][at + 1], ArrowLeft: this.rows[row][at - 1] }[event.key];
    if (event.key.startsWith("Arrow")) event.preventDefault();
    if (!to) return;
    this.toRow(this.rows.findIndex(boxes => boxes.includes(to)));
    [...this.place.children].find(item => item.box === to)?.focus({ preventScroll: true });
  },
};

// The text of a sum of counts, with "about" if a double cannot represent it exactly.
function shown(count, isChange = true) {
  const text = isChange ? grouped(Math.round(count)) : withCommas(Math.round(count));
  return Number.isSafeInteger(Math.round(count)) ? text : "about " + text;
}

// ---- the choice of the picture -------------------------------------------------------------------
// Chooses the picture: the icicle of sources or, if the profile has a call tree, a flame graph.
const NOTES = {
  sources: "paths of the source tree, not call stacks",
  calls: "callers above what they call, as wide as both cost",
  callers: "functions as wide as their own cost, below them who called",
  around: "all paths of one function together: its callers above, its callees below",
};
const picture = () => state.view === "sources" ? icicle : flame;

function setUpPicture() {
  const view = document.getElementById("view"), title = document.getElementById("icicle-title");
  const hasTree = data.calls?.tree === true;
  view.hidden = !hasTree;
  title.classList.toggle("hidden-text", hasTree);
  // Shows all paths of the marked function together, or the picture again.
  const focus = document.getElementById("focus");
  focus.addEventListener("click", () => go({ view: state.view === "around" ? "calls" : "around", zoom: DEFAULTS.zoom }));
  const show = () => {
    focus.hidden = !hasTree || markedFunction() < 0;
    focus.textContent = state.view === "around" ? "All calls" : "Focus";
    view.value = state.view;
    document.getElementById("icicle").hidden = state.view !== "sources";
    document.getElementById("flame").hidden = state.view === "sources";
    document.getElementById("fold-label").hidden = state.view === "sources";
    document.getElementById("picture-note").textContent = NOTES[state.view];
    document.getElementById("icicle-title").textContent = view.selectedOptions[0].textContent;
  };
  view.addEventListener("change", () => go({ view: view.value, zoom: DEFAULTS.zoom }));
  document.getElementById("zoom-out").addEventListener("click", () => picture().zoomOut());
  document.getElementById("legend").hidden = !data.difference;
  onChange(["view", "mark"], show);
  show();
}
