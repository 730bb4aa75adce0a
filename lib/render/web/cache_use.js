// SPDX-License-Identifier: GPL-2.0-or-later
// How the cache was used, from the events of cachegrind's --cache-use=yes: counts of misses and of
// the use of lines, both charged to the code that loaded the lines.
// Shares: cacheLevels, cacheUse, useInWords, bytesInWords, shareUnused, meanUses.

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

function shareUnused({ loaded, unused }) {
  if (loaded === 0) return "";
  const share = unused * 100 / loaded;
  return (share > 0 && share < 9.95 ? share.toFixed(1) : String(Math.round(share))) + " %";
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
  return `of ${bytesInWords(use.loaded)} loaded here, ${shareUnused(use)} were never touched; a line was used ${uses} ${uses === "1.0" ? "time" : "times"} before it left`;
}
