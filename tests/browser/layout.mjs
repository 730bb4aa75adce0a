// SPDX-License-Identifier: GPL-2.0-or-later
// The layout at the widths of a phone, a laptop and a desk: everything is in the window, and what
// a click leads to is in view.
import assert from "node:assert/strict";
import { box, drawn, goTo, open, show, showText, testReports } from "./harness.mjs";

export const windows = [{ width: 390, height: 844 }, { width: 1280, height: 720 }, { width: 1920, height: 1080 }];

// Whether all of an element is in the window and nothing lies over its middle.
const isSeen = text => {
  const node = document.querySelector(text);
  if (!node) return false;
  const { left, right, top, bottom, height } = node.getBoundingClientRect();
  const there = document.elementFromPoint((Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (top + bottom) / 2);
  return height > 0 && top >= 0 && bottom <= innerHeight && left >= 0 && left < innerWidth &&
    (node === there || node.contains(there));
};
// A browser on a busy machine may take many frames to lay out and to scroll.
const isInView = async (page, selector) => {
  for (let frames = 0; frames < 200; ++frames) {
    await drawn(page);
    if (await page.evaluate(isSeen, selector)) return true;
  }
  return false;
};
const line = ".source .line.target", row = "tr.chosen a", first = "#table tbody tr[data-position] td.name a";

for (const viewport of windows) {
  const { width } = viewport;

  testReports(`${width} pixels: what a click leads to is in the window`, async (browser, path) => {
    const page = await open(browser, path, { viewport });
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth));
    for (const place of ["#icicle-pane", "#table-pane", "#source-pane"]) {
      const { x, y, width: w, height: h } = await page.locator(place).boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= viewport.height && h > 80, place);
    }
    const isShown = async what => {
      assert.ok(await isInView(page, line), `line after ${what}`);
      assert.ok(await isInView(page, row), `row after ${what}`);
    };
    for (const name of ["main", "_int_malloc", "do_lookup_x", "__strcmp_avx2"]) {
      await page.locator("#table a").getByText(name, { exact: true }).click();
      await isShown(name);
    }
    await box(page, /^src\/v1\/list\.h\/main: /).click();
    await isShown("a box");
    await page.locator("#source").evaluate(pane => { pane.scrollTop = 0; });
    await page.locator(".source .n a").last().click();
    await isShown("a count");
    await page.locator("#search").fill("getc");
    await page.locator("#search").press("Enter");
    await isShown("Enter");
    for (const id of ["next", "previous"]) {
      await page.locator(`#${id}`).click();
      assert.ok(await isInView(page, line), id);
    }
    await page.locator(".event").last().click();
    assert.ok(await isInView(page, line), "line after an event");
    assert.deepEqual(page.complaints, []);
  });

  testReports(`${width} pixels: names stay, panes are resized and folded`, async (browser, path) => {
    const page = await open(browser, path, { viewport });
    const place = () => page.evaluate(name => document.querySelector(name).getBoundingClientRect().toJSON(), first);
    const before = await place();
    assert.ok(await isInView(page, first));
    await page.locator("#functions").evaluate(pane => { pane.scrollLeft = 1000; });
    assert.ok(await isInView(page, first));
    assert.equal((await place()).x, before.x);
    assert.ok(before.width > 80);

    await goTo(page, "#f1");
    const height = id => page.locator(id).evaluate(pane => pane.offsetHeight);
    const drag = async (bar, x, y) => {
      const { x: left, y: top, width: w, height: h } = await page.locator(bar).boundingBox();
      await page.mouse.move(left + w / 2, top + h / 2);
      await page.mouse.down();
      await page.mouse.move(left + w / 2 + x, top + h / 2 + y, { steps: 3 });
      await page.mouse.up();
    };
    const icicle = await height("#icicle-pane");
    await drag("#top-bar", 0, 40);
    assert.ok(Math.abs(await height("#icicle-pane") - icicle - 40) < 8);
    assert.ok(await isInView(page, line));
    const size = id => page.locator(id).evaluate(pane => [pane.offsetWidth, pane.offsetHeight][innerWidth > 800 ? 0 : 1]);
    const table = await size("#table-pane");
    await drag("#share-bar", -60, -60);
    assert.ok(await size("#table-pane") < table - 40);
    await page.locator("#share-bar").press(width > 800 ? "ArrowRight" : "ArrowDown");
    await page.locator("#share-bar").press("Enter");
    assert.ok(Math.abs(await size("#table-pane") - table) < 8);
    await page.getByRole("button", { name: "Fold" }).click();
    assert.ok(await height("#icicle-pane") < 60);
    assert.ok(await isInView(page, line));
    await page.reload(); // the browser remembers
    assert.equal(await page.getByRole("button", { name: "Unfold" }).getAttribute("aria-expanded"), "false");
    await page.getByRole("button", { name: "Unfold" }).click();
    assert.ok(await height("#icicle-pane") > 80);
    assert.deepEqual(page.complaints, []);
  });
}

