// SPDX-License-Identifier: GPL-2.0-or-later
// The columns of the table: {id, title, about, isText, width, key, cell}. The first column, the name,
// does not scroll. width is in pixels; names have none and share the room that numbers leave.
// Shares: NAME_SHARES, columnsOfTable.
const ABOUT_COLUMNS = {
  change: "the change, as a percentage of the count before",
  before: "the count of the first profile",
  after: "the count of the second profile",
  share: "the percentage of the whole program",
  sum: "the percentage of this row and of all larger ones",
  inclusive: "with all that the function calls",
  calls: "how often the function was called",
  file: "the file with most of the function's code",
};
const NAME_SHARES = { name: 0.6, file: 0.4 };

// The width for the longest number, in pixels: a count that is cut off would be wrong.
function countWidth(rows, number) {
  let longest = 0, largest = 0;
  for (let i = 0; i < rows.length; ++i) {
    const count = number(rows[i], i);
    if (typeof count !== "number") longest = Math.max(longest, String(count).length);
    else if (Math.abs(count) > largest) largest = Math.abs(count);
  }
  longest = Math.max(longest, String(largest).length + (data.difference ? 1 : 0));
  return Math.max(64, Math.ceil(longest * 8.4 + Math.floor(longest / 3) * 4.3 + 22)); // digits, commas, padding
}

function columnsOfTable(group) {
  const column = chosenColumn(), { rows, counts } = GROUPS[group];
  const at = event => row => row[counts + event];
  const chosen = at(column.event);
  const before = row => BigInt(row[counts + column.base]);
  const after = row => before(row) + BigInt(chosen(row));
  let largest = 1;
  for (const row of rows) largest = Math.max(largest, Math.abs(Number(chosen(row))));

  const count = (id, title, number, isSigned = true) => ({ id, title, width: countWidth(rows, number),
    key: (row, index) => Number(number(row, index)),
    cell: (td, row, index) => { td.textContent = isSigned ? grouped(number(row, index)) : withCommas(number(row, index)); } });
  const columns = [nameColumn(group), { ...count("count", column.name, chosen),
    cell: (td, row) => {
      td.textContent = grouped(chosen(row));
      td.classList.add(direction(chosen(row)) || "plain");
    } }];
  if (column.base !== null) {
    columns.push({ id: "change", title: "change", width: 76,
      key: row => Number(before(row)) ? Number(chosen(row)) / Number(before(row)) : Number(chosen(row)) && Infinity,
      cell: (td, row) => {
        td.textContent = ownChange(chosen(row), before(row));
        td.style.background = shade(chosen(row), Number(before(row)) || chosen(row));
      } });
    columns.push(count("before", "before", before, false), count("after", "after", after, false));
  }
  columns.push({ id: "share", title: column.base !== null ? "% of base" : "%", width: 88, key: row => Number(chosen(row)),
    cell: (td, row) => {
      const bar = element("i", direction(chosen(row)));
      bar.style.width = Math.abs(Number(chosen(row))) / largest * 74 + "px";
      bar.style.opacity = (0.35 + 0.65 * heat(chosen(row), largest)).toFixed(2);
      td.className = "share";
      td.append(bar, element("span", "", percent(chosen(row), column.whole)));
    } });
  columns.push({ id: "sum", title: "cum. %", width: 76, key: row => Number(chosen(row)),
    cell: (td, _, index) => { td.textContent = functionTable.cumulative(index); } });
  if (group === "function" && data.calls)
    columns.push(count("inclusive", "inclusive", (_, index) => data.calls.inclusive[index][column.event]),
      count("calls", "calls", (_, index) => data.calls.calls[index]));
  if (group === "function") columns.push(fileColumn());
  for (const other of data.columns)
    if (other !== column) columns.push(count("+" + other.name, other.name, at(other.event)));
  for (const each of columns)
    each.about = each.id[0] === "+" ? eventInWords(data.columns.find(({ name }) => name === each.title))
      : each.id === "count" ? eventInWords(column) : ABOUT_COLUMNS[each.id] ?? "";
  return columns;
}

// Shows a text in which matches are marked. If they are in a part that is left out, the … is marked;
// so it can be seen which columns the search found the row by.
function markMatches(td, place, text, whole) {
  const { query } = functionTable, nodes = marked(query, text);
  place.append(...nodes);
  if (!query.patterns.some(pattern => has(pattern, whole))) return;
  td.classList.add("hit");
  const isSeen = nodes.some(node => node.nodeType), at = text.indexOf("…");
  if (!isSeen && at >= 0) place.replaceChildren(text.slice(0, at), element("mark", "", "…"), text.slice(at + 1));
}

function nameColumn(group) {
  return { id: "name", title: GROUPS[group].title, isText: true, key: row => row[0],
    cell: (td, row, index) => {
      const link = element("a"), isPath = group !== "function", next = functionTable.destination(index);
      const text = isPath ? row[0] : fitName(row[0], functionTable.nameLetters);
      link.href = addressOf(next);
      link.next = next;
      const name = element("bdi");
      td.className = isPath ? "name path" : "name";
      markMatches(td, name, text, row[0]);
      link.append(name);
      td.title = row[0];
      td.append(link);
    } };
}

function fileColumn() {
  return { id: "file", title: "File", isText: true, key: fn => fileName(fn[FUNCTION.file]),
    cell: (td, fn, index) => {
      const name = element("bdi"), whole = fileName(fn[FUNCTION.file]);
      const letters = Math.max(8, functionTable.fileLetters - (fn[FUNCTION.files] < 2 ? 0 : 5));
      td.className = "file";
      // In a search, cut here, where a match can be marked: else by the browser.
      const isCut = !functionTable.query.isEmpty && whole.length > letters;
      markMatches(td, name, isCut ? "…" + whole.slice(1 - letters) : whole, whole);
      const path = element("span", "path");
      path.append(name);
      td.title = fileName(fn[FUNCTION.file]);
      td.append(path);
      if (fn[FUNCTION.files] < 2) return;
      const more = element("button", "more", `+${fn[FUNCTION.files] - 1}`);
      more.type = "button";
      more.title = `Code of ${fn[FUNCTION.files]} files, inlined: show them`;
      more.setAttribute("aria-haspopup", "dialog");
      more.addEventListener("click", () => partsPopup.open(more, index));
      td.append(more);
    } };
}
