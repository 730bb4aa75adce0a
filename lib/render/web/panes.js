// SPDX-License-Identifier: GPL-2.0-or-later
// The sizes of the panes. Bars between the panes are dragged, or moved by the arrow keys; the
// picture can be folded. The browser remembers the sizes.
// Shares: panes.
const NARROW_WINDOW = 800; // pixels, as in report.css: in a narrow window panes are in one column

const CALLS_SHARE = 38;

const panes = {
  top: null,    // the picture's height in pixels; null: as needed, up to a third of the window
  share: 50,    // percent of the room of the table and the source that the table has
  calls: CALLS_SHARE, // percent of the source's pane that callers and callees have
  isFolded: false,

  setUp() {
    this.main = document.querySelector("main");
    this.fold = document.getElementById("fold");
    const top = kept.get("top");
    this.top = top === null ? null : Number(top) || null;
    this.share = Math.min(85, Math.max(15, Number(kept.get("share")) || 50));
    this.calls = Number(kept.get("calls")) || CALLS_SHARE;
    this.isFolded = kept.get("folded") === "yes";
    this.fold.addEventListener("click", () => { this.isFolded = !this.isFolded; this.changed(); });
    this.bar(document.getElementById("top-bar"), {
      isRows: () => true,
      get: () => document.getElementById("icicle-pane").offsetHeight,
      set: (_, y) => { this.top = y - 4 - document.getElementById("icicle-pane").getBoundingClientRect().top; this.isFolded = false; },
      move: by => { this.top = document.getElementById("icicle-pane").offsetHeight + by; this.isFolded = false; },
      reset: () => { this.top = null; },
    });
    this.bar(document.getElementById("share-bar"), {
      isRows: () => this.isNarrow(),
      set: (x, y) => {
        const from = document.getElementById("table-pane").getBoundingClientRect();
        const to = document.getElementById("source-pane").getBoundingClientRect();
        this.share = this.isNarrow() ? (y - from.top) * 100 / (to.bottom - from.top) : (x - from.left) * 100 / (to.right - from.left);
      },
      move: by => { this.share += by / 8; },
      reset: () => { this.share = 50; },
    });
    const pane = document.getElementById("source-pane");
    this.bar(document.getElementById("calls-bar"), {
      isRows: () => true,
      set: (_, y) => { this.calls = (pane.getBoundingClientRect().bottom - y) * 100 / pane.offsetHeight; },
      move: by => { this.calls -= by / 8; },
      reset: () => { this.calls = CALLS_SHARE; },
    });
    addEventListener("resize", () => this.apply());
    onChange(["view"], () => this.top === null && this.apply());
    this.apply();
  },

  isNarrow: () => innerWidth <= NARROW_WINDOW,

  bar(bar, { isRows, set, move, reset }) {
    bar.addEventListener("pointerdown", event => {
      event.preventDefault();
      bar.focus();
      bar.setPointerCapture(event.pointerId);
    });
    bar.addEventListener("pointermove", event => {
      if (!bar.hasPointerCapture(event.pointerId)) return;
      set(event.clientX, event.clientY);
      this.changed();
    });
    bar.addEventListener("dblclick", () => { reset(); this.changed(); });
    bar.addEventListener("keydown", event => {
      const by = { ArrowUp: isRows() && -16, ArrowDown: isRows() && 16, ArrowLeft: !isRows() && -16, ArrowRight: !isRows() && 16 }[event.key];
      if (!by && event.key !== "Enter") return;
      event.preventDefault();
      if (by) move(by);
      else reset();
      this.changed();
    });
  },

  changed() {
    this.share = Math.min(85, Math.max(15, this.share));
    this.calls = Math.min(75, Math.max(1, this.calls));
    this.apply();
    if (this.top !== null) kept.set("top", Math.round(this.top));
    kept.set("share", Math.round(this.share));
    kept.set("calls", Math.round(this.calls));
    kept.set("folded", this.isFolded ? "yes" : "no");
  },

  // Sets the sizes of the panes, and draws their contents again.
  apply() {
    const pane = document.getElementById("icicle-pane"), window = this.main.clientHeight;
    const bar = pane.querySelector(".bar").offsetHeight + 2;
    const needed = bar + picture().height() + document.querySelector(".foot").offsetHeight + 14;
    const top = this.top ?? Math.min(needed, window * (this.isNarrow() ? 0.24 : state.view === "sources" ? 0.34 : 0.42));
    const height = this.isFolded ? bar : Math.min(Math.max(top, 90), window - 220);
    this.main.style.setProperty("--top", Math.max(bar, height) + "px");
    this.main.style.setProperty("--table", this.share + "fr");
    this.main.style.setProperty("--source", 100 - this.share + "fr");
    this.main.style.setProperty("--calls", this.calls + "%");
    document.getElementById("calls-bar").setAttribute("aria-valuenow", String(Math.round(this.calls)));
    pane.classList.toggle("folded", this.isFolded);
    this.fold.textContent = this.isFolded ? "Unfold" : "Fold";
    this.fold.setAttribute("aria-expanded", String(!this.isFolded));
    document.getElementById("top-bar").setAttribute("aria-valuenow", String(Math.round(height * 100 / (window || 1))));
    const share = document.getElementById("share-bar");
    share.setAttribute("aria-valuenow", String(Math.round(this.share)));
    share.setAttribute("aria-orientation", this.isNarrow() ? "horizontal" : "vertical");
    for (const part of [picture(), functionTable, callsPane, source]) part.resized();
  },
};
