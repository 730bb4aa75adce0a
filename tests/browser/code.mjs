// SPDX-License-Identifier: GPL-2.0-or-later
// Instructions beside the source: of a program that is compiled and profiled here.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { violations } from "./access.mjs";
import { drawn, follow, goTo, hrefOf, open, show, targetLine, testReports, work } from "./harness.mjs";

const lines = ["__attribute__((noinline)) unsigned sum(unsigned n) {", "    unsigned all = 0;", "    for (unsigned i = 0; i < n; ++i)",
  "        all += i / (n | 1);", "    return all;", "}", "int main(void) {", "    return sum(1000) == 7;", "}"];
let made;
// The page of the program, with or without its symbols.
function report(isStripped = false) {
  const tool = join(process.env.BIN, "valgrind"), source = join(work, "sum.c"), program = join(work, "sum");
  if (!made) {
    writeFileSync(source, lines.join("\n") + "\n");
    execFileSync("gcc", ["-g", "-O1", "-o", program, source]);
    execFileSync("strip", ["-s", "-o", program + "-stripped", program]);
    for (const name of [program, program + "-stripped"])
      execFileSync(tool, ["-q", "--tool=cachegrind", "--addresses=yes", `--cachegrind-out-file=${name}.cgout`, name]);
    made = true;
  }
  return show(isStripped ? "stripped.html" : "sum.html", [], program + (isStripped ? "-stripped.cgout" : ".cgout"));
}

const button = page => page.locator("#show-code");
const marked = page => page.locator(".code .same-line .t").allTextContents();
const choose = (page, name) => page.locator("#code-functions").selectOption({ index: name });

testReports("instructions: a function and its hottest line, marked together", async browser => {
  const page = await open(browser, report());
  await button(page).click();
  // Those of the line that the page begins with.
  assert.ok((await marked(page)).length > 0);
  const functions = await page.locator("#code-functions option").allTextContents();
  assert.ok(await page.locator("#table-pane").isHidden());
  const place = functions.findIndex(text => text.endsWith(" sum"));
  assert.ok(place >= 0);
  await choose(page, place);
  await drawn(page);
  const line = await targetLine(page);
  assert.ok(["3", "4"].includes(line));
  const texts = await marked(page);
  assert.ok(texts.length > 0);
  // The other line of the loop, by a click on its number.
  const other = line === "3" ? "4" : "3";
  await page.locator(`.code .l a`).getByText(`sum.c:${other}`, { exact: true }).first().click();
  assert.equal(await targetLine(page), other);
  await drawn(page);
  assert.notDeepEqual(await marked(page), texts);
  // A click on a line of the source.
  await page.locator(`#source .line[data-line="${line}"] .t`).click();
  await drawn(page);
  assert.deepEqual(await marked(page), texts);
  // A click on an instruction.
  await page.locator('#source .line[data-line="3"] .t').click();
  await drawn(page);
  await page.locator(".code .line:not(.same-line):not(.other) .t").getByText("div").first().click();
  assert.equal(await targetLine(page), "4");
  assert.ok((await marked(page)).some(text => / div/.test(text)));
  await page.locator("#hide-code").click();
  assert.ok(await page.locator("#table-pane").isVisible());
  assert.ok(await page.locator("#code-pane").isHidden());
  assert.deepEqual(page.complaints, []);
});

testReports("instructions: the counts of a function add up, and its jumps are arcs", async browser => {
  const page = await open(browser, report());
  const { functions, wrong } = await page.evaluate(() => {
    const all = codePane.functions();
    return { functions: all.length, wrong: all.filter(({ rows, counts }) =>
      rows.filter(row => row[CODE.kind] === 0).reduce((sum, row) => sum + Number(row[CODE.counts]), 0) !== Number(counts[0])).length };
  });
  assert.ok(functions > 5);
  assert.equal(wrong, 0);
  await button(page).click();
  await choose(page, (await page.locator("#code-functions option").allTextContents()).findIndex(text => text.endsWith(" sum")));
  await drawn(page);
  // The loop's jump: from its last instruction back to the first.
  assert.ok(await page.locator(".code svg path.head").count() >= 1);
  assert.match(await page.locator(".code svg path").first().getAttribute("d"), /^M\d+ /);
  assert.deepEqual(page.complaints, []);
});

