// SPDX-License-Identifier: GPL-2.0-or-later
// The pictures: the icicle of sources, and the flame graphs of calls. Each draws a tree, with a box
// for each node.
//
// A tree with nodes {id, parent, weight, count(event), own(event)}. The id is the node's name in the
// address. A node with isRest is several children of its parent, `kids`, from index `from` on.
class PictureTree {
  isSearched = false;

  // The children, the heaviest first. They are made when their parent is drawn.
  children(node) {
    return node.kids ??= this.makeChildren(node).filter(child => child.weight > 0).sort((a, b) => b.weight - a.weight || a.fn - b.fn);
  }

  // One node for the children of `parent` from index `from` on. Its address is "12~40".
  smaller(parent, from) {
    const kids = this.children(parent).slice(from);
    return { id: `${parent.id}~${from}`, from, isRest: true, kind: "smaller", parent, kids, fn: parent.fn, calls: 0,
      name: `(${withCommas(kids.reduce((sum, child) => sum + (child.leftOut ?? 1), 0))} smaller)`,
      weight: kids.reduce((sum, child) => sum + child.weight, 0),
      count: event => sumOf(kids.map(child => child.count(event))), own: () => 0 };
  }

  // The node that the picture begins with: it is the root unless a tree knows better.
  start() { return this.root; }

  // The node with this address, or the root if there is none.
  at(address) {
    if (address === "") return this.start();
    const [, id, from] = /^(c?[-\d.]+)(?:~(\d+))?$/.exec(address) ?? [];
    const node = id && this.find(id);
    if (!node) return this.root;
    return from && Number(from) < this.children(node).length ? this.smaller(node, Number(from)) : node;
  }

  isMarked(node) {
    const fn = markedFunction();
    return fn >= 0 && (node.isRest ? node.kids.some(child => child.fn === fn) : node.fn === fn);
  }

  // The cost of all that a search finds, or null if no one asks.
  foundSum() { return null; }
}

// Directories, files and functions, with {kind, name, fn}. A node with leftOut is as many children
// that have no boxes.
class SourceTree extends PictureTree {
  levels = 1;

  constructor(column) {
    super();
    const path = [];
    this.nodes = data.tree.map((row, index) => {
      const depth = row[NODE.depth], kind = row[NODE.kind], number = row[NODE.number], counts = row.slice(NODE.counts);
      const fn = kind === "function" ? number : -1, parent = depth ? path[depth - 1] : null;
      const node = { id: String(index), kind, name: fn < 0 ? row[NODE.name] : data.functions[fn][FUNCTION.name], fn, parent, kids: [],
        leftOut: kind === "smaller" ? number : undefined, count: event => counts[event] };
      parent?.kids.push(node);
      path[depth] = node;
      this.levels = Math.max(this.levels, depth + 1);
      return node;
    });
    this.root = this.nodes[0];
    this.weigh(column);
  }

  // Computes the widths of boxes: the count; in a difference, the larger of the counts before and
  // after, or without a base the sum of the changes' magnitudes. So all that changed has a width.
  weigh({ event, base }) {
    for (const node of this.nodes.toReversed()) {
      const count = Number(node.count(event));
      if (node.kids.length) node.weight = node.kids.reduce((sum, child) => sum + child.weight, 0);
      else if (!data.difference) node.weight = Math.max(0, count);
      else if (base !== null) node.weight = Math.max(Number(node.count(base)), Number(node.count(base)) + count, 0);
      else node.weight = Math.abs(count);
      node.kids.sort((a, b) => !!a.leftOut - !!b.leftOut || b.weight - a.weight);
    }
  }

  find(id) { return this.nodes[id]?.leftOut ? null : this.nodes[id]; }

  // Marks the nodes that match, and the directories and files that contain them.
  search(query) {
    this.isSearched = !query.isEmpty;
    for (const node of this.nodes.toReversed())
      node.isFound = this.isSearched && (node.kids.some(child => child.isFound) ||
        (node.kind === "function" ? isFound(query, node.name, this.path(node.parent)) : !node.leftOut && isFound(query, this.path(node))));
  }
  isFound(node) { return node.isRest ? node.kids.some(child => child.isFound) : node.isFound; }

  path(node) {
    if (!node.parent) return "";
    return node.path ??= node.parent.parent ? `${this.path(node.parent)}/${node.name}`.replace("//", "/") : node.name;
  }

  title(node) { return node.parent ? this.path(node) : "everything"; }
  name(node) { return node.name; }

