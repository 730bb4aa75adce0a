// SPDX-License-Identifier: GPL-2.0-or-later
// Chooses the picture: the icicle of sources or, if the profile has a call tree, a flame graph.
// Shares: NOTES, picture, setUpPicture.
const NOTES = {
  sources: "paths of the source tree, not call stacks",
  calls: "callers above what they call, as wide as both cost",
  callers: "functions as wide as their own cost, below them who called",
};
const picture = () => state.view === "sources" ? icicle : flame;

function setUpPicture() {
  const view = document.getElementById("view"), title = document.getElementById("icicle-title");
  const hasTree = data.calls?.tree === true;
  view.hidden = !hasTree;
  title.classList.toggle("hidden-text", hasTree);
  const show = () => {
    view.value = state.view;
    document.getElementById("icicle").hidden = state.view !== "sources";
    document.getElementById("flame").hidden = state.view === "sources";
    document.getElementById("fold-label").hidden = state.view === "sources";
    document.getElementById("picture-note").textContent = NOTES[state.view];
    document.getElementById("icicle-title").textContent = view.selectedOptions[0].textContent;
  };
  view.addEventListener("change", () => go({ view: view.value, zoom: "0" }));
  document.getElementById("zoom-out").addEventListener("click", () => picture().zoomOut());
  document.getElementById("legend").hidden = !data.difference;
  onChange(["view"], show);
  show();
}
