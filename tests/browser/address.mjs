// SPDX-License-Identifier: GPL-2.0-or-later
// The address says what is shown: a link shows the same again.
import assert from "node:assert/strict";
import { box, follow, head, hrefOf, open, targetLine, test, testReports, until } from "./harness.mjs";
import { windows } from "./layout.mjs";

// The state of the page that a reader sees.
const view = page => page.evaluate(() => ({
  event: document.querySelector(".event[aria-pressed=true] b").textContent,
  rows: [...document.querySelectorAll("#table td.name")].map(td => td.textContent),
  chosen: document.querySelector("tr.chosen td.name")?.textContent,
  sorted: document.querySelector("th[aria-sort]").textContent + document.querySelector("th[aria-sort]").ariaSort,
  matches: document.getElementById("matches").textContent,
  search: document.getElementById("search").value,
  by: document.getElementById("by").value,
  file: document.getElementById("files").selectedOptions[0].textContent,
  line: document.querySelector(".line.target").dataset.line,
  columns: [...document.querySelectorAll(".source-head span")].map(span => span.textContent),
  boxes: [...document.querySelectorAll("[role=treeitem]")].map(item => item.ariaLabel + item.style.left),
  short: document.getElementById("short").checked,
}));

for (const viewport of windows)
  testReports(`${viewport.width} pixels: the address restores the view`, async (browser, path) => {
    const page = await open(browser, path, { viewport });
    await box(page, /^src\/v1: /).click();
    await page.locator("#table a").getByText("main", { exact: true }).click();
    await page.locator(".event", { hasText: "Dr" }).click();
    await page.locator("#search").fill("m /a|i/");
    await head(page, "Function").click();
    await page.getByRole("checkbox", { name: "Short names" }).check();
    await page.locator("#next").click();
    await page.locator("#columns summary").click();
    await page.getByRole("checkbox", { name: "D1mr" }).setChecked(false);
    await page.getByRole("checkbox", { name: "D1mr" }).setChecked(true);
    await page.waitForURL(/columns=[^&]*D1mr/);
    const other = await open(browser, path, { viewport }, new URL(await hrefOf(page)).hash);
    assert.deepEqual(await view(other), await view(page));
    assert.match(await hrefOf(other), /#[fs]\d.*&event=Dr&search=.*&order=name%3Aup&zoom=\d+&columns=.*&short=1$/);
    assert.deepEqual(other.complaints, []);
  });

test("back and forward go through places, events and zooms, not through letters", async page => {
  await page.locator(".event", { hasText: "Dr" }).click();
  await page.locator("#search").pressSequentially("main");
  await page.locator("#table a").getByText("main", { exact: true }).click();
  await box(page, /^src\/v1: /).click();
  await follow(page, () => page.goBack());
  assert.ok(await page.locator("#zoom-out").isDisabled());
  assert.equal(await targetLine(page), "12");
  await follow(page, () => page.goBack());
  assert.equal(await page.locator("#search").inputValue(), "main");
  await follow(page, () => page.goBack());
  assert.equal(await page.locator(".event[aria-pressed=true] b").textContent(), "Ir");
  assert.equal(await page.locator("#search").inputValue(), "");
});

test("an address that says nothing sensible shows the page as it is at first", async (page, browser, path) => {
  const first = await view(page);
  for (const hash of ["#f999", "#s99:3", "#event=nothing&by=x&zoom=9999~3&order=nothing:up", "#__proto__=1&by=constructor", "#%E0%A4%A&search=%"]) {
    const other = await open(browser, path, {}, hash);
    const { sorted, search, rows, matches, ...rest } = await view(other);
    assert.deepEqual({ ...rest, sorted: "", search: "", rows: [], matches: "" }, { ...first, sorted: "", search: "", rows: [], matches: "" }, hash);
    assert.deepEqual(other.complaints, []);
  }
});

test("a link that is opened in a new tab keeps what is chosen", async page => {
  await page.locator(".event", { hasText: "Dr" }).click();
  const [tab] = await Promise.all([page.context().waitForEvent("page"),
    page.locator("#table a").getByText("main", { exact: true }).click({ modifiers: ["ControlOrMeta"] })]);
  await until(tab, "tr.chosen");
  assert.equal(await tab.locator(".event[aria-pressed=true] b").textContent(), "Dr");
  assert.equal(await tab.locator("tr.chosen td.name").textContent(), "main");
  assert.equal(await page.locator("tr.chosen").count(), 0);
});
