// SPDX-License-Identifier: GPL-2.0-or-later
// Differences: own changes, shares of the base, colours, and what was not kept.
import assert from "node:assert/strict";
import { box, cells, head, names, open, show, showText, target, testReports } from "./harness.mjs";

testReports("of a difference shows each function's own change and its share of the base", async browser => {
  const page = await open(browser, show("diff.html", [], "diff.cgout"), {}, "#f0");
  assert.deepEqual(await page.locator(".event").first().locator("b, span, i").allTextContents(), ["Ir", "+303,455", "+6.5%"]);
  const first = await cells(page, 0);
  assert.deepEqual([first.Function, first.Ir, first.change, first["% of base"], first["cum. %"], first.before, first.after],
    ["main", "+165,752", "+15.6%", "+3.5%", "+3.5%", "1,062,296", "1,228,048"]);
  await head(page, "change").click();
  const changes = await page.locator("#table tbody tr[data-position] td:nth-child(3)").allTextContents();
  assert.deepEqual(changes, [...changes].sort((a, b) => parseFloat(b) - parseFloat(a)));
  assert.ok(await page.locator(".source a.grew").count() > 0);
  assert.ok(await page.locator(".source a.shrank").count() > 0);
  assert.deepEqual((await page.locator(".source-head span").allTextContents()).slice(0, 3), ["Ir", "change", "% base"]);
  assert.match(await target(page).locator(".p").first().textContent(), /^([+-][\d.]+%|new|gone)$/);
  assert.match(await box(page, /^everything/).getAttribute("aria-label"), /\+6\.5% of the base, \+6\.5% of its own$/);
  assert.ok(await page.locator("#legend").isVisible());
  assert.deepEqual(page.complaints, []);
});

testReports("shades changes by their size", async browser => {
  const page = await open(browser, showText("shades", "cmd: shades\nevents: Ir Ir@base\nfl=a.c\n" +
    "fn=doubled\n1 1000 1000\nfn=nudged\n2 10 1000\nfn=halved\n3 -500 1000\nfn=gone\n4 -70 70\nfn=new\n5 60 0\nsummary: 500 3070\n"));
  const alpha = colour => Number(colour.match(/[\d.]+/g)[3] ?? 1);
  const ground = await page.locator("#table tbody tr[data-position] td:nth-child(3)")
    .evaluateAll(all => all.map(td => [td.textContent, getComputedStyle(td).backgroundColor]));
  assert.deepEqual(ground.map(([text]) => text), ["+100.0%", "-50.0%", "gone", "new", "+1.0%"]);
  const [doubled, halved, , , nudged] = ground.map(([, colour]) => alpha(colour));
  assert.ok(doubled > halved && halved > nudged && nudged > 0, `${doubled} ${halved} ${nudged}`);
  const boxes = await page.locator(".icicle .function").evaluateAll(all =>
    Object.fromEntries(all.map(item => [item.node.name, getComputedStyle(item).backgroundColor])));
  assert.ok(alpha(boxes.doubled) > alpha(boxes.nudged) + 0.3);
  assert.deepEqual(await names(page), ["doubled", "halved", "gone", "new", "nudged"]);
});

testReports("notes that a difference has no lines", async browser => {
  const page = await open(browser, showText("nolines", "cmd: nolines\nevents: Ir Ir@base\nfl=a.c\nfn=f\n0 5 100\nsummary: 5 100\n"));
  assert.equal(await page.locator("#banner").textContent(), "This difference has no lines: cg_diff --lines keeps them.");
  const kept = await open(browser, show("lines.html", [], "diff.cgout"));
  assert.doesNotMatch(await kept.locator("#banner").textContent(), /no lines/);
});
