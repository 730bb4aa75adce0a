// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of a file, in their order, each with its number, why it was written, and its bar for the
// chosen event. A click chooses the event of that part, or of all, for the whole page.
const partList = {
  setUp() {
    if (!data.parts.length) return;
    this.place = document.getElementById("phases");
    onChange(["event"], () => this.draw());
    this.draw();
  },

  // The chosen event without the part that it is of.
  event() {
    const isColumn = name => data.columns.some(column => column.name === name);
    const part = data.parts.find(([suffix]) => state.event.endsWith(":" + suffix) && isColumn(state.event.slice(0, -suffix.length - 1)));
    return part ? state.event.slice(0, -part[0].length - 1) : state.event;
  },

  draw() {
    const event = this.event(), columnOf = suffix => data.columns.find(({ name }) => name === `${event}:${suffix}`);
    const parts = data.parts.map(([suffix, name]) => [columnOf(suffix), name]).filter(([column]) => column);
    const all = data.columns.find(({ name }) => name === event);
    const most = Math.max(...parts.map(([{ total }]) => Math.abs(Number(total))));
    this.place.replaceChildren(this.row(all, "all parts", all.whole), ...parts.map(([column, name]) => this.row(column, name, all.whole, most)),
      ...(parts.length ? [] : [element("p", "count", `${event} is not known by part`)]));
  },

  row(column, name, whole, most) {
    const bar = element("span", "bar-of");
    if (most !== undefined) bar.append(Object.assign(element("i"), { style: `width:${most ? Math.abs(Number(column.total)) * 100 / most : 0}%` }));
    const isChosen = column.name === state.event, link = linkTo({ event: column.name }, name, column.name);
    if (isChosen) link.setAttribute("aria-current", "true");
    return element("div", isChosen ? "phase chosen" : "phase", link, element("span", "", grouped(column.total)), element("span", "count", percent(column.total, whole)), bar);
  },

  height() { return this.place?.scrollHeight ?? 0; },
};
