// SPDX-License-Identifier: GPL-2.0-or-later
// The table: columns, order, groups, search, the files of a function.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cells, drawn, head, here, matches, names, open, rows, show, showText, target, targetLine, test, testReports, until } from "./harness.mjs";

test("shows totals, functions and the source of the hottest file", async page => {
  assert.equal(await page.title(), "./words-v1");
  assert.deepEqual(await page.locator(".event span").allTextContents(), ["4,682,809", "906,679", "442"]);
  assert.deepEqual(await cells(page, 0), { Function: "__strcmp_avx2", Ir: "3,074,563", "%": "65.7%", "cum. %": "65.7%",
    File: "sysdeps/x86_64/multiarch/strcmp-avx2.S", Dr: "574,250", D1mr: "197" });
  assert.equal((await cells(page, 1))["cum. %"], "88.3%");
  assert.equal(await matches(page), "10 functions");
  assert.match(await page.locator("#files option").first().textContent(), /^65\.7% /);
});

test("sorts by any column, both ways", async page => {
  const first = async () => (await names(page))[0];
  await head(page, "Function").click();
  assert.equal(await first(), "???");
  assert.equal(await page.locator("th[aria-sort]").textContent(), "Function");
  assert.equal(await page.locator("th[aria-sort]").getAttribute("aria-sort"), "ascending");
  assert.equal((await cells(page, 0))["cum. %"], "94.8%"); // it and the greater ones
  await head(page, "Function").click();
  assert.equal(await first(), "main");
  await head(page, "D1mr").click();
  assert.deepEqual([(await names(page))[1], (await cells(page, 1)).D1mr], ["do_lookup_x", "159"]);
  await head(page, "Ir").click();
  assert.equal(await first(), "__strcmp_avx2");
  await head(page, "Ir").click();
  assert.equal(await page.locator("th[aria-sort]").getAttribute("aria-sort"), "ascending");
});

test("searches words and expressions in functions and files, and sums up", async page => {
  const search = async text => { await page.locator("#search").fill(text); return matches(page); };
  assert.equal(await search("STRC"), "2 of 10 functions: 3,096,163 Ir, 66.1%");
  assert.deepEqual(await page.locator("td.name mark").allTextContents(), ["strc", "strc"]);
  assert.match(await search("avx2 MULTIARCH strcmp"), /^1 of 10 /);
  assert.match(await search("/^_.*avx2$/"), /^2 of 10 /);
  assert.match(await search("/^_(io|int)_/ malloc"), /^1 of 10 /);
  assert.deepEqual(await names(page), ["_int_malloc"]);
  assert.match(await search('"int m"'), /^0 of 10 functions: 0 Ir, 0\.0%$/);
  assert.match(await search("list.h"), /^1 of 10 /);
  assert.deepEqual(await names(page), ["main"]);
  assert.match(await search("/(/"), /^not a regular expression: /);
  assert.equal(await page.locator("#search").getAttribute("aria-invalid"), "true");
  assert.match(await search("(nothing) [like it"), /^0 of 10 /);
  assert.equal(await rows(page).count(), 0);
});

test("searches the lines of the sources too, and goes from one to the next", async page => {
  const lines = page.locator("#in-sources");
  assert.ok(!await lines.isVisible());
  await page.locator("#search").fill("strcmp word");
  assert.equal(await matches(page), "0 of 10 functions: 0 Ir, 0.0%");
  await lines.waitFor();
  assert.match(await lines.textContent(), /^1 line of 1 source/);
  await page.locator("#search").press("Enter");
  assert.equal(await targetLine(page), "12");
  assert.deepEqual(await target(page).locator("mark").allTextContents(), ["strcmp", "word", "word"]);
  await page.locator("#search").fill("/return\\b/");
  await lines.click(); // at once
  const seen = [], number = Number((await lines.textContent()).match(/^\d+/)[0]);
  for (let i = 0; i <= number; ++i) {
    assert.equal(await target(page).locator("mark").first().textContent(), "return");
    seen.push((await page.locator("#files").inputValue()) + ":" + await targetLine(page));
    await lines.click();
  }
  assert.equal(new Set(seen).size, number);
  assert.equal(seen[number], seen[0]);
  await page.locator("#search").fill("");
  await lines.waitFor({ state: "hidden" });
  assert.equal(await page.locator(".source mark").count(), 0);
});

testReports("shows in which column the search found a row, even if the text is left out there", async browser => {
  const name = `f(${"int, ".repeat(60)}needle)`, path = `/needle/${"long/".repeat(60)}a.c`;
  const page = await open(browser, showText("columns", `cmd: columns\nevents: Ir\nfl=${path}\nfn=g\n1 5\nfl=b.c\nfn=${name}\n1 3\nfn=h\n2 1\nsummary: 9\n`));
  await page.locator("#search").fill("needle");
  const hits = await rows(page).evaluateAll(all => all.map(row => [...row.cells].filter(td => td.matches(".hit")).map(td => td.className + " " + td.querySelector("mark").textContent)));
  assert.deepEqual(hits, [["file hit …"], ["name hit …"]]);
});

