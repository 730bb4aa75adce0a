// SPDX-License-Identifier: GPL-2.0-or-later
// The page as a whole: its state, its head, the sizes of its panes, and how it starts.
//
// The state of the page, which is also in its address: a link to it, and the browser's back and
// forward, show the same again.
//   #f12          a function
//   #s3:45        a line of a source; #s3:-45: a line that was removed
//   #function=NAME   the same, if need be without arguments and namespaces, and
//   #line=FILE:45    for links from elsewhere: numbers are those of one page
//   &mark=12 &event=D1mr &by=file &search=strc &order=name:up &zoom=12 &columns=Ir,D1mr &short=1
const DEFAULTS = {
  place: "",      // f12 or s3:45
  mark: "",       // the function that all panes mark; in the address only if the place is a line
  event: data.columns[data.sort].name,
  by: "function", // a key of GROUPS
  view: picturesHere()[0], // the picture: a key of PICTURES
  fold: "",       // 1: recursion is folded in the picture
  pane: "",       // "calls": callers and callees instead of the source; "use": cache use
  code: "",       // instructions instead of the table: of the function with this number in the
                  // element "code"
  object: "",     // data objects instead of the table: "all", or the number of one
  of: "",         // what they are of: "line" and "function": those of the place
  level: "",      // of the cache: the id of one of cacheLevels; empty: the first
  search: "",
  order: "count:down",
  zoom: "",       // a node of the picture; 12~40: its children from number 40 on; empty: where the
                  // picture begins
  columns: "",    // events next to the source; empty: as many as fit
  short: "",      // 1: names without arguments
};
const state = { ...DEFAULTS };
const notFound = document.getElementById("not-found"); // what an address asks for in vain
const objects = document.getElementById("objects") && objectsPane; // in some pages only

const chosenColumn = () => data.columns.find(column => column.name === state.event);

// The function that all panes mark, or -1.
const markedFunction = () => state.mark === "" ? -1 : Number(state.mark);

const changeListeners = [];

// Calls the listener once for each change of one or several of these keys.
function onChange(keys, listener) { changeListeners.push({ keys, listener }); }

function changeState(next) {
  const fn = /^f(\d+)$/.exec(next.place ?? "");
  if (fn && isFunction(Number(fn[1]))) next = { ...next, mark: fn[1] };
  const changed = Object.keys(DEFAULTS).filter(key => next[key] !== undefined && next[key] !== state[key]);
  Object.assign(state, next);
  tail = withoutPlace(state);
  for (const { keys, listener } of changeListeners)
    if (keys.some(key => changed.includes(key))) listener(changed);
}

const withoutPlace = shown => new URLSearchParams(Object.keys(DEFAULTS)
  .filter(key => key !== "place" && shown[key] !== DEFAULTS[key] && !(key === "mark" && /^f/.test(shown.place))).map(key => [key, shown[key]])).toString();

let tail = ""; // of the address, after the place

function addressOf(next) {
  const { place, ...others } = next;
  const isMarked = state.mark !== "" && place !== undefined && /^f/.test(place) !== /^f/.test(state.place);
  const rest = isMarked || Object.keys(others).length ? withoutPlace({ ...state, ...next }) : tail;
  return "#" + [place ?? state.place, rest].filter(Boolean).join("&");
}

// Changes the state. With `push`, the browser's back button returns to the state before; typing and
// sorting are without.
function go(next, push = true) {
  clearTimeout(go.pending);
  if (push && addressOf(next) !== location.hash) {
    history.replaceState(null, "", addressOf({}));
    history.pushState(null, "", addressOf(next));
  } else {
    // Browsers refuse to change the address for each letter that is typed.
    go.pending = setTimeout(() => history.replaceState(null, "", addressOf({})), 150);
  }
  changeState(next);
}

// The place of a function's name, or of a file and a line, of which the end of the path is enough.
// If there is none, or more than one, says so.
function placeNamed(key, text) {
  if (key === "function") {
    const found = functionsNamed(text);
    if (found.length !== 1) sayNotFound(`${found.length ? "several functions are called" : "no function"} ${text}`, found);
    return found.length === 1 ? "f" + found[0] : "";
  }
  const [, path, line] = /^(.*):(\d+)$/.exec(text) ?? [];
  const at = path ? data.sources.findIndex(({ file }) => ("/" + fileName(file)).endsWith("/" + path)) : -1;
  if (at < 0) sayNotFound(`no source for the line ${text}`);
  return at < 0 ? "" : `s${at}:${line}`;
}

