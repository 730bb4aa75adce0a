// SPDX-License-Identifier: GPL-2.0-or-later
// The data of the report, and how numbers are shown. html.cpp and what it calls write it:
//   functions  [name, file, how many files, hottest line, counts...], the greatest first
//   files      [name, counts...], the greatest first, and then others that functions name
//   folders    [name, counts...]
//   left_out   how many functions, files, folders --top left out
//   tree       [depth, kind, name, number, counts...], each before its children; the number is a
//              function's place, where its name is then, or -1; of the kind "smaller" how many
//              children are left out
//   calls      null, or {tree: whether there is one, names: functions that only the calls have,
//              inclusive: [[counts...]...], calls: [number...]}, by function, then by these names
//   sources    {file, found, chunks: [[first line, [text...]]...], lines: [[line, function, counts...]...]}
//   columns    {name, event, base, total, whole}: event and base are places among counts
// A count is a number, or a string where a double could not hold it exactly: it is computed
// with as a number and shown as it is.
const data = JSON.parse(document.getElementById("data").textContent);
const FUNCTION = { name: 0, file: 1, files: 2, line: 3, counts: 4 };
const NODE = { depth: 0, kind: 1, name: 2, number: 3, counts: 4 };
const LINE = { number: 0, fn: 1, counts: 2 };
const GROUPS = {
  function: { rows: data.functions, counts: FUNCTION.counts, title: "Function", many: "functions", left_out: data.left_out[0] },
  file: { rows: data.files, counts: 1, title: "File", many: "files", left_out: data.left_out[1] },
  folder: { rows: data.folders, counts: 1, title: "Folder", many: "folders", left_out: data.left_out[2] },
};

const fileName = file => data.files[file][0];

// [[file, hottest line, count]...] of a function with code in several files. Parsed when they are
// first asked for: in a large program they are half of the page.
let functionParts = null;
function partsOf(index) {
  functionParts ??= JSON.parse(document.getElementById("parts").textContent);
  return functionParts[index] ?? [];
}

function value(counts, at) { return Number(counts[at]); }

// 1,234,567; faster than toLocaleString.
const withCommas = count => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

// The same with a + where counts are changes.
const grouped = count => (data.difference && Number(count) > 0 ? "+" : "") + withCommas(count);

function percent(part, whole) {
  if (Number(whole) === 0) return "n/a";
  return signed(Number(part) * 100 / Number(whole));
}

function signed(share) {
  const text = share.toFixed(1);
  if (Number(text) === 0) return "0.0%";
  return (data.difference && share > 0 ? "+" : "") + text + "%";
}

// How much a function or a line changed, of what itself was before.
function ownChange(change, before) {
  if (Number(change) === 0) return "0.0%";
  if (Number(before) === 0) return "new";
  return BigInt(change) === -BigInt(before) ? "gone" : percent(change, before);
}

// The sum of counts, exact.
function sumOf(counts) {
  let sum = 0;
  for (const count of counts) {
    sum += Number(count);
    if (typeof count === "string" || !Number.isSafeInteger(sum)) return counts.reduce((all, each) => all + BigInt(each), 0n);
  }
  return sum;
}

// "grew" or "shrank" in a difference, so that colour says what the sign says.
function direction(count) {
  return !data.difference || Number(count) === 0 ? "" : Number(count) > 0 ? "grew" : "shrank";
}

// From 0 to 1: the root makes small shares visible beside large ones.
function heat(part, whole) {
  return Number(whole) === 0 ? 0 : Math.min(1, Math.sqrt(Math.abs(Number(part) / Number(whole))));
}

// The ground behind a count, by its size: part and whole as in heat.
function shade(part, whole) {
  const hue = data.difference ? direction(part) : "heat";
  return hue && heat(part, whole) > 0 ? `rgba(var(--${hue}-rgb), ${(0.06 + 0.44 * heat(part, whole)).toFixed(2)})` : "";
}

// An element with text, never markup: names and source lines may hold anything.
function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}
