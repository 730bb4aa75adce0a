// SPDX-License-Identifier: GPL-2.0-or-later
// Cache use: who loaded what nobody touched, and who called that.
import assert from "node:assert/strict";
import { follow, hrefOf, open, showText, testReports } from "./harness.mjs";
import { violations } from "./access.mjs";
import { windows } from "./layout.mjs";

// 1,000 lines of 64 bytes are loaded for 8 bytes each in walk.c:12; 3,000 are loaded and used eight
// times, all their bytes, in walk.c:30. In the last level, 500 and 100 lines.
const head = ["desc: I1 cache: 32768 B, 64 B, 8-way associative", "desc: D1 cache: 32768 B, 64 B, 8-way associative",
  "desc: LL cache: 8388608 B, 64 B, 16-way associative"];
const events = "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw AcCost1 SpLoss1 AcCost2 SpLoss2";
const walk = "9000 0 0 1000 1000 500 0 0 0 1000000 56000 500000 28000";
const copy = "90000 0 0 24000 3000 100 0 0 0 375000 0 12500 0";
const total = "99000 0 0 25000 4000 600 0 0 0 1375000 56000 512500 28000";
const flat = [...head, "cmd: walk", events, "fl=src/walk.c", "fn=sum_x", `12 ${walk}`, "fn=copy", `30 ${copy}`, `summary: ${total}`, ""].join("\n");
const half = walk.split(" ").map(count => Number(count) / 2).join(" ");
// sum_x is called by main and by report, a half of its cost each.
const tree = ["# callgrind format", "version: 1", ...head, "cmd: walk", "positions: line", events, `summary: ${total}`, "", "ob=(1) walk",
  "fl=(1) src/walk.c", "fn=(1) sum_x", `12 ${walk}`, "fn=(2) copy", `30 ${copy}`, "fn=(3) main", "1 0", "fn=(4) report", "2 0",
  "#tree 1 nodes 6 functions 4 recursion 0 folded 0", "#fn 1 1 1 12", "#fn 1 1 2 30", "#fn 1 1 3 1", "#fn 1 1 4 2", "#root thread",
  "#0 3 1 0", `#0 1 1 ${half}`, `#1 2 1 ${copy}`, "#1 4 1 0", `#0 1 1 ${half}`, `totals: ${total}`, ""].join("\n");

const button = page => page.getByRole("button", { name: "Cache use" });
const words = page => page.locator("#use .words").allTextContents();
const table = (page, title) => page.locator("#use table", { hasText: title }).locator("tbody tr")
  .evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent).join(" | ")));

testReports("cache use: lines that waste come first, where misses show others", async browser => {
  const page = await open(browser, showText("use", flat));
  await button(page).click();
  assert.deepEqual(await words(page), ["The whole program: of 256 kB loaded here, 22 % were never touched; a line was used 2.9 times before it left."]);
  assert.deepEqual(await table(page, "Lines: 2"), ["56.0 kB | 64.0 kB | 88 % | 1.0 | 1,000 | walk.c:12 sum_x", "0 B | 192 kB | 0 % | 8.0 | 3,000 | walk.c:30 copy"]);
  await page.locator("#use th button").getByText("misses").click();
  assert.match((await table(page, "Lines: 2"))[0], /walk\.c:30/);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "misses");
  await page.locator("#use th button").getByText("never touched").click();
  assert.match((await table(page, "Lines: 2"))[0], /walk\.c:12/);
  assert.match(await page.locator("#use").textContent(), /does not say who called this code/);
  await page.locator("#use a").getByText("walk.c:12").click();
  assert.ok(await page.locator("#source").isVisible());
  assert.equal(await page.locator(".source .line.target").getAttribute("data-line"), "12");
  assert.deepEqual(page.complaints, []);
});

