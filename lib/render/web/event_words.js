// SPDX-License-Identifier: GPL-2.0-or-later
// What the events count, in words.
// Shares: eventInWords, showEventWords.

// What an event counts, and the event that it is a part of.
const EVENT_WORDS = {
  Ir: ["instructions that were executed"],
  I1mr: ["instructions that were not in the level 1 cache, and came from the last level or memory", "Ir"],
  ILmr: ["instructions that were in no cache, and came from memory", "Ir"],
  Dr: ["reads of data"],
  D1mr: ["reads of data that was not in the level 1 cache, and came from the last level or memory", "Dr"],
  DLmr: ["reads of data that was in no cache, and came from memory", "Dr"],
  Dw: ["writes of data"],
  D1mw: ["writes to data that was not in the level 1 cache", "Dw"],
  DLmw: ["writes to data that was in no cache", "Dw"],
  Bc: ["conditional branches"],
  Bcm: ["conditional branches that were predicted wrongly", "Bc"],
  Bi: ["indirect branches and calls"],
  Bim: ["indirect branches and calls that were predicted wrongly", "Bi"],
  AcCost1: ["1000 divided by the uses of each line of level 1 that was loaded here: large if lines are used seldom"],
  AcCost2: ["1000 divided by the uses of each line of the last level that was loaded here: large if lines are used seldom"],
  SpLoss1: ["bytes that were loaded here into level 1, and never used"],
  SpLoss2: ["bytes that were loaded here into the last level, and never used"],
};

// For example "reads of data that ..., 1.9% of Dr: fewer are better"; "" for other events.
function eventInWords(column) {
  const [words, whole] = Object.hasOwn(EVENT_WORDS, column.name) ? EVENT_WORDS[column.name] : [];
  if (!words) return "";
  const of = !data.difference && data.columns.find(other => other.name === whole);
  const share = of && Number(of.total) ? `, ${(Number(column.total) * 100 / Number(of.total)).toFixed(1)}% of ${whole}` : "";
  return `${words}${share}: ${data.difference ? "+ is more than before, and worse" : "less is better"}`;
}

// Says below the events what the chosen one is.
function showEventWords() {
  const column = chosenColumn(), words = eventInWords(column), place = document.getElementById("event-words");
  place.replaceChildren(...(words ? [element("b", "", column.name), " " + words] : []));
  place.hidden = !words;
}