const MOST_NAMED = 5; // functions that are listed

function sayNotFound(words, functions = []) {
  const links = functions.slice(0, MOST_NAMED).flatMap((fn, i) => {
    const name = data.functions[fn][FUNCTION.name];
    return [i ? ", " : ": ", linkTo({ place: "f" + fn }, fitName(name, 60), name)];
  });
  const more = functions.length - MOST_NAMED;
  notFound.replaceChildren(words, ...links, more > 0 ? ` and ${withCommas(more)} more` : "");
  notFound.hidden = false;
}

function readAddress() {
  const next = { ...DEFAULTS };
  notFound.hidden = true;
  for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
    if (/^(f\d+|s\d+(:-?\d+)?)$/.test(key)) next.place = key;
    else if (key === "function" || key === "line") next.place = placeNamed(key, text);
    else if (key !== "place" && Object.hasOwn(DEFAULTS, key)) next[key] = text;
  }
  if (!data.columns.some(column => column.name === next.event)) next.event = DEFAULTS.event;
  if (!/^\d+$/.test(next.mark) || !isFunction(Number(next.mark))) next.mark = DEFAULTS.mark;
  if (!Object.hasOwn(GROUPS, next.by)) next.by = DEFAULTS.by;
  if (!picturesHere().includes(next.view)) next.view = DEFAULTS.view;
  return next;
}

