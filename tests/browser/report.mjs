// SPDX-License-Identifier: GPL-2.0-or-later
// The HTML and SVG of cg_show in Chromium: what a reader does with them, by mouse, by keyboard
// and by screen reader. Prints TAP.
//
//   BIN=build/bin node tests/browser/report.mjs [PART OF A TEST'S NAME]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const inputs = join(here, "../cmd/golden/in");
const work = mkdtempSync(join(tmpdir(), "cg_show-"));

// Runs cg_show, gives the path of what it wrote.
function show(name, options, input, folder = inputs) {
  const path = join(work, name);
  execFileSync(join(process.env.BIN, "cg_show"), [...options, "-o", path, input], { cwd: folder });
  return path;
}

const tests = [];
const test = (name, body) => tests.push({ name, body });

// Opens a report; whatever it complains of, asks the network for, or pops up, is kept.
async function open(browser, path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", message => page.complaints.push(`console: ${message.text()}`));
  page.on("pageerror", error => page.complaints.push(`error: ${error.message}`));
  page.on("dialog", dialog => { page.complaints.push("a dialog"); dialog.dismiss(); });
  page.on("request", request => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:"))
      page.complaints.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${path}`);
  return page;
}

// Waits until there is such an element. Not page.waitForFunction: whenever that has to ask twice,
// it evaluates a string, which the page's policy forbids.
const until = (page, selector) => page.locator(selector).waitFor({ state: "attached" });

// Does what changes the address, and waits until the page has followed: browsers say so in an
// event of its own, some time after the click.
async function follow(page, action) {
  await page.evaluate(() => {
    const mark = document.documentElement.dataset;
    delete mark.followed;
    // The page's own listener comes before this one.
    addEventListener("hashchange", () => { mark.followed = "yes"; }, { once: true });
  });
  await action();
  await until(page, "html[data-followed]");
}
const go = (page, hash) => follow(page, () => page.evaluate(to => { location.hash = to; }, hash));

const rows = page => page.locator("#table tbody tr[data-position]");
const cells = async (page, row) => rows(page).nth(row).locator("td").allTextContents();
const head = (page, title) => page.locator("#table thead button", { hasText: new RegExp(`^${title}$`) });

test("shows totals, functions and the source of the hottest file", async page => {
  assert.equal(await page.title(), "./words-v1");
  assert.deepEqual(await page.locator(".event span").allTextContents(), ["4,682,809", "906,679", "442"]);
  assert.deepEqual((await cells(page, 0)).slice(0, 4),
    ["3,074,563", "65.7%", "__strcmp_avx2", "./string/../sysdeps/x86_64/multiarch/strcmp-avx2.S"]);
  assert.equal(await page.locator("#matches").textContent(), "10");
  assert.match(await page.locator("#files option").first().textContent(), /^65\.7% /);
});

test("sorts by any column, both ways", async page => {
  const first = async () => (await cells(page, 0))[2];
  await head(page, "Function").click();
  assert.equal(await first(), "???");
  assert.equal(await page.locator("th[aria-sort]").textContent(), "Function");
  assert.equal(await page.locator("th[aria-sort]").getAttribute("aria-sort"), "ascending");
  await head(page, "Function").click();
  assert.equal(await first(), "main");
  await head(page, "D1mr").click();
  assert.deepEqual([(await cells(page, 1))[2], (await cells(page, 1))[5]], ["do_lookup_x", "159"]);
  await head(page, "Ir").click();
  assert.equal(await first(), "__strcmp_avx2");
  await head(page, "Ir").click();
  assert.equal(await page.locator("th[aria-sort]").getAttribute("aria-sort"), "ascending");
});

test("searches functions and files", async page => {
  await page.locator("#search").fill("STRC");
  assert.equal(await page.locator("#matches").textContent(), "2 of 10");
  assert.deepEqual(await page.locator("td.name mark").allTextContents(), ["strc", "strc"]);
  await page.locator("#search").fill("list.h");
  assert.equal((await cells(page, 0))[2], "main");
  assert.equal(await rows(page).count(), 1);
  await page.locator("#search").fill("nothing like it");
  assert.equal(await rows(page).count(), 0);
  assert.equal(await page.locator("#matches").textContent(), "0 of 10");
});

test("links a function to its source line, and a line to its function", async page => {
  await follow(page, () => page.locator("#table a", { hasText: /^main$/ }).click());
  const target = page.locator(".source .line.target");
  assert.equal(await target.getAttribute("data-line"), "12");
  assert.equal(await target.locator(".t").textContent(), "        if (strcmp(i->word, word) == 0) {");
  assert.equal(await target.locator(".n").textContent(), "689,100");
  assert.equal(await target.locator(".p").textContent(), "14.7%");
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "main");

  await page.locator("#search").fill("getc");
  await target.locator(".n a").click(); // the address is this function's already
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "main");
  assert.equal(await page.locator("#search").inputValue(), "");
  await follow(page, () => page.goBack());
  await follow(page, () => page.goForward());
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "main");
});

test("goes from one hot line to the next", async page => {
  await go(page, "#f1");
  await page.locator("#next").click();
  const line = () => page.locator(".source .line.target").getAttribute("data-line");
  const first = await line();
  await page.locator("#previous").click();
  await page.locator("#previous").click();
  assert.equal(await line(), "11");
  assert.ok(Number(first) >= 12);
});

test("switches the event everywhere", async page => {
  await go(page, "#f1");
  await page.locator(".event", { hasText: "D1mr" }).click();
  assert.equal(await page.locator(".event[aria-pressed=true] b").textContent(), "D1mr");
  assert.equal(await page.locator("#table thead th").first().textContent(), "D1mr");
  const [count, percent, name] = await cells(page, 0);
  assert.deepEqual([count, percent, name], ["197", "44.6%", "__strcmp_avx2"]);
  assert.match(await page.locator("#detail").textContent(), /442 D1mr 100\.0%/);
  assert.match(await page.getByRole("treeitem").first().getAttribute("aria-label"), /D1mr/);
});

test("zooms the picture by mouse", async page => {
  const item = page.getByRole("treeitem", { name: /^src\/v1: / });
  const before = (await item.boundingBox()).width;
  await item.click();
  assert.ok((await item.boundingBox()).width > 3 * before);
  await page.getByRole("button", { name: "Zoom out" }).click();
  assert.ok(Math.abs((await item.boundingBox()).width - before) < 1);
  await follow(page, () => page.getByRole("treeitem", { name: /^src\/v1\/list\.h\/main: / }).click());
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "main");
});

test("is used by keyboard alone", async page => {
  const active = expression => page.evaluate(`document.activeElement.${expression}`);
  await page.keyboard.press("/");
  assert.equal(await active("id"), "search");
  await page.keyboard.type("main");
  await page.keyboard.press("ArrowDown");
  assert.equal(await active("textContent"), "main");
  await follow(page, () => page.keyboard.press("Enter"));
  assert.equal(await page.locator(".source .line.target").getAttribute("data-line"), "12");
  await page.keyboard.press("p");
  assert.equal(await page.locator(".source .line.target").getAttribute("data-line"), "11");
  await page.keyboard.press("n");
  assert.equal(await page.locator(".source .line.target").getAttribute("data-line"), "12");

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
  for (const name of ["Folders, files, functions", "Functions", "Source"])
    assert.equal(await page.getByRole("heading", { name, exact: true }).count(), 1);
  assert.equal(await page.getByRole("searchbox", { name: "Search functions and files" }).count(), 1);
  assert.equal(await page.getByRole("table", { name: "Functions and their counts" }).getAttribute("aria-rowcount"), "11");
  assert.equal(await page.getByRole("row", { name: /main/ }).first().getAttribute("aria-rowindex"), "3");
  assert.equal(await page.getByRole("columnheader", { name: "Ir" }).getAttribute("aria-sort"), "descending");
  assert.equal(await page.getByRole("combobox", { name: "Source file" }).count(), 1);
  assert.equal(await page.getByRole("tree", { name: "Folders, files, functions" }).count(), 1);
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

test("text stands out from its ground in light and in dark", async (page, browser, path) => {
  for (const colorScheme of ["light", "dark"]) {
    const p = await open(browser, path, { colorScheme });
    const worst = await p.evaluate(() => {
      const channels = colour => colour.match(/[\d.]+/g).map(Number);
      const luminance = ([r, g, b]) => [r, g, b].map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const ground = node => {
        for (; node; node = node.parentElement) {
          const colour = channels(getComputedStyle(node).backgroundColor);
          if (colour.length === 3 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
      };
      const ratios = ["h1", "h1 small", ".event b", ".event span", "td.name a", "td.file", ".count", ".source .l", "footer"]
        .map(selector => {
          const node = document.querySelector(selector);
          const [a, b] = [luminance(channels(getComputedStyle(node).color)), luminance(ground(node))];
          return [selector, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
        });
      return ratios.sort((x, y) => x[1] - y[1])[0];
    });
    assert.ok(worst[1] >= 4.5, `${colorScheme}: ${worst}`); // WCAG 2, level AA
  }
});

test("of a difference shows before, after and both colours", async (_, browser) => {
  const page = await open(browser, show("diff.html", [], "diff.cgout"));
  assert.deepEqual(await page.locator(".event").first().locator("b, span, i").allTextContents(), ["Ir", "+303,455", "+6.5%"]);
  assert.deepEqual((await cells(page, 0)).slice(0, 5), ["+165,752", "+3.5%", "1,062,296", "1,228,048", "main"]);
  await go(page, "#f0");
  assert.ok(await page.locator(".source a.grew").count() > 0);
  assert.ok(await page.locator(".source a.shrank").count() > 0);
  assert.deepEqual(page.complaints, []);
});

test("hostile names and sources stay text", async (_, browser) => {
  const folder = join(work, "hostile");
  mkdirSync(join(folder, "src/<script>alert(1)<"), { recursive: true });
  writeFileSync(join(folder, "src/<script>alert(1)<", "script>.c"),
    "<script>alert(1)</script>\n</pre><img src=x onerror=alert(2)>\r\n\"\\u003c\"\t\x80&lt;\u2028\n]]></script><!--\n");
  const page = await open(browser, show("hostile.html", [], join(inputs, "hostile.cgout"), folder));
  assert.equal((await cells(page, 0))[2], "<img src=x onerror=alert(1)>");
  await go(page, "#f0");
  const texts = await page.locator(".source .t").allTextContents();
  assert.equal(texts[0], "<script>alert(1)</script>");
  assert.equal(texts[1], "</pre><img src=x onerror=alert(2)>");
  assert.match(texts[2], /^"\\u003c"\t.*&lt;/);
  assert.equal(texts[3], "]]></script><!--");
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.locator("script").count(), 2);
  assert.match(await page.locator("h1").textContent(), /^\.\/a <b>&"c" \uFFFD/);
  for (const item of await page.getByRole("treeitem").all()) await item.hover();
  assert.deepEqual(page.complaints, []);
});

test("twenty thousand functions: only those in view are drawn", async (_, browser) => {
  const lines = ["cmd: large", "events: Ir Dr"];
  let total = 0;
  for (let file = 0; file < 200; ++file) {
    lines.push(`fl=/src/module${file % 20}/file${file}.c`);
    for (let fn = 0; fn < 100; ++fn) {
      lines.push(`fn=function_${file * 100 + fn}`, `${fn + 1} ${20000 - file * 100 - fn} 1`);
      total += 20000 - file * 100 - fn;
    }
  }
  lines.push(`summary: ${total} 20000`, "");
  writeFileSync(join(work, "large.cgout"), lines.join("\n"));
  const page = await open(browser, show("large.html", [], join(work, "large.cgout")));
  assert.equal(await page.locator("#matches").textContent(), "20,000");
  const drawn = () => page.evaluate(() => document.querySelectorAll("#table tbody tr").length);
  assert.ok(await drawn() < 100, `${await drawn()} rows`);
  assert.equal((await cells(page, 0))[2], "function_0");
  for (const part of [0.25, 0.5, 1]) {
    await page.evaluate(share => {
      const place = document.getElementById("functions");
      place.scrollTop = place.scrollHeight * share;
    }, part);
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.ok(await drawn() < 100, `${await drawn()} rows`);
  }
  assert.equal((await rows(page).last().locator("td").allTextContents())[2], "function_19999");
  await page.locator("#search").fill("function_1234");
  assert.equal(await page.locator("#matches").textContent(), "11 of 20,000");
  await head(page, "Function").click();
  assert.equal((await cells(page, 10))[2], "function_12349");
  assert.ok(await page.getByRole("treeitem").count() < 2000);
  assert.deepEqual(page.complaints, []);
});

test("nothing in the heads lies over something else, however narrow", async (page, browser, path) => {
  for (const width of [1400, 700, 360]) {
    const p = await open(browser, path, { viewport: { width, height: 900 } });
    const overlaps = await p.evaluate(() => [...document.querySelectorAll(".bar, .top")].flatMap(bar => {
      const items = [...bar.children];
      return items.slice(1).filter((item, i) => {
        const before = items[i], end = before.getBoundingClientRect().right;
        const clips = getComputedStyle(before).overflowX !== "visible";
        return (clips ? end : Math.max(end, before.getBoundingClientRect().left + before.scrollWidth)) >
          item.getBoundingClientRect().left + 1;
      }).map(item => item.id || item.textContent);
    }));
    assert.deepEqual(overlaps, [], `${width} pixels wide`);
    assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
});

test("counts past 2^53 are exact", async (_, browser) => {
  writeFileSync(join(work, "huge.cgout"),
    "cmd: huge\nevents: Ir\nfl=a.c\nfn=f\n1 9007199254740993\nsummary: 9007199254740993\n");
  const page = await open(browser, show("huge.html", [], join(work, "huge.cgout")));
  assert.equal(await page.locator(".event span").textContent(), "9,007,199,254,740,993");
  assert.equal((await cells(page, 0))[0], "9,007,199,254,740,993");
  writeFileSync(join(work, "hugediff.cgout"),
    "cmd: huge\nevents: Ir Ir@base\nfl=a.c\nfn=f\n1 2 9007199254740993\nsummary: 2 9007199254740993\n");
  const diff = await open(browser, show("hugediff.html", [], join(work, "hugediff.cgout")));
  assert.deepEqual((await cells(diff, 0)).slice(2, 4), ["9,007,199,254,740,993", "9,007,199,254,740,995"]);
});

test("--no-source leaves the sources out", async (_, browser) => {
  const page = await open(browser, show("bare.html", ["--no-source"], "v1.cgout"));
  await go(page, "#f1");
  assert.match(await page.locator(".source .gap").first().textContent(), /made without sources/);
  assert.equal(await page.locator(".source .line.target").getAttribute("data-line"), "12");
  assert.ok(!(await page.content()).includes("strcmp(i->word"));
});

test("an empty profile is shown too", async (_, browser) => {
  writeFileSync(join(work, "empty.cgout"), "cmd: nothing\nevents: Ir\nsummary: 0\n");
  const page = await open(browser, show("empty.html", [], join(work, "empty.cgout")));
  assert.equal(await page.locator("#matches").textContent(), "0");
  assert.match(await page.locator("#source").textContent(), /no source/);
  assert.deepEqual(page.complaints, []);
});

test("svg: a click zooms, a second one leaves", async (_, browser) => {
  for (const [name, options] of [["v1", []], ["diff", []], ["hostile", []]]) {
    const page = await open(browser, show(`${name}.svg`, options, `${name}.cgout`));
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

const chosen = tests.filter(({ name }) => !process.argv[2] || name.includes(process.argv[2]));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
let failed = 0;
try {
  const path = show("v1.html", [], "v1.cgout");
  console.log(`1..${chosen.length}`);
  for (const [i, { name, body }] of chosen.entries()) {
    const page = await open(browser, path);
    try {
      await body(page, browser, path);
      assert.deepEqual(page.complaints, []);
      console.log(`ok ${i + 1} browser: ${name}`);
    } catch (error) {
      failed = 1;
      console.log(`not ok ${i + 1} browser: ${name}`);
      console.log(String(error.stack).replace(/^/gm, "# "));
    }
    for (const context of browser.contexts()) await context.close();
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true });
}
process.exit(failed);