// More events than a window is high.
const manyEvents = () => {
  const events = Array.from({ length: 60 }, (_, i) => `Event${i}`);
  return `cmd: many\nevents: ${events.join(" ")}\nfl=a.c\nfn=f\n1 ${events.map((_, i) => i + 1).join(" ")}\nsummary: ${events.map((_, i) => i + 1).join(" ")}\n`;
};

for (const viewport of windows)
  testReports(`${viewport.width} pixels: the last entry of a long list can be reached`, async browser => {
    const page = await open(browser, showText("many", manyEvents()), { viewport });
    await page.locator("#columns summary").click();
    const { y, height } = await page.locator("#columns-list").boundingBox();
    assert.ok(y >= 0 && y + height <= viewport.height && height > 100, `${y} ${height}`);
    await page.locator("#columns-list").hover();
    await page.mouse.wheel(0, 5000);
    await drawn(page);
    for (const last of ["#columns-list label:nth-last-of-type(1)", "#columns-list button"]) assert.ok(await isInView(page, last), last);
    await page.locator("#columns-list").getByText("Event59").click();
    assert.ok(await page.getByRole("checkbox", { name: "Event59" }).isChecked());
    assert.deepEqual(page.complaints, []);
  });

testReports("wide windows are used", async (browser, path) => {
  const page = await open(browser, path, { viewport: { width: 2560, height: 1440 } });
  const { x, width } = await page.locator("main").boundingBox();
  assert.ok(x === 0 && width === 2560);
});

