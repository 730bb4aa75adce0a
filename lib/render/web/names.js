// SPDX-License-Identifier: GPL-2.0-or-later
// Names: cut to fit, and searched.
const NO_CUTS = [0];
let cutsByName = null;
// Returns the cuts of a function's name for cutName(), the first one first; undefined for other names.
function cutsOf(name) { return allCuts().get(name); }

function allCuts() {
  if (!cutsByName) {
    cutsByName = new Map();
    data.functions.forEach((fn, i) => addCuts(fn[FUNCTION.name], data.cuts[i]));
    data.calls?.names.forEach((of, i) => addCuts(of, data.cuts[data.functions.length + i]));
  }
  return cutsByName;
}

function addCuts(name, cuts) { allCuts().set(name, cuts || NO_CUTS); }

// The functions with this name, or else those that have it without some of the cuts of their own.
function functionsNamed(text) {
  const all = data.functions.map((_, fn) => fn), nameOf = fn => data.functions[fn][FUNCTION.name];
  const exact = all.filter(fn => nameOf(fn) === text);
  if (exact.length) return exact;
  // Arguments that are left out are not part of a name, nor is the "…" for them or for namespaces.
  const bare = name => name.replace(/…/g, "").replace(/<>|\(\)/g, "").replace(/^(::|\.)/, "");
  const wanted = bare(text);
  if (!wanted) return [];
  return all.filter(fn => {
    const cuts = cutsOf(nameOf(fn)) ?? NO_CUTS, letters = [...nameOf(fn)];
    for (let count = 0; count <= (cuts.length - 1) / 3; ++count)
      if (bare(withCuts(letters, cuts, count).join("")) === wanted) return true;
    return false;
  });
}

// The name in at most `letters` letters: of a function as cutName() does it, else without its middle.
function fitName(name, letters) {
  const cuts = cutsOf(name);
  if (cuts) return cutName(name, cuts, letters, state.short ? cuts[0] : 0);
  return name.length <= letters ? name : withoutMiddle(name, letters);
}

// Fills a line with a name and further parts. Numbers are never cut: the name is shortened, and
// if that is not enough, the last parts are left out.
const SHORTEST_NAME = 10;
function fillDetail(place, name, ...parts) {
  const title = element("b"), letters = Math.floor((place.clientWidth - 20) / letterWidth(12.5));
  place.replaceChildren(title, ...parts);
  while (place.childNodes.length > 2 && place.textContent.length + Math.min(name.length, SHORTEST_NAME) > letters) place.lastChild.remove();
  title.textContent = fitName(name, Math.max(SHORTEST_NAME, letters - place.textContent.length));
  title.title = name;
}

// The part of a name for a small box.
function boxName(name, isFunction, letters) {
  if (letters < 3) return "";
  return isFunction ? cutName(name, cutsOf(name) ?? NO_CUTS, letters) : name.length <= letters ? name : withoutMiddle(name, letters);
}

// The width of a letter of the monospaced font at this size, in pixels.
let wideness = 0;
function letterWidth(pixels) {
  if (!wideness) {
    const probe = element("code", "", "0".repeat(100));
    probe.style.cssText = "position:absolute;visibility:hidden;font-size:10px";
    document.body.append(probe);
    wideness = probe.getBoundingClientRect().width / 1000 || 0.6;
    probe.remove();
  }
  return wideness * pixels;
}

// ---- searches ------------------------------------------------------------------------------------
// Searches: all words must be in the name or its file, in any order and in upper or lower case.
// "Several words" in quotes are one; /a regular expression/. After library: each is of the program or
// library of a function.
function parseQuery(text) {
  const query = { isEmpty: true, error: "", patterns: [], libraries: [] };
  for (const [, library, quoted, expression, word] of text.matchAll(/(library:)?(?:"([^"]*)"?|\/((?:\\.|[^\\])+?)\/(?=\s|$)|(\S+))/g)) {
    try {
      const source = expression ?? (quoted ?? word).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
      if (source) (library ? query.libraries : query.patterns).push(new RegExp(source, "gi"));
    } catch (error) {
      query.error = error.message;
    }
  }
  query.isEmpty = query.patterns.length + query.libraries.length === 0;
  return query;
}

function has(pattern, text) {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

const isFound = (query, name, file) => query.libraries.length === 0 &&
  query.patterns.every(pattern => has(pattern, name) || (file !== undefined && has(pattern, file)));

const isLibraryFound = (query, name) => [...query.libraries, ...query.patterns].every(pattern => has(pattern, name));

// An array with 1 for each function that matches. Searches the name of each file only once.
function matchFunctions(query) {
  const inFile = query.patterns.map(pattern => Uint8Array.from(data.files, file => has(pattern, file[0]) ? 1 : 0));
  const isInLibrary = data.libraries.map(([name]) => query.libraries.every(pattern => has(pattern, name)));
  return Uint8Array.from(data.functions, (fn, i) => {
    if (query.libraries.length && !isInLibrary[data.library_of[i]]) return 0;
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
