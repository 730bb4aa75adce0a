// SPDX-License-Identifier: GPL-2.0-or-later
// The head of the page: what was run, the totals (each chooses its event), dark and light.
function setUpHead() {
  document.getElementById("cmd").textContent = data.title;
  document.getElementById("about").textContent = data.about.join(" · ");
  const group = document.getElementById("events");
  for (const column of data.columns) {
    const button = element("button", "event");
    button.type = "button";
    button.append(element("b", "", column.name), element("span", "", grouped(column.total)));
    if (column.base !== null)
      button.append(element("i", direction(column.total), percent(column.total, column.whole)));
    button.addEventListener("click", () => chooseColumn(column));
    group.append(button);
  }
  const show = () => [...group.children].forEach((button, i) =>
    button.setAttribute("aria-pressed", String(data.columns[i] === state.column)));
  onColumn(show);
  show();
}

function setUpTheme() {
  const button = document.getElementById("theme");
  const stored = (() => { try { return localStorage.getItem("cg_show theme"); } catch { return null; } })();
  const system = matchMedia("(prefers-color-scheme: dark)");
  const set = theme => {
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", button.textContent + " colours");
  };
  set(stored || (system.matches ? "dark" : "light"));
  system.addEventListener("change", () => set(system.matches ? "dark" : "light"));
  button.addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    set(theme);
    try { localStorage.setItem("cg_show theme", theme); } catch { /* then not for the next time */ }
  });
}