  colour(node) {
    const { event, whole } = chosenColumn(), count = Number(node.count(event));
    if (data.difference) return changeColour(count, node.weight);
    return node.kind === "function" ? heatColour(count, whole) : "";
  }

  ownChange(node) {
    return chosenColumn().base === null ? "" : ` of the base, ${ownChange(each => node.count(each))} of its own`;
  }
  say(node) {
    const { event, name, whole } = chosenColumn(), count = node.count(event);
    return `${this.title(node)}: ${grouped(count)} ${name}, ${percent(count, whole)}${this.ownChange(node)}`;
  }
  parts(node) {
    const { event, name, whole } = chosenColumn(), count = node.count(event);
    return [`  ${grouped(count)} ${name} `, element("span", direction(count), percent(count, whole)), this.ownChange(node)];
  }

  // Shows a function in the table and its source; zooms into anything else. If the data have no
  // boxes for the children, searches for them in the table.
  destination(node, isZoomed) {
    if (node.kind === "function") return node.fn < 0 ? null : { place: "f" + node.fn };
    if (node.isRest && !isZoomed && node.kids.every(child => child.leftOut))
      return { by: node.parent.kind === "file" ? "function" : "file", search: `"${this.path(node.parent)}"` };
    return { zoom: (isZoomed && node.parent ? node.parent : node).id };
  }
}

function changeColour(count, weight) {
  if (count === 0) return "var(--same)";
  const strength = 0.18 + 0.82 * Math.min(1, Math.sqrt(2 * Math.abs(count) / (weight || 1)));
  return `rgba(var(--${direction(count)}-rgb), ${strength.toFixed(2)})`;
}

const heatColour = (count, whole) =>
  `color-mix(in oklab, hsl(var(--heat)) ${Math.round(Math.min(1, heat(count, whole) * 1.6) * 100)}%, hsl(var(--cool)))`;

// ---- the picture ---------------------------------------------------------------------------------
// The trees that the reader may choose from, and the lists, which have none of their own.
const PICTURES = {
  review: { note: "functions that changed most, and lines that grew", list: review, make: column => PICTURES[picturesHere()[1]].make(column) },
  parts: { note: "what each part cost: a click chooses it for the whole page", list: partList, make: column => PICTURES[picturesHere()[1]].make(column) },
  sources: { note: "paths of the source tree, not call stacks", make: column => new SourceTree(column) },
  calls: { note: "callers above what they call, as wide as both cost", make: column => new CallsDown(chosenNodes(), column) },
  callers: { note: "functions as wide as their own cost, below them who called", make: column => new CallsUp(chosenNodes(), column) },
  around: { note: "all paths of one function together: its callers above, its callees below",
    make: column => new CallsAround(chosenNodes(), column, markedFunction()) },
};

// Those of this page, the one that it begins with first.
const picturesHere = () => [data.review && "review", data.parts.length > 0 && "parts", ...(data.calls?.tree ? ["calls", "callers", "around"] : []), "sources"].filter(Boolean);

// Returns the list that is shown in place of a picture, if there is one.
const listHere = () => PICTURES[state.view].list;

const LEVEL = 22;   // pixels from one row to the next
const NARROW = 1.5; // pixels: siblings that would be narrower are drawn as one box, "(12 smaller)"
const OPENED = 40;  // boxes that a click on a "(n smaller)" shows
const INLINED = " (inlined)"; // in names of functions that are not called, but inlined
const ROWS_AROUND = 4; // rows above and below the visible ones that are drawn too

