// SPDX-License-Identifier: GPL-2.0-or-later
// How the cache was used, from the events of cachegrind's --cache-use=yes: counts of misses and of
// the use of lines, both charged to the code that loaded the lines.

// Level 1 with the caches of instructions and of data, and the last level. An event of misses
// belongs to a cache, whose line size is in the description of the profile.
const CACHE_LEVELS = [
  { id: "1", title: "Level 1", cost: "AcCost1", loss: "SpLoss1", misses: { I1mr: "I1", D1mr: "D1", D1mw: "D1" } },
  { id: "2", title: "Last level", cost: "AcCost2", loss: "SpLoss2", misses: { ILmr: "LL", DLmr: "LL", DLmw: "LL" } },
];

function lineSize(cache) {
  for (const text of data.about.slice(1)) {
    const [, name, size] = /^(\w+) cache:\s+\d+ B, (\d+) B,/.exec(text) ?? [];
    if (name === cache) return Number(size);
  }
  return 0;
}

// The levels of which this profile has all events and line sizes: their misses as [index in
// "counts...", line size]. A difference has none, because quotients of changes say nothing.
const cacheLevels = data.difference ? [] : CACHE_LEVELS.flatMap(({ id, title, cost, loss, misses }) => {
  const eventOf = name => data.columns.find(column => column.name === name)?.event;
  const parts = Object.entries(misses).map(([name, cache]) => [eventOf(name), lineSize(cache)]);
  const isKnown = [eventOf(cost), eventOf(loss)].every(event => event !== undefined) && parts.every(([event, size]) => event !== undefined && size > 0);
  return isKnown ? [{ id, title, cost: eventOf(cost), loss: eventOf(loss), parts }] : [];
});

// The use of the lines that code loaded; count(event) is its count.
function cacheUse(level, count) {
  const use = { misses: 0, loaded: 0, unused: count(level.loss), cost: count(level.cost) };
  for (const [event, size] of level.parts) {
    use.misses += count(event);
    use.loaded += count(event) * size;
  }
  return use;
}

// 6.2 MB
function bytesInWords(bytes) {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  let unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.length; ++unit) bytes /= 1000;
  return (unit && bytes < 99.95 ? bytes.toFixed(1) : String(Math.round(bytes))) + " " + units[unit];
}

// 78 %, 0.3 %
function percentInWords(part, whole) {
  if (!whole) return "";
  const share = part * 100 / whole;
  return (share !== 0 && Math.abs(share) < 9.95 ? share.toFixed(1) : String(Math.round(share))) + " %";
}

// AcCost is the sum of 1000 / uses over the lines, rounded down for each: so this is the harmonic
// mean, and lines with more than 1000 uses count as 0.
function meanUses({ misses, cost }) {
  if (misses === 0) return "";
  const uses = 1000 * misses / cost;
  return uses > 999.5 ? "over 1,000" : uses.toFixed(1);
}

// A reference that straddles two lines may load both and counts as one miss, so more may be unused
// than the misses say was loaded.
function useInWords(use) {
  if (use.loaded === 0) return "nothing was loaded here";
  if (use.unused > use.loaded) return `${use.misses === 1 ? "a miss" : withCommas(use.misses) + " misses"} loaded more than ${bytesInWords(use.loaded)} here, in pairs of lines, of which ${bytesInWords(use.unused)} were never touched`;
  const uses = meanUses(use);
  return `of ${bytesInWords(use.loaded)} loaded here, ${percentInWords(use.unused, use.loaded)} were never touched; a line was used ${uses} ${uses === "1.0" ? "time" : "times"} before it left`;
}

// ---- the pane of cache use -----------------------------------------------------------------------
// Cache use: the lines and the calling contexts that load bytes that are never used, the largest waste
// first, with their misses. This pane replaces the source.
const MAX_USES = 200;    // rows of each table
const MAX_CALLERS = 12;  // that a calling context names