test("marks what is found in the picture, and Enter opens the first", async page => {
  await page.locator("#search").fill("main list.h");
  assert.deepEqual(await page.locator(".icicle .found.function").allTextContents(), ["main"]);
  assert.match(await page.locator(".icicle .missed").first().getAttribute("aria-label"), /^sysdeps/);
  await page.locator("#search").press("Enter");
  assert.equal(await targetLine(page), "12");
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "main");
  await page.locator("#search").fill("");
  assert.equal(await page.locator(".icicle .found, .icicle .missed").count(), 0);
});

test("groups by function, file or directory", async page => {
  await page.locator("#by").selectOption("file");
  assert.equal(await matches(page), "12 files");
  assert.deepEqual(await cells(page, 1), { File: "src/v1/list.h", Ir: "1,042,754", "%": "22.3%", "cum. %": "87.9%", Dr: "116,151", D1mr: "29" });
  await page.locator("#table a").getByText("src/v1/words.c").click();
  assert.match(await page.locator("#files option:checked").textContent(), /words\.c$/);
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "src/v1/words.c");
  await page.locator("#by").selectOption("directory");
  assert.deepEqual((await cells(page, 1)).Directory, "src/v1");
  assert.equal((await cells(page, 1)).Ir, "1,062,296");
  await page.locator("#table a").getByText("src/v1").click(); // its files
  assert.deepEqual((await names(page)).sort(), ["src/v1/list.h", "src/v1/words.c"]);
  assert.equal(await page.locator("#by option").count(), 3); // libraries are not known
});

testReports("groups by library, and shows the functions of one", async browser => {
  const calls = (object, file, name, count) => [`cob=${object}`, `cfi=${file}`, `cfn=${name}`, "calls=1 1", `2 ${count}`];
  const path = showText("libraries", ["# callgrind format", "version: 1", "creator: callgrind-3.19", "cmd: p", "positions: line", "events: Ir",
    "ob=/opt/prog", "fl=a.c", "fn=main", "1 30", ...calls("/lib/libc.so.6", "s.c", "sort", 80),
    "ob=/lib/libc.so.6", "fl=s.c", "fn=sort", "1 60", ...calls("/opt/prog", "a.c", "compare", 20),
    "ob=/opt/prog", "fl=a.c", "fn=compare", "9 20", "totals: 110", ""].join("\n"));
  const page = await open(browser, path);
  await page.locator("#by").selectOption("library");
  assert.equal(await matches(page), "2 libraries");
  assert.deepEqual(await names(page), ["/lib/libc.so.6", "/opt/prog"]);
  assert.equal((await cells(page, 1)).Ir, "50");
  await page.locator("#table a").getByText("/opt/prog").click();
  assert.equal(await page.locator("#by").inputValue(), "function");
  assert.deepEqual(await names(page), ["main", "compare"]);
  await page.locator("#search").fill("library:libc");
  assert.deepEqual(await names(page), ["sort"]);
  await page.locator("#search").fill("library:prog comp");
  assert.deepEqual(await names(page), ["compare"]);
  await page.locator("#by").selectOption("library");
  assert.deepEqual(await names(page), []);
  await page.locator("#search").fill("libc");
  assert.deepEqual(await names(page), ["/lib/libc.so.6"]);
});

test("opens the files of a function", async page => {
  const row = rows(page).filter({ has: page.getByText("main", { exact: true }) });
  const openFiles = async () => {
    await row.getByRole("button", { name: "+1" }).click();
    await until(page, "dialog[open]");
  };
  await openFiles();
  const dialog = page.getByRole("dialog");
  assert.deepEqual(await dialog.locator("tbody td").allTextContents(),
    ["1,042,754", "98.2%", "src/v1/list.h:12", "19,542", "1.8%", "src/v1/words.c:15"]);
  await dialog.getByRole("link", { name: "src/v1/words.c:15" }).click();
  assert.equal(await page.locator("dialog[open]").count(), 0);
  assert.match(await page.locator("#files option:checked").textContent(), /words\.c$/);
  assert.equal(await targetLine(page), "15");
  await openFiles();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
});

