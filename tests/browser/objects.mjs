// SPDX-License-Identifier: GPL-2.0-or-later
// Data objects: from an object to the lines that miss on it, and back; the map of its bytes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawn, follow, hrefOf, open, showText, target, testReports, work } from "./harness.mjs";
import { violations } from "./access.mjs";
import { windows } from "./layout.mjs";

// 1,000 particles of 64 bytes: weigh() reads 8 bytes of each at offset 56; a table of 4 kB is read in
// both functions; 60 misses on the stack.
const head = ["desc: I1 cache: 32768 B, 64 B, 8-way associative", "desc: D1 cache: 32768 B, 64 B, 8-way associative",
  "desc: LL cache: 8388608 B, 64 B, 16-way associative", "cmd: particles"];
const events = "events: Ir D1mr DLmr D1mw DLmw AcCost1 SpLoss1 AcCost2 SpLoss2";
const rows = ["fl=src/particles.c", "fn=weigh", "12 9000 1000 500 0 0 1000000 56000 0 0", "13 900 40 0 0 0 4000 0 0 0", "fn=make", "30 5000 24 0 60 0 8000 100 0 0"];
const total = "summary: 14900 1064 500 60 0 1012000 56100 0 0";
const section = ["#data 1 word=4 line=64 over_live=3 allocators=2 stale=0", "#data-events: D1mr DLmr D1mw DLmw Lines1 AcCost1 SpLoss1 Uses1",
  "#fl=/usr/include/c++/12/bits/new_allocator.h", "#fn=std::__new_allocator<Particle>::allocate(unsigned long)", "#fl=src/particles.c", "#fn=main", "#place 0 3",
  "#fl=/usr/include/c++/12/bits/new_allocator.h", "#fn=std::__new_allocator<Particle>::allocate(unsigned long)", "#place 1 137",
  "#data-object heap 2 1 64000 64000 64000 64",
  ...Array.from({ length: 14 }, (_, i) => `#field ${4 * i} 4000 0 0`), "#field 56 4000 4000 900", "#field 60 4000 4000 100",
  "#ob=/bin/particles", "#data-object static 0 1 4096 4096 4096 0 table", "#fl=src/particles.c", "#fn=make", "#place 0 0", "#data-object stack 3 0 0 0 0 0",
  "#fn=weigh", "#cell 1 12 1000 500 0 0 1000 1000000 56000 1000", "#cell 2 13 40 0 0 0 40 4000 0 400", "#fn=make", "#cell 2 30 24 0 0 0 24 2000 50 100", "#cell 3 30 0 0 60 0 60 6000 50 60"];
const profile = [...head, events, ...rows, ...section, total, ""].join("\n");
const source = Array.from({ length: 40 }, (_, i) => `/* line ${i + 1} */`).join("\n");

const button = page => page.locator("#show-objects");
const list = page => page.locator("#objects tbody tr").evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent).join(" | ")));
const words = page => page.locator("#objects .words").allTextContents();
const titles = page => page.locator("#objects tbody a").allTextContents();
const name = "…__new_allocator<…>::allocate ‹ main (particles.c:3)";
const short = "…__new_allocator<…>::allocate ‹ main"; // where there is little room
const first = ["1,000 | 500 | 56.0 kB | 88 % | 64.0 kB | " + short, "64 | 0 | 50 B | 1.2 % | 4.1 kB | table in particles", "60 | 0 | 50 B | 1.3 % |  | stack of make"];

testReports("data objects: the list, in words and by another column", async browser => {
  const page = await open(browser, showText("objects", profile));
  await button(page).click();
  assert.ok(await page.locator("#table-pane").isHidden() && await page.locator("#source").isVisible());
  assert.deepEqual(await words(page), ["Whole program: 1,124 D1 misses; of 71.9 kB that were loaded, 78 % were never touched.",
    "3 blocks began over live ones: the program has a pool, whose frees were not seen. Valgrind's --data-alloc names its functions."]);
  assert.deepEqual(await list(page), first);
  await page.locator("#objects th button").getByText("never touched").click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "never touched");
  assert.deepEqual(await list(page), first);
  await page.locator("#hide-objects").click();
  assert.ok(await page.locator("#table-pane").isVisible() && await page.locator("#objects-pane").isHidden());
  assert.deepEqual(page.complaints, []);
});

