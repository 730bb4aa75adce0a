// SPDX-License-Identifier: GPL-2.0-or-later
// Shortens the names of C++ and Rust functions in the middle.
// Shares: fitName, boxName, fillDetail, letterWidth.

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

// Fills a line with a name and what is said of it. Numbers are never cut: the name is shortened, and
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