testReports("instructions: the address says which function is shown, and back returns", async browser => {
  const page = await open(browser, report());
  await button(page).click();
  const first = await page.locator("#code-functions").inputValue();
  assert.match(new URL(await hrefOf(page)).hash, new RegExp(`code=${first}`));
  await choose(page, 2);
  const second = await page.locator("#code-functions").inputValue();
  assert.notEqual(first, second);
  await follow(page, () => page.goBack());
  assert.equal(await page.locator("#code-functions").inputValue(), first);
  await follow(page, () => page.goBack());
  assert.ok(await page.locator("#code-pane").isHidden());
  await goTo(page, "#code=999999");
  assert.ok(await page.locator("#table-pane").isVisible());
  assert.deepEqual(page.complaints, []);
});

testReports("instructions of a program without symbols and source", async browser => {
  const page = await open(browser, report(true));
  await button(page).click();
  const functions = await page.locator("#code-functions option").allTextContents();
  const place = functions.findIndex(text => text.includes("[sum-stripped]"));
  assert.ok(place >= 0, functions.join("; "));
  await choose(page, place);
  await drawn(page);
  assert.ok(await page.locator(".code .t").getByText("div").count() >= 1);
  assert.deepEqual(page.complaints, []);
});

testReports("instructions: of any width, without a fault for screen readers", async browser => {
  for (const [width, height, colorScheme] of [[1280, 800, "light"], [390, 844, "dark"]]) {
    const page = await open(browser, report(), { viewport: { width, height }, colorScheme });
    await button(page).click();
    await drawn(page);
    assert.ok((await page.locator("#code-scroll").boundingBox()).height > 100);
    assert.ok((await page.locator("#source").boundingBox()).height > 100);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(page.complaints, []);
  }
});

testReports("a page without costs by address has no instructions", async (browser, path) => {
  const page = await open(browser, path);
  assert.ok(await button(page).isHidden());
  await goTo(page, "#code=0");
  assert.ok(await page.locator("#table-pane").isVisible());
  assert.deepEqual(page.complaints, []);
});

testReports("inlined functions: boxes with another border, and their instructions", async browser => {
  const source = join(work, "inlined.c"), program = join(work, "inlined");
  writeFileSync(source, ["static inline __attribute__((always_inline)) unsigned square(unsigned n) {", "    return n * n / 3;", "}",
    "__attribute__((noinline)) unsigned sum(unsigned n) {", "    unsigned all = 0;", "    for (unsigned i = 0; i < n; ++i)",
    "        all ^= square(all + i);", "    return all;", "}", "int main(void) {", "    return sum(100000) == 7;", "}", ""].join("\n"));
  execFileSync("gcc", ["-g", "-O1", "-o", program, source]);
  execFileSync(join(process.env.BIN, "valgrind"),
    ["-q", "--tool=cachegrind", "--addresses=yes", "--calls=yes", `--cachegrind-out-file=${program}.cgout`, program]);
  const page = await open(browser, show("inlined.html", ["--inlines"], program + ".cgout"));
  const boxes = page.locator("#flame .inlined");
  const names = await boxes.evaluateAll(all => all.map(box => box.ariaLabel.replace(/:.*/, "")));
  assert.ok(names.includes("square (inlined)"), names.join("; "));
  assert.equal(await boxes.first().evaluate(box => getComputedStyle(box).borderTopStyle), "dashed");
  const others = page.locator("#flame [role=treeitem]:not(.inlined)");
  assert.ok(!(await others.evaluateAll(all => all.map(box => box.ariaLabel))).some(label => label.includes("(inlined)")));
  await button(page).click();
  const functions = await page.locator("#code-functions option").allTextContents();
  const place = functions.findIndex(text => text.endsWith("square (in sum)"));
  assert.ok(place >= 0, functions.join("; "));
  await choose(page, place);
  await drawn(page);
  assert.ok((await page.locator(".code .line").count()) > 2);
  assert.deepEqual(page.complaints, []);
});
