// SPDX-License-Identifier: GPL-2.0-or-later
// The data of the report, and how numbers and names are shown.
//
// A count is a number, or a string where a double could not hold it exactly: it is computed
// with as a number and shown as it stands.
const data = JSON.parse(document.getElementById("data").textContent);
const FUNCTION = { name: 0, file: 1, files: 2, line: 3, counts: 4 };
const NODE = { depth: 0, kind: 1, name: 2, link: 3, counts: 4 };
const LINE = { number: 0, fn: 1, counts: 2 };

const state = { column: data.columns[data.sort], listeners: [] };

function value(counts, at) { return Number(counts[at]); }

function grouped(count) {
  const text = String(count);
  const digits = text.replace("-", "").replace(/\B(?=(\d{3})+$)/g, ",");
  return (text[0] === "-" ? "-" : data.difference && Number(count) > 0 ? "+" : "") + digits;
}

function percent(part, whole) {
  if (Number(whole) === 0) return "n/a";
  const share = Number(part) * 100 / Number(whole);
  const text = share.toFixed(1);
  if (Number(text) === 0) return "0.0%";
  return (data.difference && share > 0 ? "+" : "") + text + "%";
}

// "grew" or "shrank" in a difference, so that colour says what the sign says.
function direction(count) {
  return !data.difference || Number(count) === 0 ? "" : Number(count) > 0 ? "grew" : "shrank";
}

// From 0 to 1: the root makes small shares visible beside large ones.
function heat(part, whole) {
  return Number(whole) === 0 ? 0 : Math.min(1, Math.sqrt(Math.abs(Number(part) / Number(whole))));
}

// An element with text, never markup: names and source lines may hold anything.
function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function onColumn(listener) { state.listeners.push(listener); }

function chooseColumn(column) {
  state.column = column;
  for (const listener of state.listeners) listener();
}