// ---- the head ------------------------------------------------------------------------------------
// The head of the page: the command, the totals (a click on one chooses its event), dark and light.
function setUpHead() {
  document.getElementById("cmd").textContent = data.title;
  document.getElementById("about").textContent = data.about.join(" · ");
  const group = document.getElementById("events");
  for (const column of data.columns) {
    const button = makeButton("event", element("b", "", column.name), () => go({ event: column.name }));
    button.append(" ", element("span", "", grouped(column.total)));
    if (column.base !== null)
      button.append(" ", element("i", direction(column.total), percent(column.total, column.whole)),
        " ", element("small", "", `${withCommas(column.whole)} → ${withCommas(sumOf([column.whole, column.total]))}`));
    button.title = eventInWords(column);
    group.append(button);
  }
  const show = () => {
    [...group.children].forEach((button, i) => {
      const isChosen = data.columns[i] === chosenColumn();
      button.setAttribute("aria-pressed", String(isChosen));
      if (isChosen) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    showEventWords();
  };
  onChange(["event"], show);
  show();
}

// The reader's settings, which the browser keeps. Some browsers keep none for files.
const kept = {
  get(key) { try { return localStorage.getItem("cg_show " + key); } catch { return null; } },
  set(key, text) { try { localStorage.setItem("cg_show " + key, text); } catch { /* not kept */ } },
};

function setUpTheme() {
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const set = theme => {
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", button.textContent + " colours");
  };
  set(kept.get("theme") || (system.matches ? "dark" : "light"));
  system.addEventListener("change", () => set(system.matches ? "dark" : "light"));
  button.addEventListener("click", () => {
    set(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    kept.set("theme", document.documentElement.dataset.theme);
  });
}

// Keeps the lists that buttons open inside the window: below the button, or above it if there is
// more room.
function setUpMenus() {
  const margin = 8;
  const fit = menu => {
    if (!menu.open) return;
    const button = menu.getBoundingClientRect(), list = menu.querySelector(".list");
    const below = innerHeight - button.bottom - 2 * margin, above = button.top - 2 * margin;
    const isAbove = below < Math.min(list.scrollHeight, 200) && above > below;
    menu.classList.toggle("upward", isAbove);
    list.style.maxHeight = (isAbove ? above : below) + "px";
  };
  for (const menu of document.querySelectorAll(".menu")) {
    menu.addEventListener("toggle", () => fit(menu));
    addEventListener("resize", () => fit(menu));
    addEventListener("click", event => { if (!menu.contains(event.target)) menu.open = false; });
  }
}

// ---- the sizes of the panes ----------------------------------------------------------------------
// The sizes of the panes. Bars between the panes are dragged, or moved by the arrow keys; the
// picture can be folded. The browser remembers the sizes.
const NARROW_WINDOW = 800; // pixels, as in report.css: in a narrow window panes are in one column

const CALLS_SHARE = 38;

const panes = {
  top: null,    // the picture's height in pixels; null: as needed, up to a third of the window
  share: 50,    // the table's percentage of the width of table and source
  calls: CALLS_SHARE, // the percentage of the source's pane for callers and callees
  isFolded: false,

  setUp() {
    this.main = document.querySelector("main");
    this.fold = document.getElementById("fold");
    const top = kept.get("top");
    this.top = top === null ? null : Number(top) || null;
    this.share = Math.min(85, Math.max(15, Number(kept.get("share")) || 50));
    this.calls = Number(kept.get("calls")) || CALLS_SHARE;
    this.isFolded = kept.get("folded") === "yes";
    this.fold.addEventListener("click", () => { this.isFolded = !this.isFolded; this.changed(); });
    this.bar(document.getElementById("top-bar"), {
      isRows: () => true,
      set: (_, y) => { this.top = y - 4 - document.getElementById("icicle-pane").getBoundingClientRect().top; this.isFolded = false; },
      move: by => { this.top = document.getElementById("icicle-pane").offsetHeight + by; this.isFolded = false; },
      reset: () => { this.top = null; },
    });
    this.bar(document.getElementById("share-bar"), {
      isRows: () => this.isNarrow(),
      set: (x, y) => {
        const from = document.getElementById("table-pane").getBoundingClientRect();
        const to = document.getElementById("source-pane").getBoundingClientRect();
        this.share = this.isNarrow() ? (y - from.top) * 100 / (to.bottom - from.top) : (x - from.left) * 100 / (to.right - from.left);
      },
      move: by => { this.share += by / 8; },
      reset: () => { this.share = 50; },
    });
    const pane = document.getElementById("source-pane");
    this.bar(document.getElementById("calls-bar"), {
      isRows: () => true,
      set: (_, y) => { this.calls = (pane.getBoundingClientRect().bottom - y) * 100 / pane.offsetHeight; },
      move: by => { this.calls -= by / 8; },
      reset: () => { this.calls = CALLS_SHARE; },
    });
    addEventListener("resize", () => this.apply());
    onChange(["view"], () => this.top === null && this.apply());
    this.apply();
  },

  isNarrow: () => innerWidth <= NARROW_WINDOW,

  bar(bar, { isRows, set, move, reset }) {
    bar.addEventListener("pointerdown", event => {
      event.preventDefault();
      bar.focus();
      bar.setPointerCapture(event.pointerId);
    });
    bar.addEventListener("pointermove", event => {
      if (!bar.hasPointerCapture(event.pointerId)) return;
      set(event.clientX, event.clientY);
      this.changed();
    });
    bar.addEventListener("dblclick", () => { reset(); this.changed(); });
    bar.addEventListener("keydown", event => {
      const by = { ArrowUp: isRows() && -16, ArrowDown: isRows() && 16, ArrowLeft: !isRows() && -16, ArrowRight: !isRows() && 16 }[event.key];
      if (!by && event.key !== "Enter") return;
      event.preventDefault();
      if (by) move(by);
      else reset();
      this.changed();
    });
  },

  changed() {
    this.share = Math.min(85, Math.max(15, this.share));
    this.calls = Math.min(75, Math.max(1, this.calls));
    this.apply();
    if (this.top !== null) kept.set("top", Math.round(this.top));
    kept.set("share", Math.round(this.share));
    kept.set("calls", Math.round(this.calls));
    kept.set("folded", this.isFolded ? "yes" : "no");
  },

  // Sets the sizes of the panes, and draws their contents again.
  apply() {
    const pane = document.getElementById("icicle-pane"), window = this.main.clientHeight;
    const bar = pane.querySelector(".bar").offsetHeight + 2;
    const needed = bar + picture.height() + document.querySelector(".foot").offsetHeight + 14;
    const top = this.top ?? Math.min(needed, window * (this.isNarrow() ? 0.24 : state.view === "sources" ? 0.34 : listHere() ? 0.5 : 0.42));
    const height = this.isFolded ? bar : Math.min(Math.max(top, 90), window - 220);
    this.main.style.setProperty("--top", Math.max(bar, height) + "px");
    this.main.style.setProperty("--table", this.share + "fr");
    this.main.style.setProperty("--source", 100 - this.share + "fr");
    this.main.style.setProperty("--calls", this.calls + "%");
    document.getElementById("calls-bar").setAttribute("aria-valuenow", String(Math.round(this.calls)));
    pane.classList.toggle("folded", this.isFolded);
    this.fold.textContent = this.isFolded ? "Unfold" : "Fold";
    this.fold.setAttribute("aria-expanded", String(!this.isFolded));
    document.getElementById("top-bar").setAttribute("aria-valuenow", String(Math.round(height * 100 / (window || 1))));
    const share = document.getElementById("share-bar");
    share.setAttribute("aria-valuenow", String(Math.round(this.share)));
    share.setAttribute("aria-orientation", this.isNarrow() ? "horizontal" : "vertical");
    for (const part of [picture, functionTable, callsPane, source, codePane, objects]) part?.resized();
  },
};

// ---- the start -----------------------------------------------------------------------------------
// Sets up all parts of the page, restores the state from the address, and follows links and keys.
let isRestoring = false;

// Shows a function at its changed lines or its hottest line, or a line of a file. A function is shown in the table too,
// so a search that hides it is cleared, unless the place comes from an address with a search.
function showPlace() {
  const fn = /^f(\d+)$/.exec(state.place), line = /^s(\d+)(?::(-?\d+))?$/.exec(state.place);
  if (fn && data.functions[fn[1]]) {
    const index = Number(fn[1]), row = data.functions[index];
    if (!isRestoring && state.by !== "function") go({ by: "function" }, false);
    if (!isRestoring && !functionTable.order.includes(index)) go({ search: "" }, false);
    functionTable.choose(state.by === "function" ? index : -1);
    const file = source.ofFile(row[FUNCTION.file], row[FUNCTION.line]);
    const line = file < 0 ? 0 : source.changedLine(file, index) || row[FUNCTION.line];
    if (file < 0) source.showNone(row);
    else if (source.file === file) source.goTo(line);
    else source.show(file, line);
  } else if (line && data.sources[line[1]]) {
    const file = Number(line[1]);
    if (source.file !== file) source.show(file, Number(line[2] || 0));
    else source.goTo(Number(line[2]) || source.beginning());
    if (state.by === "file") functionTable.choose(data.sources[file].file);
  }
}

// Shows the source, or the pane that replaces it.
function choosePane() {
  const title = state.pane === "calls" && data.calls ? "Callers and callees" : state.pane === "use" && cacheLevels.length ? "Cache use" : "";
  const pane = document.getElementById("source-pane");
  pane.classList.toggle("covered", title !== "");
  pane.querySelector(".rest").dataset.title = title;
  if (!title) source.resized();
}

function restore() {
  isRestoring = true;
  changeState(readAddress());
  isRestoring = false;
}

setUpTheme();
setUpHead();
setUpMenus();
picture.setUp();
panes.setUp();
functionTable.setUp();
source.setUp();
review.setUp(); // it leads to sources
partList.setUp();
panes.apply();
sourceSearch.setUp();
callsPane.setUp();
usePane.setUp();
codePane.setUp();
objects?.setUp();
partsPopup.setUp();
onChange(["pane"], choosePane);
onChange(["place"], showPlace);
onChange(["place"], () => { if (!isRestoring) notFound.hidden = true; });
// The source is there already.
onChange(["place", "code"], changed => codePane.follow(changed.includes("code")));
onChange(["place"], () => objects?.draw());
addEventListener("hashchange", restore);
// The property `next` of a link is the state that it leads to. Its address is for the browser, for
// example to open it in a new tab.
addEventListener("click", event => {
  const link = event.target.closest?.("a[href^='#']");
  if (!link?.next) return;
  link.href = addressOf(link.next);
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const isHere = link.next.place !== undefined && link.next.place === state.place;
  go(link.next);
  if (isHere) showPlace(); // nothing changed, but the reader may have scrolled
});
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || partsPopup.dialog.open) return;
  const typing = /^(INPUT|SELECT)$/.test(document.activeElement?.tagName ?? "");
  if (event.key === "Escape") {
    if (typing) document.activeElement.blur();
    else picture.home();
  } else if (!typing && event.key === "/") {
    event.preventDefault();
    functionTable.search.focus();
  } else if (!typing && event.key === "n") source.step(1);
  else if (!typing && event.key === "p") source.step(-1);
});
restore();
source.resized(); // buttons that the other panes show leave it less room
