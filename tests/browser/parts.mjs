// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of a file on one page: a list with a bar for each, and each part's own events.
import assert from "node:assert/strict";
import { violations } from "./access.mjs";
import { cells, goTo, hrefOf, open, showText, testReports } from "./harness.mjs";

const part = (number, why, f, g) => `part: ${number}\nthread: 1\ndesc: Trigger: ${why}\npositions: line\nevents: Ir Dr\nfl=a.c\nfn=f\n1 ${f} 5\nfn=g\n2 ${g} 1\n\ntotals: ${f + g} 6\n\n`;
// Numbers that are not those of their places.
const file = "# callgrind format\nversion: 1\ncreator: test\ncmd: ./prog\n" +
  part(3, "Client Request: load", 10, 20) + part(4, "Client Request: <b>query", 90, 30) + part(6, "Program termination", 40, 10);
const page = browserPath => ({ view: browserPath.locator("#view"), rows: browserPath.locator(".phase") });

testReports("the page of several parts begins with a list of them, with the cost of each", async browser => {
  const path = showText("parts", file, ["--each-part"]);
  for (const [width, height, colorScheme] of [[1280, 800, "light"], [1280, 800, "dark"], [390, 844, "light"], [390, 844, "dark"]]) {
    const shown = await open(browser, path, { viewport: { width, height }, colorScheme }), { view, rows } = page(shown);
    assert.equal(await view.inputValue(), "parts");
    assert.deepEqual(await rows.evaluateAll(all => all.map(row => [...row.children].slice(0, 3).map(cell => cell.textContent).join(" | "))),
      ["all parts | 200 | 100.0%", "3, thread 1: Client Request: load | 30 | 15.0%", "4, thread 1: Client Request: <b>query | 120 | 60.0%",
        "6, thread 1: Program termination | 50 | 25.0%"]);
    const bars = await rows.locator("i").evaluateAll(all => all.map(bar => bar.getBoundingClientRect().width));
    assert.equal(bars.length, 3);
    assert.ok(Math.abs(bars[0] / bars[1] - 30 / 120) < 0.02 && Math.abs(bars[2] / bars[1] - 50 / 120) < 0.02, String(bars));
    assert.ok(await shown.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await violations(shown), []);
    assert.deepEqual(shown.complaints, []);
    if (process.env.PICTURES) await shown.screenshot({ path: `${process.env.PICTURES}/parts-${width}-${colorScheme}.png` });
  }
});

testReports("a click on a part chooses its counts, and another event has them by part too", async browser => {
  const shown = await open(browser, showText("parts-click", file, ["--each-part"])), { rows } = page(shown);
  const chosen = () => shown.locator(".phase.chosen a").textContent();
  assert.equal(await chosen(), "all parts");
  await rows.nth(2).locator("a").click();
  assert.match(await chosen(), /^4, thread 1/);
  assert.equal(await shown.locator(".event[aria-pressed=true] b").textContent(), "Ir:4");
  assert.match(await hrefOf(shown), /event=Ir%3A4/);
  assert.equal((await cells(shown, 0))["Ir:4"]?.replace(/\s.*/, ""), "90");
  await rows.nth(0).locator("a").click();
  assert.equal(await shown.locator(".event[aria-pressed=true] b").textContent(), "Ir");
  await goTo(shown, "event=Dr%3A6");
  assert.match(await chosen(), /^6, thread 1/);
  assert.deepEqual(await rows.evaluateAll(all => all.map(row => row.children[1].textContent)), ["18", "6", "6", "6"]);
  await shown.locator("#view").selectOption("sources");
  assert.ok(await shown.locator("#icicle [role=treeitem]").count() > 0);
  assert.ok(await shown.locator("#phases").isHidden());
  assert.deepEqual(shown.complaints, []);
});

testReports("pages of one profile have no list of parts", async (browser, path) => {
  const shown = await open(browser, path);
  assert.equal(await shown.locator("#view option[value=parts]").count(), 0);
  assert.ok(await shown.locator("#phases").isHidden());
});
