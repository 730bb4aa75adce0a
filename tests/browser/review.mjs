// SPDX-License-Identifier: GPL-2.0-or-later
// The review that the page of two profiles begins with: gates, functions, lines of both sources, and
// links to it from elsewhere.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { violations } from "./access.mjs";
import { inputs, open, showText, targetLine, testReports, work } from "./harness.mjs";

// The page of both versions of the program, and how cg_show ended.
function review(name, options = []) {
  const path = join(work, name);
  const { status, stderr } = spawnSync(join(process.env.BIN, "cg_show"),
    ["--mod-filename=s/v[12]/vN/", ...options, "-o", path, "v1.cgout", "v2.cgout"], { cwd: inputs, encoding: "utf8" });
  return { path, status, stderr };
}
const shown = page => page.locator("#review").innerText();

testReports("the page of two profiles begins with what grew, and the lines of both sources", async browser => {
  for (const [width, height, colorScheme] of [[1280, 800, "light"], [390, 844, "dark"]]) {
    const page = await open(browser, review("review.html").path, { viewport: { width, height }, colorScheme });
    assert.equal(await page.locator("#view").inputValue(), "review");
    assert.match(await shown(page), /^3 functions grew, by \+303,455 Ir\n/);
    // As gates and the table have it.
    assert.match(await page.locator(".grown").first().innerText(), /^main \+165,752 \+15\.6% from 1,062,296 to 1,228,048$/);
    // The line that grew most, below the one that it replaced.
    const changed = await page.locator(".reviewed").evaluateAll(all => all.map(line => [line.className, line.textContent]));
    const at = changed.findIndex(([, text]) => /list\.h:11 \+/.test(text));
    assert.match(changed[at + 1][1], /^− /);
    assert.ok(changed[at + 1][0].includes("removed"));
    assert.ok(changed.slice(at).some(([name, text]) => name.includes("added") && text.startsWith("+ ")));
    await page.locator(".reviewed a").getByText(/list\.h:11$/).first().click();
    assert.equal(await targetLine(page), "11");
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(page.complaints, []);
    await page.emulateMedia({ media: "print" });
    assert.deepEqual(await page.locator("#review").evaluate(all => [getComputedStyle(all.parentElement).overflowY, getComputedStyle(document.body).backgroundColor]),
      ["visible", "rgb(246, 247, 249)"]);
  }
});

testReports("a review has the gate's words, and cg_show the gate's status", async browser => {
  const passed = review("passed.html", ["--fail-if=Ir > 50%"]);
  assert.equal(passed.status, 0, passed.stderr);
  assert.match(await shown(await open(browser, passed.path)), /^✓ Ir > 50% does not hold: the gate passes\n/);
  const { path, status, stderr } = review("failed.html", ["--fail-if=Ir > 1%", "--fail-if=function Ir > 1000%"]);
  assert.equal(status, 3);
  const page = await open(browser, path), first = page.locator("#review details").first();
  assert.match(await first.innerText(), /^✗ Ir > 1% holds: the gate fails/);
  await first.locator("summary").click();
  const said = stderr.split("\n").filter(line => line.startsWith("cg_show: gate: ")).map(line => line.slice(15));
  const end = said.findIndex((line, i) => i > 0 && line.endsWith(" holds:"));
  assert.equal(await first.locator("pre").textContent(), said.slice(1, end < 0 ? said.length : end).join("\n"));
  assert.deepEqual(page.complaints, []);
});

testReports("the picture can be chosen in place of the review, which other pages do not have", async browser => {
  const page = await open(browser, review("pictures.html").path);
  await page.locator("#view").selectOption("sources");
  assert.ok(await page.locator("#icicle [role=treeitem]").count() > 0);
  assert.ok(!await page.locator("#review").isVisible());
  const one = await open(browser, showText("alone", "events: Ir\nfl=a.c\nfn=f\n1 5\nsummary: 5\n"));
  assert.ok(!await one.locator("#view").isVisible());
  assert.deepEqual([...page.complaints, ...one.complaints], []);
});

testReports("links from elsewhere name a function, or a file and a line", async browser => {
  const { path } = review("links.html");
  const of = async hash => open(browser, path, {}, hash);
  assert.equal(await (await of("#function=main")).locator("#table tr.chosen td.name").textContent(), "main");
  assert.equal(await targetLine(await of("#line=list.h:14")), "14");
  for (const [nothing, words] of [["#function=no_such", "no function no_such"], ["#line=no_such.c:3", "no source for the line no_such.c:3"], ["#function=", "no function "]]) {
    const page = await of(nothing);
    assert.equal(await page.locator("#not-found").textContent(), words);
    assert.deepEqual(page.complaints, []);
  }
  assert.ok(!await (await of("#function=main")).locator("#not-found").isVisible());
});

testReports("a link names a function without its arguments and namespaces", async browser => {
  const functions = ["unsigned long app::score<unsigned long>(std::vector<int, std::allocator<int> > const&)", "a::put(int)", "b::put(int)", "put", "a::get()", "b::get()"];
  const path = showText("named", `events: Ir\nfl=a.cpp\n${functions.map((name, i) => `fn=${name}\n${i + 1} ${100 - i}\n`).join("")}summary: 585\n`);
  const chosen = async hash => {
    const page = await open(browser, path, {}, hash);
    assert.ok(!await page.locator("#not-found").isVisible(), hash);
    return page.locator("#table tr.chosen td.name").getAttribute("title");
  };
  for (const name of ["score", "score<…>", "app::score"]) assert.equal(await chosen("#function=" + encodeURIComponent(name)), functions[0]);
  assert.equal(await chosen("#function=put"), "put");
  assert.equal(await chosen("#function=a::get"), "a::get()");
  const page = await open(browser, path, {}, "#function=get");
  assert.equal(await page.locator("#not-found").textContent(), "several functions are called get: a::get(), b::get()");
  await page.locator("#not-found a").nth(1).click();
  assert.equal(await page.locator("#table tr.chosen td.name").textContent(), "b::get()");
  assert.ok(!await page.locator("#not-found").isVisible());
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
});
