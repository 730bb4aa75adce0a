// SPDX-License-Identifier: GPL-2.0-or-later
// Shared by the tests of the browser: reports, pages, and the most frequent questions about them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
export const inputs = join(here, "../cmd/golden/in");
export const work = mkdtempSync(join(tmpdir(), "cg_show-"));
export const cleanUp = () => rmSync(work, { recursive: true });

export const tests = [];
// The body gets the browser and the path of the report of v1.cgout,
export const testReports = (name, body) => tests.push({ name, body });
// or before these a page that shows it and has to be without complaints in the end.
export const test = (name, body) => testReports(name, async (browser, path) => {
  const page = await open(browser, path);
  await body(page, browser, path);
  assert.deepEqual(page.complaints, []);
});

// Runs cg_show, gives the path of what it wrote.
export function show(name, options, input, folder = inputs) {
  const path = join(work, name);
  execFileSync(join(process.env.BIN, "cg_show"), [...options, "-o", path, input], { cwd: folder });
  return path;
}

// The report of a profile that is given as text.
export function showText(name, profile, options = []) {
  writeFileSync(join(work, `${name}.cgout`), profile);
  return show(`${name}.html`, options, join(work, `${name}.cgout`));
}

// Opens a report. Keeps its error messages, requests to the network, and popups.
export async function open(browser, path, options = {}, hash = "") {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", message => page.complaints.push(`console: ${message.text()}`));
  page.on("pageerror", error => page.complaints.push(`error: ${error.message}`));
  page.on("dialog", dialog => { page.complaints.push("a dialog"); dialog.dismiss(); });
  page.on("request", request => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:"))
      page.complaints.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${path}${hash}`);
  return page;
}

// Waits until there is such an element. Not page.waitForFunction: whenever that has to ask twice,
// it evaluates a string, which the page's policy forbids.
export const until = (page, selector) => page.locator(selector).waitFor({ state: "attached" });

// The address of the page as it is now: page.url() learns of a change some time after.
export const hrefOf = page => page.evaluate(() => location.href);

// Does what changes the address from outside, and waits until the page has followed: browsers say
// so in an event of its own, some time after.
export async function follow(page, action) {
  await page.evaluate(() => {
    const mark = document.documentElement.dataset;
    delete mark.followed;
    // The page's own listener comes before this one.
    addEventListener("hashchange", () => { mark.followed = "yes"; }, { once: true });
  });
  await action();
  await until(page, "html[data-followed]");
}
export const goTo = (page, hash) => follow(page, () => page.evaluate(to => { location.hash = to; }, hash));

// Waits until the page has drawn what it scrolled to: it does so in the next frame.
export const drawn = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

export const rows = page => page.locator("#table tbody tr[data-position]");
// The texts of a row, by the titles of their columns.
export async function cells(page, row) {
  const titles = (await page.locator("#table thead th").allTextContents());
  const texts = await rows(page).nth(row).locator("td").allTextContents();
  return Object.fromEntries(titles.map((title, i) => [title, texts[i]]));
}
export const names = page => rows(page).locator("td.name").allTextContents();
export const head = (page, title) => page.locator("#table thead button").getByText(title, { exact: true });
export const target = page => page.locator(".source .line.target");
export const targetLine = page => target(page).getAttribute("data-line");
export const matches = page => page.locator("#matches").textContent();
export const box = (page, name) => page.getByRole("treeitem", { name });
