// SPDX-License-Identifier: GPL-2.0-or-later
// The head of the page: the command, the totals (a click on one chooses its event), dark and light.
// Shares: setUpHead, kept, setUpTheme, setUpMenus.
function setUpHead() {
  document.getElementById("cmd").textContent = data.title;
  document.getElementById("about").textContent = data.about.join(" · ");
  const group = document.getElementById("events");
  for (const column of data.columns) {
    const button = element("button", "event");
    button.type = "button";
    button.append(element("b", "", column.name), " ", element("span", "", grouped(column.total)));
    if (column.base !== null)
      button.append(" ", element("i", direction(column.total), percent(column.total, column.whole)));
    button.title = eventInWords(column);
    button.addEventListener("click", () => go({ event: column.name }));
    group.append(button);
  }
  const show = () => {
    [...group.children].forEach((button, i) => {
      const isChosen = data.columns[i] === chosenColumn();
      button.setAttribute("aria-pressed", String(isChosen));
      if (isChosen) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    showEventWords();
  };
  onChange(["event"], show);
  show();
}

// The reader's settings, which the browser keeps. Some browsers keep none for files.
const kept = {
  get(key) { try { return localStorage.getItem("cg_show " + key); } catch { return null; } },
  set(key, text) { try { localStorage.setItem("cg_show " + key, text); } catch { /* not kept */ } },
};

function setUpTheme() {
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const set = theme => {
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", button.textContent + " colours");
  };
  set(kept.get("theme") || (system.matches ? "dark" : "light"));
  system.addEventListener("change", () => set(system.matches ? "dark" : "light"));
  button.addEventListener("click", () => {
    set(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    kept.set("theme", document.documentElement.dataset.theme);
  });
}

// Keeps the lists that buttons open inside the window: below the button, or above it if there is
// more room.
function setUpMenus() {
  const margin = 8;
  const fit = menu => {
    if (!menu.open) return;
    const button = menu.getBoundingClientRect(), list = menu.querySelector(".list");
    const below = innerHeight - button.bottom - 2 * margin, above = button.top - 2 * margin;
    const isAbove = below < Math.min(list.scrollHeight, 200) && above > below;
    menu.classList.toggle("upward", isAbove);
    list.style.maxHeight = (isAbove ? above : below) + "px";
  };
  for (const menu of document.querySelectorAll(".menu")) {
    menu.addEventListener("toggle", () => fit(menu));
    addEventListener("resize", () => fit(menu));
    addEventListener("click", event => { if (!menu.contains(event.target)) menu.open = false; });
  }
}
