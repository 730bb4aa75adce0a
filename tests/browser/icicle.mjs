// SPDX-License-Identifier: GPL-2.0-or-later
// The icicle, on the page and as a picture of its own.
import assert from "node:assert/strict";
import { box, drawn, hrefOf, matches, open, show, showText, test, testReports } from "./harness.mjs";

test("zooms the picture by mouse", async page => {
  const item = box(page, /^src\/v1: /);
  const before = (await item.boundingBox()).width;
  await item.click();
  assert.ok((await item.boundingBox()).width > 3 * before);
  await page.getByRole("button", { name: "Zoom out" }).click();
  assert.ok(Math.abs((await item.boundingBox()).width - before) < 1);
  await box(page, /^src\/v1\/list\.h\/main: /).click();
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "main");
});

// 3,000 files of one function each: no box would be as wide as a pixel.
const flat = () => {
  const lines = ["cmd: flat", "events: Ir"];
  for (let i = 0; i < 3000; ++i) lines.push(`fl=src/file${i}.c`, `fn=f${i}`, `1 ${10000 - i}`);
  return [...lines, `summary: ${3000 * 10000 - 2999 * 1500}`, ""].join("\n");
};

testReports("what is too small for boxes is one box, which opens", async browser => {
  const page = await open(browser, showText("flat", flat()));
  const rest = box(page, /\(3,000 smaller\)/);
  const whole = (await box(page, /^everything/).boundingBox()).width;
  assert.ok((await rest.boundingBox()).width > 0.99 * whole);
  await rest.click();
  assert.equal(await page.locator(".icicle .file").count(), 40);
  assert.match(await page.locator(".icicle .file").first().getAttribute("aria-label"), /^src\/file0\.c: 10,000 Ir/);
  await box(page, /\(2,960 smaller\)/).click();
  assert.match(await page.locator(".icicle .file").first().getAttribute("aria-label"), /^src\/file40\.c/);
  const there = await hrefOf(page);
  const again = await open(browser, there.replace("file://", ""));
  assert.match(await again.locator(".icicle .file").first().getAttribute("aria-label"), /^src\/file40\.c/);
  await page.getByRole("button", { name: "Zoom out" }).click();
  assert.equal(await page.locator(".icicle .file").count(), 0);
  assert.deepEqual(page.complaints, []);
});

testReports("what the page has no boxes of is looked up in the table", async browser => {
  const lines = ["cmd: deep", "events: Ir", "fl=src/big.c", "fn=big", "1 9730000", "fl=src/many.c"];
  for (let i = 0; i < 300; ++i) lines.push(`fn=f${i}`, "1 900");
  const page = await open(browser, showText("deep", [...lines, "summary: 10000000", ""].join("\n")));
  await box(page, /\(300 smaller\)/).click();
  assert.equal(await page.locator(".icicle .function").count(), 10);
  await box(page, /\(290 smaller\)/).click();
  assert.equal(await matches(page), "300 of 301 functions: 270,000 Ir, 2.7%");
  assert.equal(await page.locator("#search").inputValue(), '"src/many.c"');
});

testReports("a scroll between a press and its release does not lose the click", async browser => {
  const lines = [];
  for (let i = 0, path = "d"; i < 30; ++i, path += "/d") lines.push(`fl=${path}/a.c`, "fn=f", "1 1");
  const page = await open(browser, showText("levels", ["cmd: levels", "events: Ir", ...lines, "summary: 30", ""].join("\n")));
  const pane = page.locator(".icicle-scroll"), { x, y, width } = await pane.boundingBox();
  const scrollTo = async to => { await pane.evaluate((here, top) => { here.scrollTop = top; }, to); await drawn(page); };
  await scrollTo(33); // half of the second row is in view
  await page.mouse.move(x + width / 2, y + 5);
  await page.mouse.down();
  await scrollTo(30);
  await page.mouse.up();
  assert.match(await hrefOf(page), /zoom=1$/);
  assert.deepEqual(page.complaints, []);
});

testReports("svg: a click zooms, a second one leaves", async browser => {
  for (const name of ["v1", "diff", "hostile"]) {
    const page = await open(browser, show(`${name}.svg`, [], `${name}.cgout`));
    const boxes = page.locator("g.box");
    const width = async i => Number(await boxes.nth(i).locator("rect").getAttribute("width"));
    const before = await width(1);
    assert.ok(before < await width(0));
    await boxes.nth(1).click();
    assert.ok(Math.abs(await width(1) - await width(0)) < 0.01);
    await boxes.nth(1).click();
    assert.ok(Math.abs(await width(1) - before) < 0.01);
    await boxes.nth(2).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    assert.ok(Math.abs(await width(1) - before) < 0.01);
    await boxes.nth(0).hover();
    await boxes.nth(1).hover();
    assert.equal(await page.locator("#detail").textContent(), await boxes.nth(1).locator("title").textContent());
    assert.deepEqual(page.complaints, []);
  }
});
