// SPDX-License-Identifier: GPL-2.0-or-later
// Differences: own changes, shares of the base, colours, and what was not kept.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { violations } from "./access.mjs";
import { box, cells, head, hrefOf, inputs, names, open, show, showText, target, targetLine, testReports, work } from "./harness.mjs";

testReports("of a difference shows each function's own change and its share of the base", async browser => {
  const page = await open(browser, show("diff.html", [], "diff.cgout"), {}, "#f0");
  assert.deepEqual(await page.locator(".event").first().locator("b, span, i").allTextContents(), ["Ir", "+303,455", "+6.5%"]);
  assert.match(await page.locator(".event small").first().textContent(), /^[\d,]+ → [\d,]+$/);
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

testReports("tells a function that is new from an event that was 0", async browser => {
  const page = await open(browser, showText("from0", "cmd: from0\nevents: D1mr D1mr@base Ir Ir@base\nfl=a.c\n" +
    "fn=begins\n1 40 0 5 1000\nfn=new\n2 30 0 9 0\nfn=ends\n3 -20 20 5 1000\nfn=gone\n4 -10 10 -9 9\nsummary: 40 30 10 2009\n"));
  const changes = await page.locator("#table tbody tr[data-position] td:nth-child(3)").allTextContents();
  assert.deepEqual(changes, ["from 0", "new", "to 0", "gone"]);
});

testReports("notes that a difference has no lines", async browser => {
  const page = await open(browser, showText("nolines", "cmd: nolines\nevents: Ir Ir@base\nfl=a.c\nfn=f\n0 5 100\nsummary: 5 100\n"));
  assert.equal(await page.locator("#banner").textContent(), "This difference has no lines: cg_diff --lines keeps them.");
  const kept = await open(browser, show("lines.html", [], "diff.cgout"));
  assert.doesNotMatch(await kept.locator("#banner").textContent(), /no lines/);
});

// Both versions of the program, with the files of both under one name.
const versions = (name, options = []) => {
  const path = join(work, name);
  execFileSync(join(process.env.BIN, "cg_show"), ["--mod-filename=s/v[12]/vN/", ...options, "-o", path, "v1.cgout", "v2.cgout"], { cwd: inputs });
  return path;
};
const lines = page => page.locator(".source .line").evaluateAll(all => all.filter(line => line.matches(".added, .removed"))
  .map(line => `${line.querySelector(".l").textContent}: ${line.querySelector(".n").textContent}`));

testReports("two profiles are one page: before, after, and the change of each function and line", async browser => {
  const page = await open(browser, versions("two.html"), { viewport: { width: 1920, height: 1080 } });
  assert.equal(await page.title(), "./words-v1; ./words-v2");
  assert.equal(await page.locator("#about").textContent(), "v1.cgout → v2.cgout");
  const { Function: name, Ir: change, before, after } = await cells(page, 0);
  assert.deepEqual([name, change, before, after], ["main", "+165,752", "1,062,296", "1,228,048"]);
  assert.deepEqual((await page.locator(".source-head span").allTextContents()).slice(0, 5), ["Ir", "change", "% base", "before", "after"]);
  assert.deepEqual(await page.locator(".line[data-line='12']").locator(".n, .o").allTextContents(), ["+30,199", "689,100", "719,299", ""]);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
  const other = await open(browser, versions("ref.html", ["--ref=2"]));
  assert.equal((await cells(other, 0)).Ir, "-165,752");
  assert.equal(await other.locator("#about").textContent(), "v2.cgout → v1.cgout");
});

testReports("a difference opens at the first line that changed, with removed lines where they were", async browser => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(browser, versions("changes.html"), { colorScheme });
    assert.match(await page.locator("#files option:checked").textContent(), /list\.h$/);
    assert.equal(await targetLine(page), "-10");
    assert.equal(await target(page).locator(".t").textContent(), "    struct item *i;");
    assert.deepEqual(await lines(page), ["− 10: ", "− 11: -346,249", "+ 10: ", "+ 11: +481,299", "+ 14: +200", "+ 15: +200", "+ 16: +100"]);
    assert.deepEqual(await violations(page), [], colorScheme);
    assert.deepEqual(page.complaints, []);
  }
  const page = await open(browser, versions("changes.html"));
  // A click on a function goes to its changed lines, not to its hottest.
  await page.locator("#table a").getByText("main", { exact: true }).click();
  assert.equal(await targetLine(page), "-11");
  await page.locator("#next").click();
  assert.equal(await targetLine(page), "11");
  await page.locator("#previous").click();
  await page.waitForURL(/s\d+:-11/);
  const again = await open(browser, (await hrefOf(page)).replace("file://", ""));
  assert.equal(await targetLine(again), "-11");
  // Without another text, at the first line with a large part of the change.
  const same = await open(browser, showText("same", "cmd: same\nevents: Ir Ir@base\nfl=a.c\nfn=f\n3 1 90\n5 400 1000\n7 900 1000\nsummary: 1301 2090\n"));
  assert.equal(await targetLine(same), "5");
  assert.deepEqual(page.complaints, []);
});

testReports("the sources of both versions may be below two directories", async browser => {
  const old = join(work, "old"), later = join(work, "later");
  for (const [dir, version] of [[old, "v1"], [later, "v2"]]) cpSync(join(inputs, "src", version), join(dir, "src/vN"), { recursive: true });
  for (const version of ["v1", "v2"])
    execFileSync("sh", ["-c", `sed 's:src/v[12]/:src/vN/:' ${join(inputs, version)}.cgout > ${join(work, version)}.vN`]);
  const make = options => execFileSync(join(process.env.BIN, "cg_show"), [...options, "-o", "dirs.html", "v1.vN", "v2.vN"], { cwd: work });
  make(["--source-a=old", "--source-b=later"]);
  const page = await open(browser, join(work, "dirs.html"));
  assert.equal((await lines(page))[1], "− 11: -346,249");
  make(["-I", "later"]); // one text: lines are compared by their numbers
  const one = await open(browser, join(work, "dirs.html"));
  assert.deepEqual(await lines(one), []);
  assert.equal(await one.locator(".line[data-line='11'] .n").textContent(), "+135,050");
  assert.deepEqual([...page.complaints, ...one.complaints], []);
});

testReports("says that a source is newer than the profile", async browser => {
  writeFileSync(join(work, "new.c"), "int a;\n");
  const make = seconds => {
    utimesSync(join(work, "new.c"), 1e9 + seconds, 1e9 + seconds);
    writeFileSync(join(work, "newer.cgout"), "cmd: newer\nevents: Ir\nfl=new.c\nfn=f\n1 5\nsummary: 5\n");
    utimesSync(join(work, "newer.cgout"), 1e9, 1e9);
    return show(`newer${seconds}.html`, [], "newer.cgout", work);
  };
  const page = await open(browser, make(3600));
  assert.match(await page.locator("#banner").textContent(), /^This source is newer than the profile/);
  for (const seconds of [-3600, 30]) { // a checkout writes both, in any order
    const other = await open(browser, make(seconds));
    assert.ok(!await other.locator("#banner").isVisible(), String(seconds));
  }
});
