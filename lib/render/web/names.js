// SPDX-License-Identifier: GPL-2.0-or-later
// Names: shortened in the middle to fit, and searched.
// The index of the bracket that closes the one at `from`, or -1. `->` and `=>` close nothing.
function closing(name, from) {
  let depth = 0;
  for (let i = from; i < name.length; ++i) {
    if ("<([{".includes(name[i])) ++depth;
    else if (">)]}".includes(name[i]) && !(name[i] === ">" && "-=".includes(name[i - 1])) && --depth === 0) return i;
  }
  return -1;
}

// The name with … for the text in these brackets. Brackets that are part of the name stay:
// operator<<, (anonymous namespace), and Rust's <T as Trait>::method, where only the arguments of T
// and Trait are shortened.
function withoutArguments(name, brackets) {
  let text = "";
  for (let i = 0; i < name.length; ++i) {
    const operator = text.endsWith("operator") && /^(\(\)|<=>|<<=?|<=?)/.exec(name.slice(i, i + 3));
    if (operator) {
      text += operator[0];
      i += operator[0].length - 1;
      continue;
    }
    const end = brackets.includes(name[i]) ? closing(name, i) : -1;
    const inner = end > 0 ? name.slice(i + 1, end) : "";
    if (end < 0 || inner === "" || inner === "anonymous namespace") {
      text += name[i];
    } else {
      const isType = name[i] === "<" && (i === 0 || "<(& ".includes(name[i - 1]));
      text += name[i] + (isType ? withoutArguments(inner, brackets) : "…") + name[end];
      i = end;
    }
  }
  return text;
}

// Without arguments, and without the hash that Rust appends.
function shortName(name) {
  return withoutArguments(name.replace(/::h[0-9a-f]{16}$/, ""), "<(");
}

// The name in at most `letters` letters: without its arguments, then without the template's, then
// without its middle.
function fitName(name, letters) {
  if (name.length > 2000) name = name.slice(0, 1000) + "…" + name.slice(-1000);
  if (state.short) name = shortName(name);
  if (name.length <= letters) return name;
  for (const brackets of ["(", "(<"]) {
    const shorter = withoutArguments(name, brackets);
    if (shorter.length <= letters) return shorter;
    if (brackets === "(<") name = shorter;
  }
  return withoutMiddle(name, letters);
}

// The name without its middle, in this number of letters.
function withoutMiddle(name, letters) {
  const head = Math.ceil((letters - 1) * 0.45), tail = letters - 1 - head;
  if (letters < 4) return letters > 1 ? [...name.slice(0, 2 * letters)].slice(0, letters - 1).join("") + "…" : "";
  return [...name.slice(0, 2 * head)].slice(0, head).join("") + "…" + [...name.slice(-2 * tail)].slice(-tail).join("");
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

// The part of a name for a small box: the last part of a function's name, and the beginning of that.
function boxName(name, isFunction, letters) {
  if (isFunction && name.length > letters) {
    const plain = shortName(name.slice(0, 2000)).replace(/\(…\).*|<…>| const$/gs, "").replace(/(?<!operator)\(\)$/, "").trim();
    name = plain.length <= letters ? plain : plain.replace(/^.*?(?:::|\s)(?=(?:operator\b.*|[^:\s]*)$)/s, "") || plain;
  }
  return name.length <= letters ? name : letters < 3 ? "" : withoutMiddle(name, letters);
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
// "Several words" in quotes are one; /a regular expression/.
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
