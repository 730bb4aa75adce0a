// SPDX-License-Identifier: GPL-2.0-or-later
// The script of an SVG picture, after cut.js. A box under the pointer is described; a
// click (or Enter) zooms into it, and a click on the zoomed box zooms out. The attributes data-x and
// data-w of a box are fractions of the whole width; a function has data-cuts, for cutName().
const boxes = [...document.querySelectorAll("g.box")].map(group => ({
  group, rect: group.querySelector("rect"), text: group.querySelector("text"),
  x: Number(group.dataset.x), w: Number(group.dataset.w), level: Number(group.dataset.level),
}));
const detail = document.getElementById("detail");
const frame = { left: Number(document.documentElement.dataset.left), width: Number(document.documentElement.dataset.width) };
const LETTER = 7.0;
let zoomed = boxes[0];

function parentOf(box) {
  return boxes.find(other => other.level === box.level - 1 &&
    other.x <= box.x + box.w / 2 && box.x + box.w / 2 < other.x + other.w);
}

function draw() {
  for (const box of boxes) {
    const above = box.level < zoomed.level && box.x <= zoomed.x + zoomed.w / 2 && zoomed.x + zoomed.w / 2 < box.x + box.w;
    const inside = box.level >= zoomed.level && box.x >= zoomed.x - 1e-9 && box.x + box.w <= zoomed.x + zoomed.w + 1e-9;
    const x = above ? 0 : (box.x - zoomed.x) / zoomed.w, w = above ? 1 : box.w / zoomed.w;
    const width = w * frame.width;
    box.group.classList.toggle("away", !(above || inside) || width < 0.4);
    box.group.classList.toggle("above", above);
    box.rect.setAttribute("x", (frame.left + x * frame.width).toFixed(2));
    box.rect.setAttribute("width", Math.max(0.3, width).toFixed(2));
    box.text.setAttribute("x", (frame.left + x * frame.width + 4).toFixed(2));
    const letters = Math.floor((width - 8) / LETTER), { name, cuts } = box.group.dataset;
    box.text.textContent = letters < 3 ? "" : cuts !== undefined ? cutName(name, cuts.split(" ").map(Number), letters)
      : name.length <= letters ? name : withoutMiddle(name, letters);
  }
  detail.textContent = zoomed.group.querySelector("title").textContent;
}

function zoom(box) {
  zoomed = box === zoomed ? parentOf(box) || box : box;
  draw();
}

for (const box of boxes) {
  box.group.addEventListener("click", () => zoom(box));
  box.group.addEventListener("keydown", event => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); zoom(box); }
  });
  for (const event of ["mouseenter", "focus"])
    box.group.addEventListener(event, () => { detail.textContent = box.group.querySelector("title").textContent; });
}
addEventListener("keydown", event => { if (event.key === "Escape") { zoomed = boxes[0]; draw(); } });
draw();
