// SPDX-License-Identifier: GPL-2.0-or-later
// The annotated source: links, hot lines, columns, what is said where it is missing.
import assert from "node:assert/strict";
import { join } from "node:path";
import { cells, follow, goTo, inputs, names, open, show, showText, target, targetLine, test, testReports } from "./harness.mjs";

const choose = (page, name) => page.locator("#table a").getByText(name, { exact: true }).click();

test("links a function to its source line, and a line to its function", async page => {
  await choose(page, "main");
  assert.equal(await targetLine(page), "12");
  assert.equal(await target(page).locator(".t").textContent(), "        if (strcmp(i->word, word) == 0) {");
  assert.equal(await target(page).locator(".n").textContent(), "689,100");
  assert.equal(await target(page).locator(".p").textContent(), "14.7%");
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "main");

  await page.locator("#search").fill("getc");
  await target(page).locator(".n a").click(); // the address is this function's already
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "main");
  assert.equal(await page.locator("#search").inputValue(), "");
  await choose(page, "getc");
  await follow(page, () => page.goBack());
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "main");
  await follow(page, () => page.goForward());
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "getc");
});

test("goes from one hot line to the next", async page => {
  await goTo(page, "#f1");
  await page.locator("#next").click();
  const first = await targetLine(page);
  await page.locator("#previous").click();
  await page.locator("#previous").click();
  assert.equal(await targetLine(page), "11");
  assert.ok(Number(first) >= 12);
});

test("switches the event everywhere, and keeps the line", async page => {
  await goTo(page, "#f1");
  await page.locator(".event", { hasText: "D1mr" }).click();
  assert.equal(await page.locator(".event[aria-pressed=true] b").textContent(), "D1mr");
  assert.deepEqual(await page.locator("#table thead th").nth(1).textContent(), "D1mr");
  const { Function: name, D1mr: count, "%": share } = await cells(page, 0);
  assert.deepEqual([name, count, share], ["__strcmp_avx2", "197", "44.6%"]);
  assert.match(await page.locator("#detail").textContent(), /442 D1mr 100\.0%/);
  assert.match(await page.getByRole("treeitem").first().getAttribute("aria-label"), /D1mr/);
  assert.equal(await targetLine(page), "12");
  assert.equal(await page.locator(".source-head .n").textContent(), "D1mr");
});

test("shows the chosen events beside the source", async page => {
  await goTo(page, "#f1");
  assert.deepEqual(await page.locator(".source-head span").allTextContents(), ["Ir", "%", "Dr", "D1mr", "line"]);
  assert.deepEqual(await page.locator(".line[data-line='11']").locator(".n, .o").allTextContents(), ["346,249", "115,250", ""]);
  await page.locator("#columns summary").click();
  await page.getByRole("checkbox", { name: "Dr", exact: true }).uncheck();
  assert.deepEqual(await page.locator(".source-head span").allTextContents(), ["Ir", "%", "D1mr", "line"]);
  assert.ok(await page.getByRole("checkbox", { name: "Ir", exact: true }).isDisabled());
  await page.getByRole("button", { name: "As many as fit" }).click();
  assert.equal(await page.locator(".source-head .o").count(), 2);
});

test("says for as long as it is so that a source was not found, and what to do", async page => {
  const banner = page.locator("#banner");
  assert.ok(await banner.isHidden());
  await choose(page, "__strcmp_avx2");
  assert.match(await banner.textContent(), /^Source not found where the report was made: cg_show -I DIR looks for it in DIR too, --source-prefix=OLD=NEW below NEW\./);
  assert.match(await banner.textContent(), /Of 12 files here 10 were not found, with 77\.3% of Ir\.$/);
  assert.equal(await target(page).locator(".t").textContent(), "in __strcmp_avx2");
  await page.evaluate(() => { document.getElementById("source").scrollTop = 400; });
  assert.ok(await banner.isVisible());
  await page.locator("#table a").getByText("???", { exact: true }).click();
  assert.match(await banner.textContent(), /compiled without -g/);
  await choose(page, "main");
  assert.ok(await banner.isHidden());
});

testReports("begins with the costliest file that is not of the system", async browser => {
  const own = join(inputs, "src/v1");
  const file = (name, count) => `fl=${name}\nfn=f${count}\n12 ${count}\n`;
  const first = async (name, ...files) => {
    const path = showText(name, `cmd: x\nevents: Ir\n${files.join("")}summary: 600\n`, [`--source-prefix=/usr/include/c++/12=${own}`, `--source-prefix=/home/me=${own}`]);
    const page = await open(browser, path);
    assert.deepEqual(page.complaints, []);
    return [await page.locator("#files option:checked").getAttribute("title"), await page.locator("#files option").count(), (await names(page))[0]];
  };
  assert.deepEqual(await first("own", file("/usr/include/c++/12/list.h", 300), file("/home/me/missing.c", 200), file("/home/me/words.c", 100)),
    ["/home/me/words.c", 3, "f300"]);
  assert.equal((await first("of-system", file("/usr/include/c++/12/words.c", 100), file("/usr/include/c++/12/list.h", 300), file("/home/me/missing.c", 200)))[0],
    "/usr/include/c++/12/list.h");
});

testReports("--no-source leaves the sources out", async browser => {
  const page = await open(browser, show("bare.html", ["--no-source"], "v1.cgout"), {}, "#f1");
  assert.match(await page.locator("#banner").textContent(), /^Made without sources/);
  assert.equal(await targetLine(page), "12");
  assert.equal(await target(page).locator(".t").textContent(), "in main");
  assert.ok(!(await page.content()).includes("strcmp(i->word"));
});

testReports("says of a file that holds little that it is not here", async browser => {
  const page = await open(browser, show("min.html", ["--min=50"], "v1.cgout"));
  await choose(page, "main");
  assert.match(await page.locator("#source").textContent(), /^src\/v1\/list\.h:12 is not on this page.* cg_show --min=0 keeps/);
  await choose(page, "__strcmp_avx2");
  assert.equal(await target(page).locator(".t").textContent(), "in __strcmp_avx2");
  assert.deepEqual(page.complaints, []);
});

testReports("an empty profile is shown too", async browser => {
  const page = await open(browser, showText("empty", "cmd: nothing\nevents: Ir\nsummary: 0\n"));
  assert.equal(await page.locator("#matches").textContent(), "0 functions");
  assert.match(await page.locator("#source").textContent(), /no source/);
  assert.deepEqual(page.complaints, []);
});
