// SPDX-License-Identifier: GPL-2.0-or-later
// Chooses the picture: the icicle of sources or, if the profile has a call tree, a flame graph.
// Shares: NOTES, picture, setUpPicture.
const NOTES = {
  sources: "paths of the source tree, not call stacks",
  calls: "callers above what they call, as wide as both cost",
  callers: "functions as wide as their own cost, below them who called",
  around: "all paths of one function together: its callers above, its callees below",
};
const picture = () => state.view === "sources" ? icicle : flame;

function setUpPicture() {
  const view = document.getElementById("view"), title = document.getElementById("icicle-title");
  const hasTree = data.calls?.tree === true;
  view.hidden = !hasTree;
  title.classList.toggle("hidden-text", hasTree);
  // Shows all paths of the marked function together, or the picture again.
  const focus = document.getElementById("focus");
  focus.addEventListener("click", () => go({ view: state.view === "around" ? "calls" : "around", zoom: DEFAULTS.zoom }));
  const show = () => {
    focus.hidden = !hasTree || markedFunction() < 0;
    focus.textContent = state.view === "around" ? "All calls" : "Focus";
    view.value = state.view;
    document.getElementById("icicle").hidden = state.view !== "sources";
    document.getElementById("flame").hidden = state.view === "sources";
    document.getElementById("fold-label").hidden = state.view === "sources";
    document.getElementById("picture-note").textContent = NOTES[state.view];
    document.getElementById("icicle-title").textContent = view.selectedOptions[0].textContent;
  };
  view.addEventListener("change", () => go({ view: view.value, zoom: DEFAULTS.zoom }));
  document.getElementById("zoom-out").addEventListener("click", () => picture().zoomOut());
  document.getElementById("legend").hidden = !data.difference;
  onChange(["view", "mark"], show);
  show();
}