// A box for each node, as wide as its weight, below that of its parent. All boxes from NARROW on are
// laid out, and one box for the narrower siblings; boxes of the visible rows are drawn.
const picture = {
  zoomed: null,
  rows: [],      // of boxes {node, left, size}, from the left

  setUp() {
    this.scroll = document.querySelector(".icicle-scroll");
    this.detail = document.getElementById("detail");
    this.fold = document.getElementById("fold-recursion");
    this.select = document.getElementById("view");
    this.focus = document.getElementById("focus");
    this.letter = letterWidth(11.5);
    this.hasTree = data.calls?.tree === true;
    for (const option of [...this.select.options]) if (!picturesHere().includes(option.value)) option.remove();
    this.select.hidden = this.select.options.length === 1;
    document.getElementById("icicle-title").classList.toggle("hidden-text", !this.select.hidden);
    const onNode = act => event => event.target.node && act(event.target.node);
    this.scroll.addEventListener("keydown", event => this.key(event));
    this.scroll.addEventListener("click", onNode(node => this.open(node)));
    for (const kind of ["mouseover", "focusin"]) this.scroll.addEventListener(kind, onNode(node => this.tell(node)));
    this.drawnRows = new DrawnRows(this.scroll, LEVEL, ROWS_AROUND, () => this.draw());
    this.fold.addEventListener("change", () => go({ fold: this.fold.checked ? "1" : "", zoom: DEFAULTS.zoom }));
    this.select.addEventListener("change", () => go({ view: this.select.value, zoom: DEFAULTS.zoom }));
    // Shows all paths of the marked function together, or the picture again.
    this.focus.addEventListener("click", () => go({ view: state.view === "around" ? "calls" : "around", zoom: DEFAULTS.zoom }));
    document.getElementById("zoom-out").addEventListener("click", () => this.zoomOut());
    onChange(["view", "event", "search", "zoom", "short", "fold", "mark"], changed => {
      this.showChoice();
      if (changed.every(key => ["place", "mark"].includes(key)) && state.view !== "around") return this.reveal();
      const isOther = ["view", "event", "fold", "mark"].some(key => changed.includes(key));
      if (isOther) this.tree = PICTURES[state.view].make(chosenColumn());
      if (isOther || changed.includes("search")) this.tree.search(parseQuery(state.search));
      this.layOut();
      this.toZoomed();
    });
    this.showChoice();
    this.tree = PICTURES[state.view].make(chosenColumn());
    this.layOut();
  },

  showChoice() {
    const isList = Boolean(listHere()), isOfCalls = !isList && state.view !== "sources";
    this.focus.hidden = !this.hasTree || markedFunction() < 0;
    this.focus.textContent = state.view === "around" ? "All calls" : "Focus";
    this.select.value = state.view;
    this.fold.checked = state.fold === "1";
    document.getElementById("fold-label").hidden = !isOfCalls;
    document.getElementById("icicle").hidden = isOfCalls || isList;
    document.getElementById("flame").hidden = !isOfCalls;
    document.getElementById("review").hidden = state.view !== "review";
    document.getElementById("phases").hidden = state.view !== "parts";
    document.querySelector(".foot").hidden = isList;
    document.getElementById("legend").hidden = !data.difference || isList;
    document.getElementById("zoom-out").hidden = isList;
    this.place = document.getElementById(isOfCalls ? "flame" : "icicle");
    document.getElementById("icicle-title").textContent = this.select.selectedOptions[0].textContent;
  },

  tellFound() {
    const { event, name, whole } = chosenColumn(), sum = listHere() ? null : this.tree.foundSum(event);
    document.getElementById("picture-note").textContent = sum !== null
      ? `found, with what they call: ${grouped(sum)} ${name}, ${percent(sum, whole)}`
      : !listHere() && this.beginsBelow() ? `begins at ${this.tree.name(this.zoomed)}, ${percent(this.zoomed.count(event), whole)} of everything: Zoom out shows all`
      : PICTURES[state.view].note;
  },

  height() { return listHere()?.height() ?? this.tree.levels * LEVEL + 2; },
  resized() { if (this.place.clientWidth !== this.drawnWidth) this.layOut(); else this.drawnRows.follow(); },
  // True if the picture begins below its root, and the path to there is one row.
  beginsBelow() { return state.zoom === "" && this.zoomed.parent !== null; },

  zoomOut() { this.zoom(this.beginsBelow() ? this.tree.root : this.zoomed.parent ?? this.zoomed); },
  home() { this.zoom(this.tree.root); },
  zoom(node) { go({ zoom: node.id }); },

  layOut() {
    const width = this.drawnWidth = this.place.clientWidth, { tree } = this;
    this.zoomed = tree.at(state.zoom);
    const above = [];
    for (let node = this.zoomed.parent; node; node = node.parent) above.unshift(node);
    this.rows = above.map(node => [{ node, left: 0, size: width, isAbove: true }]);
    if (this.beginsBelow()) this.rows = [[{ node: tree.root, left: 0, size: width, isAbove: true, path: above }]];
    this.rows.push(...this.rowsBelow(tree, this.zoomed, width));
    const callers = tree.up?.children(tree.up.root)[0];
    if (callers) this.rows.unshift(...this.rowsBelow(tree.up, callers, width).slice(1).reverse());
    this.place.style.height = this.rows.length * LEVEL + 2 + "px";
    document.getElementById("zoom-out").disabled = !this.zoomed.parent;
    this.tellFound();
    this.tell(this.zoomed);
    this.draw();
  },

  // The rows of a node and of all below it.
  rowsBelow(tree, node, width) {
    const rows = [], pending = [{ node, left: 0, size: width, row: 0 }];
    while (pending.length) {
      const box = pending.pop();
      (rows[box.row] ??= []).push(box);
      const inside = box.node.isRest && box.node !== node ? [] : this.inside(tree, box);
      for (let i = inside.length; i-- > 0;) pending.push(inside[i]);
    }
    return rows;
  },

  // The boxes below a box. Below an opened "(n smaller)", the first children share nine tenths of the
  // width, and one box for the others has the rest: to scale, hundreds would be as narrow as before.
  inside(tree, { node, left, size, row }) {
    const isOpened = node.isRest, boxes = [];
    const all = tree.children(node), kids = (isOpened ? all.slice(0, OPENED) : all).filter(child => !child.leftOut);
    const hasMore = isOpened && kids.length < all.length;
    const shared = isOpened ? kids.reduce((sum, child) => sum + child.weight, 0) : node.weight;
    const scale = shared > 0 ? size * (hasMore ? 0.9 : 1) / shared : 0;
    let from = 0, rest = 0;
    for (; from < kids.length && kids[from].weight * scale >= NARROW; ++from) {
      boxes.push({ node: kids[from], left, size: kids[from].weight * scale, row: row + 1 });
      left += kids[from].weight * scale;
    }
    for (const child of (isOpened ? kids : all).slice(from)) rest += child.weight * scale;
    if (hasMore) rest += size * 0.1;
    if (rest >= NARROW)
      boxes.push({ node: tree.smaller(isOpened ? node.parent : node, (isOpened ? node.from : 0) + from), left, size: rest, row: row + 1 });
    return boxes;
  },

  draw() {
    if (listHere()) return;
    const focused = this.place.contains(document.activeElement) ? document.activeElement.node : null;
    const [first, last] = this.drawnRows.choose(this.rows.length);
    const items = [];
    for (let row = first; row < last; ++row) for (const box of this.rows[row]) items.push(this.item(box, row));
    this.place.replaceChildren(...items);
    if (focused) (items.find(item => item.node.id === focused.id) ?? items.find(item => item.tabIndex === 0))?.focus({ preventScroll: true });
  },

  item(box, row) {
    const { node, left, size, path } = box, { tree } = this, name = tree.name(node), kind = node.kind ?? "function";
    const letters = Math.floor((size - 10) / this.letter);
    const text = path ? fitName(path.map(above => tree.name(above)).join(" › "), letters) : boxName(name, kind === "function", letters);
    const classes = [kind, tree.isSearched && (tree.isFound(node) ? "found" : "missed"), tree.isMarked(node) && "marked",
      name.includes(INLINED) && "inlined", box.isAbove && "above", size < 14 && "narrow"];
    const item = element("div", classes.filter(Boolean).join(" "), text);
    item.setAttribute("role", "treeitem");
    item.setAttribute("aria-level", String(row + 1));
    item.title = tree.say(node);
    item.setAttribute("aria-label", item.title);
    item.tabIndex = node === this.zoomed ? 0 : -1;
    item.style.cssText = `left:${left}px;top:${row * LEVEL}px;width:${Math.max(1, size - 0.5)}px;background:${tree.colour(node)}`;
    return Object.assign(item, { node, box });
  },

  tell(node) { fillDetail(this.detail, this.tree.title(node), ...this.tree.parts(node)); },

  // Shows the cost of the marked function, and brings its widest box into view.
  reveal() {
    const boxes = this.rows.flatMap((row, at) => row.filter(box => this.tree.isMarked(box.node)).map(box => ({ box, at })));
    const [widest] = boxes.sort((a, b) => b.box.size - a.box.size);
    if (widest) this.toRow(widest.at);
    else this.draw();
    const fn = markedFunction();
    if (fn < 0 || !["calls", "callers", "around"].includes(state.view)) return;
    const { event, name, whole } = chosenColumn(), count = data.calls.inclusive[fn][event];
    const paths = callNodes().outermost(fn).length;
    fillDetail(this.detail, functionName(fn), ` ${grouped(count)} ${name} inclusive, ${percent(count, whole)}`,
      `, on ${withCommas(paths)} ${paths === 1 ? "path" : "paths"}`);
  },

  open(node) {
    const next = this.tree.destination(node, node.id === this.zoomed.id);
    if (next) go(next);
  },

  toZoomed() {
    const row = this.rows.findIndex(boxes => boxes[0].node === this.zoomed);
    if (this.tree.up) this.scroll.scrollTop = (row + 0.5) * LEVEL - this.scroll.clientHeight / 2;
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