const usePane = {
  sort: "unused", // a property of cacheUse()

  setUp() {
    this.button = document.getElementById("show-use");
    this.button.hidden = !cacheLevels.length;
    if (!cacheLevels.length) return;
    this.place = document.getElementById("use");
    this.button.addEventListener("click", () => go({ pane: state.pane === "use" ? "" : "use" }, false));
    onChange(["pane", "level", "short", "mark"], () => this.show());
  },

  show() {
    if (!cacheLevels.length) return;
    const isShown = state.pane === "use";
    this.button.setAttribute("aria-pressed", String(isShown));
    this.place.hidden = !isShown;
    if (!isShown) return;
    this.level = cacheLevels.find(level => level.id === state.level) ?? cacheLevels[0];
    const parts = [this.levels(), ...this.summary(), this.table("Lines", this.lines())];
    parts.push(data.calls?.tree ? this.table("Calling contexts", this.contexts())
      : element("p", "", "The profile has no tree of calls, so it does not say who called this code (--calls=yes)."));
    this.place.replaceChildren(...parts);
  },

  // A button for each level.
  levels() {
    return choiceOf("Level of the cache", cacheLevels, this.level, level => {
      go({ level: level.id === cacheLevels[0].id ? "" : level.id }, false);
      this.place.querySelector(".levels [aria-pressed='true']").focus();
    });
  },

  // The whole program in words, and the chosen function; with all its callees, if they load more.
  summary() {
    const total = event => Number(data.columns.find(column => column.event === event).total);
    const say = (name, use) => element("p", "words", element("b", "", name), ": " + useInWords(use) + ".");
    const words = [say("The whole program", cacheUse(this.level, total))];
    if (markedFunction() < 0) return words;
    const name = fitName(functionName(markedFunction()), 60), row = data.functions[markedFunction()];
    const own = cacheUse(this.level, event => row ? Number(row[FUNCTION.counts + event]) : 0);
    const all = data.calls ? cacheUse(this.level, event => Number(data.calls.inclusive[markedFunction()][event])) : own;
    words.push(say(name, own));
    if (all.loaded !== own.loaded || all.unused !== own.unused) words.push(say(name + " with all that it calls", all));
    return words;
  },

  // {use, name, next, title, callers} of all lines that loaded something.
  lines() {
    const rows = [];
    data.sources.forEach(({ file, lines }, place) => {
      for (const line of lines) {
        const use = cacheUse(this.level, event => Number(line[LINE.counts + event]));
        if (!use.loaded && !use.unused) continue;
        const number = line[LINE.number], path = fileName(file);
        rows.push({ use, name: `${baseName(path)}:${number || "?"}`, title: `${path}:${number || "?"}`,
          next: { place: `s${place}:${number}`, pane: "" }, callers: line[LINE.fn] < 0 ? "" : fitName(functionName(line[LINE.fn]), 50) });
      }
    });
    return rows;
  },

  // The same of all nodes of the tree. A name is made for the rows that are shown only.
  contexts() {
    const { size, fn, parent, own } = callNodes(), rows = [];
    for (let i = 1; i < size; ++i) {
      const use = cacheUse(this.level, event => own[event][i]);
      if (fn[i] < 0 || (!use.loaded && !use.unused)) continue;
      const names = from => {
        const path = [];
        for (let node = from; node > 0 && path.length < MAX_CALLERS; node = parent[node]) path.push(fitName(functionName(fn[node]), 40));
        return path;
      };
      rows.push({ use, get name() { return fitName(functionName(fn[i]), 50); }, get title() { return functionName(fn[i]); },
        get callers() { return names(parent[i]).map(name => "‹ " + name).join(" "); },
        next: { place: fn[i] < data.functions.length ? "f" + fn[i] : state.place, view: "calls", fold: "", zoom: String(i) } });
    }
    return rows;
  },

  table(title, rows) {
    const key = this.sort, value = row => row.use[key];
    rows.sort((a, b) => value(b) - value(a) || b.use.loaded - a.use.loaded);
    const sorting = (text, sort) => sortHeading(text, sort === key, () => {
      this.sort = sort;
      this.show();
      [...this.place.querySelectorAll("th[aria-sort] button")].find(other => other.closest("table").caption.textContent.startsWith(title)).focus();
    });
    const worst = rows.reduce((most, { use }) => Math.max(most, use.unused), 1);
    return tableOf(captionOf(title, rows.length, rows, MAX_USES),
      [sorting("never touched", "unused"), "of", "%", "uses of a line", sorting("misses", "misses"), heading("text", title === "Lines" ? "Line" : "Function, called by")],
      rows.slice(0, MAX_USES).map(row => this.row(row, worst)));
  },

  row({ use, name, title, next, callers }, worst) {
    const isMore = use.unused > use.loaded; // lines in pairs: see useInWords()
    const unused = element("td", "", bytesInWords(use.unused));
    unused.style.background = shade(use.unused, worst);
    unused.title = `${withCommas(use.unused)} bytes`;
    return element("tr", "", unused, element("td", "", bytesInWords(use.loaded)), element("td", "", isMore ? "" : percentInWords(use.unused, use.loaded)),
      element("td", "", meanUses(use)), element("td", "", withCommas(use.misses)),
      element("td", "text", linkTo(next, name, title), callers ? " " : "", element("span", "callers", callers)));
  },
};