testReports("data objects: from one to its lines, and from a line and a function to theirs", async browser => {
  writeFileSync(join(work, "particles.c"), source);
  const page = await open(browser, showText("objects-source", profile.replaceAll("src/particles.c", join(work, "particles.c"))));
  await button(page).click();
  await page.locator("#objects a").getByText("table in").click();
  assert.deepEqual(await list(page), ["40 | 63 % | 0 | 0 B | particles.c:13 weigh", "24 | 38 % | 0 | 50 B | particles.c:30 make"]);
  await page.locator("#objects a").getByText("particles.c:30").click();
  assert.equal(await target(page).getAttribute("data-line"), "30");
  assert.equal(await page.locator("#objects tr.same-line").count(), 1);
  // From the line that is shown now.
  await page.locator('#source .line[data-line="30"] .t').click();
  assert.deepEqual(await titles(page), ["stack of make", "table in particles"]);
  assert.equal((await words(page))[0], "particles.c:30: 84 D1 misses; of 5.4 kB that were loaded, 1.9 % were never touched.");
  await page.getByRole("button", { name: "Whole program" }).click();
  assert.equal((await titles(page)).length, 3);
  // A function of the table.
  await page.locator("#hide-objects").click();
  await page.locator("#table a").getByText("weigh", { exact: true }).click();
  await button(page).click();
  await page.getByRole("button", { name: "weigh" }).click();
  assert.deepEqual(await titles(page), [short, "table in particles"]);
  // A line that misses on nothing.
  await page.locator('#source .line[data-line="14"] .t').click();
  assert.deepEqual(await words(page), ["particles.c:14: no data missed here."]);
  assert.deepEqual(page.complaints, []);
});

testReports("data objects: the map of a struct's bytes, in words, as boxes and as a table", async browser => {
  const page = await open(browser, showText("objects", profile), {}, "#object=0");
  assert.equal(await page.locator("#objects h3").textContent(), name);
  assert.deepEqual((await words(page)).slice(0, 3), ["1,000 D1 misses, 89 % of all; 1 block of 64,000 bytes (1,000 times 64), at most 64.0 kB of them live.",
    "88 % of what was loaded of these 64 bytes was never touched. Bytes 0 to 55 never were. 90 % of its misses begin at bytes 56 to 59.",
    "Lines loaded for it: 64.0 kB; 88 % of that was never touched, neighbours in the lines included."]);
  const heights = await page.locator("#objects .map .box").evaluateAll(boxes => boxes.map(box => ["touched", "unused", "missed"].map(part => box.querySelector("." + part).style.height)));
  assert.equal(heights.length, 16);
  assert.deepEqual([heights[0], heights[14], heights[15]], [["0%", "100%", "0%"], ["100%", "0%", "100%"], ["100%", "0%", "11.1%"]]);
  assert.match(await page.locator("#objects .map").getAttribute("aria-label"), /^Map of 64 bytes: 88 %/);
  await page.locator("#objects summary").click();
  assert.equal((await list(page))[14], "+56 | 4,000 | 4,000 | 100 % | 900");
  assert.match(await page.locator("#objects .path-of-calls").textContent(), /^Allocated by …__new_allocator<…>::allocate \(new_allocator\.h:137\) ‹ main \(particles\.c:3\)$/);
  assert.deepEqual(page.complaints, []);
});

