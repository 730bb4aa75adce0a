// SPDX-License-Identifier: GPL-2.0-or-later
// Puts the parts together. What is shown is in the address: #f12 a function, #s3:45 a line of
// a file, so that links, back and forward work.
function follow() {
  const fn = /^#f(\d+)$/.exec(location.hash);
  const line = /^#s(\d+)(?::(\d+))?$/.exec(location.hash);
  if (fn && data.functions[fn[1]]) {
    const index = Number(fn[1]), row = data.functions[index];
    functionTable.choose(index, false);
    const file = data.sources.findIndex(item => item.file === row[FUNCTION.file]);
    if (file >= 0) {
      if (source.file === file) source.go(row[FUNCTION.line], false);
      else source.show(file, row[FUNCTION.line]);
    }
  } else if (line && data.sources[line[1]]) {
    source.show(Number(line[1]), Number(line[2] || 0));
  }
}

setUpTheme();
setUpHead();
icicle.setUp();
functionTable.setUp();
source.setUp();
addEventListener("hashchange", follow);
// A link to where the address already points changes nothing, but the reader may have scrolled.
addEventListener("click", event => {
  if (event.target.closest?.("a[href^='#']")?.hash === location.hash) follow();
});
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = /^(INPUT|SELECT)$/.test(document.activeElement?.tagName ?? "");
  if (event.key === "Escape") {
    if (typing) document.activeElement.blur();
    else icicle.zoom(icicle.nodes[0]);
  } else if (!typing && event.key === "/") {
    event.preventDefault();
    functionTable.search.focus();
  } else if (!typing && event.key === "n") source.step(1);
  else if (!typing && event.key === "p") source.step(-1);
});
follow();