testReports("nothing in the heads lies over something else, however narrow", async browser => {
  const path = show("heads.html", [], "diff.cgout");
  for (const width of [1400, 801, 700, 360]) {
    const page = await open(browser, path, { viewport: { width, height: 900 } });
    const overlaps = await page.evaluate(() => [...document.querySelectorAll(".bar, header")].flatMap(bar => {
      const boxes = [...bar.children].filter(item => item.checkVisibility() && !item.matches(".hidden-text"))
        .map(item => ({ item, ...item.getBoundingClientRect().toJSON() }));
      return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(b => `${a.item.id || a.item.className} ${b.item.id || b.item.className}`))
        .concat(boxes.filter(a => a.right > bar.getBoundingClientRect().right + 1).map(a => `${a.item.id || a.item.className} sticks out`));
    }));
    assert.deepEqual(overlaps, [], `${width} pixels wide`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
});

for (const viewport of windows)
  testReports(`${viewport.width} pixels: numbers are not cut, names are cut, the file is shown`, async browser => {
    const long = "/very/long/path/".repeat(20) + "last.c", name = "first_part_of_the_name_".repeat(12) + "the_end";
    const text = `cmd: long\nevents: Ir Dr D1mr Ir@base Dr@base D1mr@base\nfl=${long}\nfn=${name}\n1 1000000000 5 7 987654321 1 1\nfn=other\n2 123456789 8 9 1 1 1\nsummary: 1123456789 13 16 987654322 2 2\n`;
    for (const [report, profile] of [["whole", text.replaceAll(/ (Ir|Dr|D1mr)@base/g, "").replaceAll(/(\d+ \d+ \d+) \d+ \d+ \d+\n/g, "$1\n")], ["change", text]]) {
      const page = await open(browser, showText(`long-${report}`, profile), { viewport }, "#f0");
      // A column is all in the table's pane, or not at all.
      const cut = await page.evaluate(() => {
        const pane = document.getElementById("functions"), right = pane.getBoundingClientRect().left + pane.clientWidth;
        return [...document.querySelectorAll("#table thead th")].filter(th => th.className !== "text")
          .filter(th => th.getBoundingClientRect().left < right - 1 && th.getBoundingClientRect().right > right + 1).map(th => th.textContent);
      });
      assert.deepEqual(cut, [], report);
      assert.match(await page.locator("td.name", { hasText: "first" }).textContent(), /^first[^…]*…$/);
      assert.match(await page.locator(".icicle .function", { hasText: "first" }).textContent(), /^first[^…]*…$/);
      const select = page.locator("#files"), option = await page.locator("#files option:checked").textContent();
      assert.match(option, /last\.c$/);
      const room = await select.evaluate((node, shown) => {
        const canvas = document.createElement("canvas").getContext("2d");
        canvas.font = getComputedStyle(node).font;
        return node.clientWidth - canvas.measureText(shown).width;
      }, option);
      assert.ok(room > 30, `${room} pixels for the arrow`);
      await page.locator(".icicle .function", { hasText: "first" }).hover();
      const detail = page.locator("#detail");
      assert.match(await detail.textContent(), /Ir.*%/);
      assert.ok(await detail.evaluate(node => node.scrollWidth <= node.clientWidth), await detail.textContent());
      assert.deepEqual(page.complaints, []);
    }
  });

testReports("says what the chosen event counts, of what, and what is better", async (browser, path) => {
  const page = await open(browser, path);
  const words = page.locator("#event-words");
  assert.equal(await words.textContent(), "Ir instructions that were executed: less is better");
  await page.locator(".event", { hasText: "D1mr" }).click();
  assert.equal(await words.textContent(), "D1mr reads of data that was not in the level 1 cache, and came from the last level or memory, 0.0% of Dr: less is better");
  assert.equal(await page.locator(".event", { hasText: "Dr" }).first().getAttribute("title"), "reads of data: less is better");
  assert.equal(await page.getByRole("columnheader", { name: "cum. %" }).getByRole("button").getAttribute("title"), "the percentage of this row and of all larger ones");
  const diff = await open(browser, show("words.html", [], "diff.cgout"));
  assert.equal(await diff.locator("#event-words").textContent(), "Ir instructions that were executed: + is more than before, and worse");
  const causes = await open(browser, showText("causes", "cmd: causes\nevents: Dr D1mr D1mrCold D1mrConf DLmr@4M ILmr@Z\nfl=a.c\nfn=f\n1 9 4 1 3 2 1\nsummary: 9 4 1 3 2 1\n"));
  const titleOf = event => causes.locator(".event", { has: causes.locator(`b:text-is("${event}")`) }).getAttribute("title");
  assert.equal(await titleOf("D1mrConf"), "misses of lines that left because too many share a set, 75.0% of D1mr: less is better");
  assert.equal(await titleOf("DLmr@4M"), "reads that another last level would miss, 22.2% of Dr: less is better");
  assert.equal(await titleOf("ILmr@Z"), "");
  const own = await open(browser, showText("own", "cmd: own\nevents: MyEvent\nfl=a.c\nfn=f\n1 1\nsummary: 1\n"));
  assert.ok(!await own.locator("#event-words").isVisible());
});