testReports("data objects: members of a struct below the map", async browser => {
  const program = join(work, "particles"), code = join(work, "struct.c");
  writeFileSync(code, "struct Particle { double at[3], speed[3]; int id, kind; double mass; } one; int main(void) { return one.id; }\n");
  execFileSync("gcc", ["-g", "-o", program, code]);
  const page = await open(browser, showText("objects-struct", profile.replace("cmd: particles", `cmd: ${program}`), ["--struct=Particle"]), {}, "#object=0");
  assert.deepEqual(await page.locator("#objects .members span").allTextContents(), ["at", "speed", "id", "kind", "mass"]);
  assert.deepEqual((await list(page)).slice(0, 5), ["+0 | 24,000 | 0 | 0 % | 0 | at double[3]", "+24 | 24,000 | 0 | 0 % | 0 | speed double[3]",
    "+48 | 4,000 | 0 | 0 % | 0 | id int", "+52 | 4,000 | 0 | 0 % | 0 | kind int", "+56 | 8,000 | 8,000 | 100 % | 1,000 | mass double"]);
  assert.match((await words(page))[1], /Bytes 0 to 55 \(at to kind\) never were\./);
  assert.deepEqual(page.complaints, []);
});

testReports("data objects: without cache use, misses only; without data, nothing of it", async browser => {
  const misses = profile.replace(/^#data-events.*$/m, "#data-events: D1mr DLmr D1mw DLmw").replaceAll(/^(#cell(?: \d+){6}).*$/gm, "$1").replaceAll(/^(#field \d+) \d+ \d+/gm, "$1 0 0");
  const page = await open(browser, showText("objects-misses", misses), {}, "#object=0");
  assert.deepEqual((await words(page)).slice(1, 2), ["90 % of its misses begin at bytes 56 to 59."]);
  assert.equal(await page.locator("#objects .map .unused").count(), 0);
  const without = await open(browser, showText("objects-none", profile.replaceAll(/^#.*\n/gm, "")), {}, "#object=0&of=line");
  assert.equal(await without.locator("#show-objects, #objects").count(), 0);
  assert.ok(await without.locator("#table-pane").isVisible());
  assert.deepEqual([...page.complaints, ...without.complaints], []);
});

testReports("data objects: of a difference, changes without a map", async browser => {
  const negative = text => text.replace("cmd: ", "desc: Files compared:   a; b\ncmd: ").replace(/^(#cell \d+ 12) /m, "$1 -").replace("12 9000 1000 ", "12 9000 -1000 ").replace("14900 1064 ", "14900 -936 ");
  const page = await open(browser, showText("objects-change", negative(profile)));
  await button(page).click();
  assert.match((await list(page))[0], /^-1,000 \| \+500 \| \+56\.0 kB \| \+64\.0 kB \| /);
  await page.locator("#objects a").getByText(short).click();
  assert.deepEqual((await words(page)).slice(0, 1), ["-1,000 D1 misses, +1 block."]);
  assert.equal(await page.locator("#objects .map").count(), 0);
  assert.deepEqual(page.complaints, []);
});

testReports("data objects: an object that is not there is the list", async browser => {
  const page = await open(browser, showText("objects", profile), {}, "#object=77&of=line");
  assert.equal((await titles(page)).length, 3);
  assert.deepEqual(page.complaints, []);
});

for (const viewport of windows)
  for (const colorScheme of ["light", "dark"])
    testReports(`${viewport.width} pixels, ${colorScheme}: data objects: the address restores them, axe-core finds no violation`, async browser => {
      const page = await open(browser, showText("objects", profile), { viewport, colorScheme });
      await button(page).click();
      assert.deepEqual(await violations(page), []);
      await page.locator("#objects a").getByText(short).click();
      await drawn(page);
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      for (const box of await page.locator("#source-pane .bar button:visible").all()) {
        const { x, width } = await box.boundingBox();
        assert.ok(x >= 0 && x + width <= viewport.width, await box.textContent());
      }
      const other = await open(browser, showText("objects", profile), { viewport, colorScheme }, new URL(await hrefOf(page)).hash);
      assert.equal(await other.locator("#objects").textContent(), await page.locator("#objects").textContent());
      await follow(page, () => page.goBack());
      assert.equal((await titles(page)).length, 3);
      assert.deepEqual([...page.complaints, ...other.complaints], []);
    });
