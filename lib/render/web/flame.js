// SPDX-License-Identifier: GPL-2.0-or-later
// The flame graph of calls: a box for each path, as wide as its inclusive cost, from callers down
// to callees, from functions to their callers, or around one function. All boxes from NARROW on are laid out, and one box
// for the narrower siblings; boxes of the visible rows are drawn.
// Shares: flame.
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
    for (const kind of ["mouseover", "focusin"])
      this.place.addEventListener(kind, event => event.target.box && this.tell(event.target.box.node));
    this.place.addEventListener("click", event => event.target.box && this.open(event.target.box.node));
    this.place.addEventListener("keydown", event => this.key(event));
    this.scroll.addEventListener("scroll", () => this.schedule());
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
    if (state.view !== "sources") this.start();
  },

  start() {
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

  schedule() {
    if (this.pending || state.view === "sources") return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  },

  draw() {
    const focused = this.place.contains(document.activeElement) ? document.activeElement.box : null;
    const first = Math.max(0, Math.floor(this.scroll.scrollTop / LEVEL) - ROWS_AROUND);
    const last = Math.min(this.rows.length, first + Math.ceil(this.scroll.clientHeight / LEVEL) + 2 * ROWS_AROUND);
    const items = [];
    for (let row = first; row < last; ++row) for (const box of this.rows[row]) items.push(this.item(box, row));
    this.place.replaceChildren(...items);
    if (focused) (items.find(item => item.box.node.id === focused.node.id) ?? items.find(item => item.tabIndex === 0))?.focus({ preventScroll: true });
  },

  item(box, row) {
    const { node, left, size, isAbove, path } = box, letters = Math.floor((size - 10) / this.letter);
    const isMissed = this.found && !this.isFound(node);
    const item = element("div", (node.isRest ? "smaller" : "function") + (isAbove ? " above" : "") + (size < 14 ? " narrow" : "") +
      (this.found ? isMissed ? " missed" : " found" : "") + (this.isMarked(node) ? " marked" : ""),
      path ? fitName(path.map(above => this.name(above)).join(" › "), letters) : boxName(this.name(node), !node.isRest, letters));
    item.setAttribute("role", "treeitem");
    item.setAttribute("aria-level", String(row + 1));
    item.title = this.say(node);
    item.setAttribute("aria-label", item.title);
    item.tabIndex = node === this.zoomed ? 0 : -1;
    item.style.cssText = `left:${left}px;top:${row * LEVEL}px;width:${Math.max(1, size - 0.5)}px;background:${this.colour(node)}`;
    item.box = box;
    return item;
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
    return `color-mix(in oklab, hsl(var(--heat)) ${Math.round(Math.min(1, heat(count, whole) * 1.6) * 100)}%, hsl(var(--cool)))`;
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

  // Says what the marked function costs, and brings its widest box into view.
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
