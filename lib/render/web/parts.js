// SPDX-License-Identifier: GPL-2.0-or-later
// The popup that "+8" beside a function's file opens: all files that the function has code of,
// each with its count and a link to its hottest line.
// Shares: partsPopup.
const partsPopup = {
  setUp() {
    this.dialog = document.getElementById("parts-popup");
    this.dialog.addEventListener("click", event => {
      if (event.target === this.dialog || event.target.closest("a, .close")) this.dialog.close();
    });
  },

  open(button, index) {
    const fn = data.functions[index], column = data.columns[data.sort];
    const close = element("button", "close", "Close");
    close.type = "button";
    const head = element("div", "bar");
    const title = element("h2", "rest", fitName(fn[FUNCTION.name], 60));
    title.id = "parts-title";
    title.title = fn[FUNCTION.name];
    head.append(title, close);
    const table = element("table"), body = element("tbody"), caption = element("caption", "hidden-text", "Its files");
    const titles = element("tr");
    for (const text of [column.name, "% of it", "File"]) {
      const th = element("th", text === "File" ? "text" : "", text);
      th.scope = "col";
      titles.append(th);
    }
    for (const [file, line, count] of partsOf(index)) {
      const row = element("tr"), name = element("td", "parts-file");
      const at = source.ofFile(file, line);
      const link = element(at < 0 ? "span" : "a", "", `${fileName(file)}${line ? ":" + line : ""}`);
      if (at >= 0) {
        link.next = { place: `s${at}:${line}` };
        link.href = addressOf(link.next);
      }
      name.append(link);
      row.append(element("td", direction(count), grouped(count)),
        element("td", "", percent(count, fn[FUNCTION.counts + column.event])), name);
      body.append(row);
    }
    const thead = element("thead");
    thead.append(titles);
    table.append(caption, thead, body);
    const scroll = element("div", "parts-list");
    scroll.tabIndex = 0;
    scroll.append(table);
    this.dialog.replaceChildren(head, scroll);
    this.dialog.showModal();
  },
};