testReports("cache use: the chosen function in words, and the last level", async browser => {
  const page = await open(browser, showText("use", flat));
  await button(page).click();
  await page.locator("#table a").getByText("sum_x", { exact: true }).click();
  assert.equal((await words(page))[1], "sum_x: of 64.0 kB loaded here, 88 % were never touched; a line was used 1.0 time before it left.");
  await page.getByRole("button", { name: "Last level" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Last level");
  assert.deepEqual(await words(page), ["The whole program: of 38.4 kB loaded here, 73 % were never touched; a line was used 1.2 times before it left.",
    "sum_x: of 32.0 kB loaded here, 88 % were never touched; a line was used 1.0 time before it left."]);
  assert.deepEqual(await table(page, "Lines: 2"), ["28.0 kB | 32.0 kB | 88 % | 1.0 | 500 | walk.c:12 sum_x", "0 B | 6.4 kB | 0 % | 8.0 | 100 | walk.c:30 copy"]);
  assert.deepEqual(page.complaints, []);
});

testReports("cache use: calling contexts, and inclusive use of the chosen function", async browser => {
  const page = await open(browser, showText("use-tree", tree));
  await button(page).click();
  assert.deepEqual(await table(page, "Calling contexts: 3"), ["28.0 kB | 32.0 kB | 88 % | 1.0 | 500 | sum_x ‹ report ‹ main",
    "28.0 kB | 32.0 kB | 88 % | 1.0 | 500 | sum_x ‹ main", "0 B | 192 kB | 0 % | 8.0 | 3,000 | copy ‹ main"]);
  await page.locator("#table a").getByText("report", { exact: true }).click();
  assert.deepEqual((await words(page)).slice(1), ["report: nothing was loaded here.",
    "report with all that it calls: of 32.0 kB loaded here, 88 % were never touched; a line was used 1.0 time before it left."]);
  await page.locator("#use tr", { hasText: "report" }).locator("a").click();
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "sum_x");
  assert.deepEqual(await page.locator("#flame .above").allTextContents(), ["everything", "main", "report"]);
  assert.deepEqual(page.complaints, []);
});

testReports("cache use: what one miss loads in two lines is not more than all", async browser => {
  const page = await open(browser, showText("pair", flat.replace(`12 ${walk}`, "12 9000 0 0 1000 1000 500 0 0 0 1000000 120000 500000 28000")
    .replace(total, "99000 0 0 25000 4000 600 0 0 0 1375000 120000 512500 28000")), {}, "#f1&pane=use");
  assert.equal((await words(page))[1], "sum_x: 1,000 misses loaded more than 64.0 kB here, in pairs of lines, of which 120 kB were never touched.");
  assert.equal((await table(page, "Lines: 2"))[0], "120 kB | 64.0 kB |  | 1.0 | 1,000 | walk.c:12 sum_x");
  assert.deepEqual(page.complaints, []);
});

testReports("cache use: no such view without its events, without line sizes and of a difference", async browser => {
  const without = { events: flat.replaceAll(/ AcCost1.*$/gm, "").replaceAll(/^(\d+|summary:)((?: \d+){9}).*$/gm, "$1$2"),
    sizes: flat.replaceAll(/^desc: .*\n/gm, ""),
    difference: flat.replace(/^events: .*$/m, events => `${events} Ir@base`).replaceAll(/^((?:\d+|summary:) .*)$/gm, "$1 5").replace("summary: " + total + " 5", "summary: " + total + " 10") };
  for (const [name, profile] of Object.entries(without)) {
    const page = await open(browser, showText(`without-${name}`, profile), {}, "#f0&pane=use&level=2");
    assert.ok(!await button(page).isVisible(), name);
    assert.ok(await page.locator("#source").isVisible(), name);
    assert.deepEqual(page.complaints, [], name);
  }
});

for (const viewport of windows)
  for (const colorScheme of ["light", "dark"])
    testReports(`${viewport.width} pixels, ${colorScheme}: cache use: the address restores the view, axe-core finds no violation`, async browser => {
      const page = await open(browser, showText("use-tree", tree), { viewport, colorScheme });
      await button(page).click();
      await page.getByRole("button", { name: "Last level" }).click();
      await page.waitForURL(/pane=use&level=2|level=2.*pane=use/);
      assert.deepEqual(await violations(page), []);
      const other = await open(browser, showText("use-tree", tree), { viewport, colorScheme }, new URL(await hrefOf(page)).hash);
      assert.equal(await other.locator("#use").textContent(), await page.locator("#use").textContent());
      await follow(other, () => other.evaluate(() => { location.hash = "#pane=calls"; }));
      assert.ok(!await other.locator("#use").isVisible() && await other.locator("#calls").isVisible());
      assert.deepEqual([...page.complaints, ...other.complaints], []);
    });
