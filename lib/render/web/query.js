// SPDX-License-Identifier: GPL-2.0-or-later
// Searches: all words must be in the name or its file, in any order and in upper or lower case.
// "Several words" in quotes are one; /a regular expression/.
// Shares: parseQuery, has, isFound, matchFunctions, marked.
function parseQuery(text) {
  const query = { isEmpty: true, error: "", patterns: [] };
  for (const [token, quoted, expression] of text.matchAll(/"([^"]*)"?|\/((?:\\.|[^\\])+?)\/(?=\s|$)|\S+/g)) {
    try {
      const source = expression ?? (quoted ?? token).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
      if (source) query.patterns.push(new RegExp(source, "gi"));
    } catch (error) {
      query.error = error.message;
    }
  }
  query.isEmpty = query.patterns.length === 0;
  return query;
}

function has(pattern, text) {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

const isFound = (query, name, file) =>
  query.patterns.every(pattern => has(pattern, name) || (file !== undefined && has(pattern, file)));

// An array with 1 for each function that matches. Searches the name of each file only once.
function matchFunctions(query) {
  const inFile = query.patterns.map(pattern => Uint8Array.from(data.files, file => has(pattern, file[0]) ? 1 : 0));
  return Uint8Array.from(data.functions, fn => {
    for (let p = 0; p < inFile.length; ++p)
      if (!inFile[p][fn[FUNCTION.file]] && !has(query.patterns[p], fn[FUNCTION.name])) return 0;
    return 1;
  });
}

// The text as nodes, with matches marked.
function marked(query, text) {
  if (query.isEmpty) return [text];
  const isMarked = new Uint8Array(text.length);
  for (const pattern of query.patterns) {
    pattern.lastIndex = 0;
    for (const match of text.matchAll(pattern)) isMarked.fill(1, match.index, match.index + match[0].length);
  }
  const nodes = [];
  for (let from = 0, to; from < text.length; from = to) {
    to = isMarked.indexOf(1 - isMarked[from], from);
    if (to < 0) to = text.length;
    nodes.push(isMarked[from] ? element("mark", "", text.slice(from, to)) : text.slice(from, to));
  }
  return nodes;
}
