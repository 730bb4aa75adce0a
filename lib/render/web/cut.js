// SPDX-License-Identifier: GPL-2.0-or-later
// Names of functions, cut to fit. lib/text/function_name.cpp knows what goes first, and hands it
// over: [number of cuts of arguments, begin, end, is marked, begin, ...], in letters of the name.
// "…" replaces a part that is marked. Of parts that touch, the last one decides.
function withCuts(letters, cuts, count) {
  const cutOf = new Array(letters.length).fill(-1);
  for (let i = 0; i < count; ++i) cutOf.fill(i, cuts[1 + 3 * i], cuts[2 + 3 * i]);
  const text = [];
  for (let at = 0; at < letters.length;) {
    if (cutOf[at] < 0) { text.push(letters[at++]); continue; }
    let last = 0;
    for (; at < letters.length && cutOf[at] >= 0; ++at) last = Math.max(last, cutOf[at]);
    if (cuts[3 + 3 * last]) text.push("…");
  }
  return text;
}

// The name in at most `room` letters, with as few cuts as possible, but at least that many.
function cutName(name, cuts, room, least = 0) {
  const letters = [...name], all = (cuts.length - 1) / 3;
  let shorter = letters;
  for (let count = least; count <= all; ++count) {
    shorter = withCuts(letters, cuts, count);
    if (shorter.length <= room) return shorter.join("");
  }
  if (shorter.length <= room) return shorter.join("");
  return room < 1 ? "" : shorter.slice(0, room - 1).join("") + "…";
}

// A text without its middle, in this number of letters.
function withoutMiddle(text, letters) {
  const head = Math.ceil((letters - 1) * 0.45), tail = letters - 1 - head;
  if (letters < 4) return letters > 1 ? [...text.slice(0, 2 * letters)].slice(0, letters - 1).join("") + "…" : "";
  return [...text.slice(0, 2 * head)].slice(0, head).join("") + "…" + [...text.slice(-2 * tail)].slice(-tail).join("");
}
