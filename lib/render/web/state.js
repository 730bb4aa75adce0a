// SPDX-License-Identifier: GPL-2.0-or-later
// The state of the page, which is also in its address: a link to it, and the browser's back and
// forward, show the same again.
// Shares: DEFAULTS, state, chosenColumn, markedFunction, onChange, changeState, addressOf, go, readAddress.
//   #f12          a function
//   #s3:45        a line of a source; #s3:-45: a line that was removed
//   &mark=12 &event=D1mr &by=file &search=strc &order=name:up &zoom=12 &columns=Ir,D1mr &short=1
const DEFAULTS = {
  place: "",      // f12 or s3:45
  mark: "",       // the function that all panes mark; in the address only if the place is a line
  event: data.columns[data.sort].name,
  by: "function", // a key of GROUPS
  view: data.calls?.tree ? "calls" : "sources", // the picture: a key of NOTES
  fold: "",       // 1: recursion is folded in the picture
  pane: "",       // "calls": callers and callees instead of the source; "use": cache use
  level: "",      // of the cache: the id of one of cacheLevels; empty: the first
  search: "",
  order: "count:down",
  zoom: "",       // a node of the picture; 12~40: its children from number 40 on; empty: where the
                  // picture begins
  columns: "",    // events beside the source; empty: as many as fit
  short: "",      // 1: names without arguments
};
const state = { ...DEFAULTS };

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

function readAddress() {
  const next = { ...DEFAULTS };
  for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
    if (/^(f\d+|s\d+(:-?\d+)?)$/.test(key)) next.place = key;
    else if (key !== "place" && Object.hasOwn(DEFAULTS, key)) next[key] = text;
  }
  if (!data.columns.some(column => column.name === next.event)) next.event = DEFAULTS.event;
  if (!/^\d+$/.test(next.mark) || !isFunction(Number(next.mark))) next.mark = DEFAULTS.mark;
  if (!Object.hasOwn(GROUPS, next.by)) next.by = DEFAULTS.by;
  if (!Object.hasOwn(NOTES, next.view) || !data.calls?.tree) next.view = DEFAULTS.view;
  return next;
}
