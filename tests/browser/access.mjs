// SPDX-License-Identifier: GPL-2.0-or-later
// By keyboard, by screen reader, in light and dark; and names that would do harm.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goTo, here, inputs, open, show, showText, target, targetLine, test, testReports, until, work } from "./harness.mjs";
import { windows } from "./layout.mjs";

const axe = readFileSync(join(here, "node_modules/axe-core/axe.min.js"), "utf8");

// Returns the violations that axe-core finds on the page, as "rule: elements".
export async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run({ reporter: "v2" }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(", ")}`);
}

const onlyChanges = "cmd: changes\nevents: Ir\nfl=a.c\nfn=grew\n1 1000\n2 10\nfn=shrank\n3 -500\n4 -3\nfl=b.c\nfn=little\n5 2\nsummary: 509\n";

// Texts whose contrast to their background is less than 4.5 : 1, as "text: ratio". axe-core ignores
// texts whose background has several layers.
const unreadable = page => page.evaluate(() => {
  const parse = colour => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [r, g, b], alpha: a / 255 };
  };
  const ground = node => {
    const layers = [];
    for (; node; node = node.parentElement) {
      const { rgb, alpha } = parse(getComputedStyle(node).backgroundColor);
      if (alpha > 0) layers.push({ rgb, alpha });
      if (alpha === 1) break;
    }
    return layers.reverse().reduce((below, { rgb, alpha }) => rgb.map((c, i) => c * alpha + below[i] * (1 - alpha)), [255, 255, 255]);
  };
  const luminance = rgb => rgb.map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  return [...document.querySelectorAll(".icicle div, .source span, .source a, #table td, #table a, .event *, .detail *")]
    .filter(node => [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim()))
    .map(node => {
      const [a, b] = [luminance(parse(getComputedStyle(node).color).rgb), luminance(ground(node))].sort((x, y) => y - x);
      return { text: node.textContent, className: node.className, ratio: (a + 0.05) / (b + 0.05) };
    })
    .filter(({ ratio }) => ratio < 4.5).map(({ text, className, ratio }) => `${className} ${text}: ${ratio.toFixed(2)}`);
});

for (const viewport of windows)
  testReports(`${viewport.width} pixels: axe-core finds no violation`, async (browser, path) => {
    const diff = show("axe-diff.html", [], "diff.cgout");
    const dark = viewport.width === 1280 ? [[path, "dark"], [diff, "dark"]] : []; // colours are the same at each width
    for (const [report, colorScheme] of [[path, "light"], [diff, "light"], ...dark]) {
      const page = await open(browser, report, { viewport, colorScheme }, "#f1&search=m");
      assert.deepEqual(await violations(page), [], colorScheme);
      if (report !== path) continue;
      await page.locator("#search").fill("");
      await page.locator("#table .more").first().click();
      assert.deepEqual(await violations(page), [], `${colorScheme}, a dialog`);
      await page.keyboard.press("Escape");
      await page.locator("#columns summary").click();
      await page.locator("#table a").getByText("__strcmp_avx2").click();
      assert.deepEqual(await violations(page), [], `${colorScheme}, a banner`);
      assert.deepEqual(page.complaints, []);
    }
  });

// Without a base each change is all that is known of a line: the strongest shades.
testReports("axe-core finds no violation in a difference without a base, or without lines", async browser => {
  const none = join(work, "no-base.cgout");
  execFileSync("sh", ["-c", `"$BIN/cg_diff" --lines v1.cgout v2.cgout > "${none}"`], { cwd: inputs });
  const reports = [show("axe-no-base.html", [], none), showText("axe-only-changes", onlyChanges)];
  for (const path of reports)
    for (const colorScheme of ["light", "dark"])
      for (const hash of ["#f0", "#f1&by=file", "#s0"]) {
        const page = await open(browser, path, { colorScheme }, hash);
        assert.deepEqual(await violations(page), [], `${path} ${colorScheme} ${hash}`);
        assert.deepEqual(await unreadable(page), [], `${path} ${colorScheme} ${hash}`);
        assert.deepEqual(page.complaints, []);
      }
});

test("is used by keyboard alone", async page => {
  const active = expression => page.evaluate(`document.activeElement.${expression}`);
  await page.keyboard.press("/");
  assert.equal(await active("id"), "search");
  await page.keyboard.type("main");
  await page.keyboard.press("ArrowDown");
  assert.equal(await active("textContent"), "main");
  await page.keyboard.press("Enter");
  assert.equal(await targetLine(page), "12");
  await page.keyboard.press("p");
  assert.equal(await targetLine(page), "11");
  await page.keyboard.press("n");
  assert.equal(await targetLine(page), "12");

  await page.locator("#search").fill("");
  await page.locator("#search").press("ArrowDown");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  assert.equal(await active("closest('tr').dataset.position"), "1");
  await page.keyboard.press("End");
  assert.equal(await active("closest('tr').dataset.position"), "9");

  await page.getByRole("treeitem", { name: "everything" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.match(await active("getAttribute('aria-label')"), /^src\/v1: /);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#zoom-out").isDisabled(), false);
  assert.match(await active("getAttribute('aria-label')"), /^src\/v1: /);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#zoom-out").isDisabled(), true);
});

test("says to a screen reader what is where", async page => {
  for (const name of ["Directories, files, functions", "Functions", "Source"])
    assert.equal(await page.getByRole("heading", { name, exact: true }).count(), 1);
  assert.equal(await page.getByRole("searchbox", { name: "Search functions, files and sources" }).count(), 1);
  assert.equal(await page.getByRole("table", { name: "Functions and their counts" }).getAttribute("aria-rowcount"), "11");
  assert.equal(await page.getByRole("row", { name: /main/ }).first().getAttribute("aria-rowindex"), "3");
  assert.equal(await page.getByRole("columnheader", { name: "Ir" }).getAttribute("aria-sort"), "descending");
  assert.equal(await page.getByRole("combobox", { name: "Source file" }).count(), 1);
  assert.equal(await page.getByRole("combobox", { name: "Group by" }).count(), 1);
  assert.equal(await page.getByRole("separator").count(), 2);
  assert.equal(await page.getByRole("tree", { name: "Directories, files, functions" }).count(), 1);
  assert.equal(await page.getByRole("button", { name: "next hot line" }).count(), 1);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
});

test("is light or dark as the system is, until told otherwise", async (page, browser, path) => {
  const brightness = p => p.evaluate(() =>
    getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) / 3);
  assert.ok(await brightness(page) > 200);
  const dark = await open(browser, path, { colorScheme: "dark" });
  assert.ok(await brightness(dark) < 60);
  await dark.getByRole("button", { name: "Light colours" }).click();
  assert.ok(await brightness(dark) > 200);
  await dark.emulateMedia({ colorScheme: "light" });
  await page.emulateMedia({ colorScheme: "dark" });
  await until(page, "html[data-theme=dark]");
  assert.ok(await brightness(page) < 60);
  assert.deepEqual(dark.complaints, []);
});

testReports("hostile names and sources stay text", async browser => {
  const folder = join(work, "hostile");
  mkdirSync(join(folder, "src/<script>alert(1)<"), { recursive: true });
  writeFileSync(join(folder, "src/<script>alert(1)<", "script>.c"),
    "<script>alert(1)</script>\n</pre><img src=x onerror=alert(2)>\r\n\"\\u003c\"\t\x80&lt;\u2028\n]]></script><!--\n");
  const path = show("hostile.html", [], join(inputs, "hostile.cgout"), folder);
  for (const viewport of windows) {
    const page = await open(browser, path, { viewport });
    assert.equal(await page.locator("td.name").first().getAttribute("title"), "<img src=x onerror=alert(1)>");
    await goTo(page, "#f0");
    const texts = await page.locator(".source .t").allTextContents();
    assert.equal(texts[0], "<script>alert(1)</script>");
    assert.equal(texts[1], "</pre><img src=x onerror=alert(2)>");
    assert.match(texts[2], /^"\\u003c"\t.*&lt;/);
    assert.equal(texts[3], "]]></script><!--");
    await page.locator("#search").fill("<img /script|</ \"onerror\"");
    for (const by of ["file", "directory", "function"]) await page.locator("#by").selectOption(by);
    await page.locator("#search").fill("");
    for (const more of await page.locator("#table .more").all()) {
      await more.click();
      await page.keyboard.press("Escape");
    }
    await page.getByRole("checkbox", { name: "Short names" }).check();
    for (const item of await page.getByRole("treeitem").all()) await item.hover();
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.locator("script").count(), 5);
    assert.match(await page.locator("h1").textContent(), /^\.\/a <b>&"c" \uFFFD/);
    assert.equal(await target(page).count(), 1);
    assert.deepEqual(page.complaints, []);
  }
});
