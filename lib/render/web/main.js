// SPDX-License-Identifier: GPL-2.0-or-later
// Starts all scripts, restores the state from the address, and follows links and keys.
// Shares: nothing.

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
setUpPicture();
setUpMenus();
icicle.setUp();
flame.setUp();
panes.setUp();
functionTable.setUp();
source.setUp();
sourceSearch.setUp();
callsPane.setUp();
usePane.setUp();
partsPopup.setUp();
onChange(["pane"], choosePane);
onChange(["place"], showPlace);
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
    else picture().home();
  } else if (!typing && event.key === "/") {
    event.preventDefault();
    functionTable.search.focus();
  } else if (!typing && event.key === "n") source.step(1);
  else if (!typing && event.key === "p") source.step(-1);
});
restore();
source.resized(); // buttons that the other panes show leave it less room