testReports("names keep their last component at any width, as in lib/text/function_name", async browser => {
  const named = readFileSync(join(here, "../names/functions"), "utf8").split("\n").filter(line => line && line[0] !== "#").map(line => line.split(" | "));
  const path = showText("names", ["cmd: names", "events: Ir", "fl=a.cpp", ...named.flatMap(([name], i) => [`fn=${name}`, `${i + 1} ${1000 - i}`]),
    `summary: ${named.reduce((sum, _, i) => sum + 1000 - i, 0)}`, ""].join("\n"));
  const page = await open(browser, path);
  const wrong = await page.evaluate(all => all.flatMap(([name, component]) => {
    const bad = [];
    for (let letters = 3; letters <= name.length; ++letters)
      for (const shown of [fitName(name, letters), boxName(name, true, letters)])
        if (shown.length > letters || !(letters >= component.length ? shown.includes(component) : shown === component.slice(0, letters - 1) + "…"))
          bad.push([name, letters, shown]);
    return bad;
  }), named);
  assert.deepEqual(wrong, []);
  const push_back = named[0][0];
  assert.deepEqual(await page.evaluate(name => [40, 25, 12].map(letters => fitName(name, letters)), push_back),
    ["std::vector<…>::push_back(…)", "std::vector<…>::push_back", "…push_back"]);
  const first = rows(page).first().locator("td.name");
  assert.equal(await first.getAttribute("title"), push_back);
  assert.match(await first.textContent(), /push_back/);
  await page.getByRole("checkbox", { name: "Short names" }).check();
  assert.equal(await first.textContent(), "std::vector<…>::push_back(…)");
  // A picture in SVG has the same labels, also after its script drew them.
  const svg = await open(browser, show("names.svg", ["--min=0"], path.replace(/html$/, "cgout")));
  const labels = await svg.evaluate(() => boxes.filter(box => box.group.dataset.cuts !== undefined)
    .map(box => [box.group.dataset.name, box.text.textContent, cutName(box.group.dataset.name, box.group.dataset.cuts.split(" ").map(Number), 26)]));
  assert.equal(labels.length, named.length);
  assert.equal(labels.find(([name]) => name === push_back)[2], "std::vector<…>::push_back");
});

testReports("twenty thousand functions: only those in view are drawn", async browser => {
  const lines = ["cmd: large", "events: Ir Dr"];
  let total = 0;
  for (let file = 0; file < 200; ++file) {
    lines.push(`fl=/src/module${file % 20}/file${file}.c`);
    for (let fn = 0; fn < 100; ++fn) {
      lines.push(`fn=function_${file * 100 + fn}`, `${fn + 1} ${20000 - file * 100 - fn} 1`);
      total += 20000 - file * 100 - fn;
    }
  }
  const page = await open(browser, showText("large", [...lines, `summary: ${total} 20000`, ""].join("\n")));
  assert.equal(await matches(page), "20,000 functions");
  const count = () => page.evaluate(() => document.querySelectorAll("#table tbody tr").length);
  assert.ok(await count() < 100, `${await count()} rows`);
  assert.equal((await names(page))[0], "function_0");
  for (const part of [0.25, 0.5, 1]) {
    await page.evaluate(share => {
      const place = document.getElementById("functions");
      place.scrollTop = place.scrollHeight * share;
    }, part);
    await drawn(page);
    assert.ok(await count() < 100, `${await count()} rows`);
  }
  assert.equal((await names(page)).at(-1), "function_19999");
  await page.locator("#search").fill("function_1234");
  assert.match(await matches(page), /^11 of 20,000 functions: 95,321 Ir, /);
  await head(page, "Function").click();
  assert.equal((await names(page))[10], "function_12349");
  assert.ok(await page.getByRole("treeitem").count() < 2000);
  assert.deepEqual(page.complaints, []);
});

testReports("counts past 2^53 are exact", async browser => {
  const page = await open(browser, showText("huge",
    "cmd: huge\nevents: Ir\nfl=a.c\nfn=f\n1 9007199254740993\nfn=g\n2 3\nsummary: 9007199254740996\n"));
  assert.equal(await page.locator(".event span").textContent(), "9,007,199,254,740,996");
  assert.equal((await cells(page, 0)).Ir, "9,007,199,254,740,993");
  await page.locator("#search").fill("a.c");
  assert.equal(await matches(page), "2 functions: 9,007,199,254,740,996 Ir, 100.0%");
  const diff = await open(browser, showText("hugediff",
    "cmd: huge\nevents: Ir Ir@base\nfl=a.c\nfn=f\n1 2 9007199254740993\nsummary: 2 9007199254740993\n"));
  const { before, after } = await cells(diff, 0);
  assert.deepEqual([before, after], ["9,007,199,254,740,993", "9,007,199,254,740,995"]);
});

testReports("--top says how many are left out", async browser => {
  const page = await open(browser, show("top.html", ["--top=3"], "v1.cgout"));
  assert.equal(await matches(page), "3 functions (7 smaller ones left out)");
  assert.equal(await target(page).count(), 1);
  assert.deepEqual(page.complaints, []);
});
