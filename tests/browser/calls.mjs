// SPDX-License-Identifier: GPL-2.0-or-later
// Calls: the flame graph, callers and callees, and what of them is in the table and the address.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cells, drawn, follow, hrefOf, matches, open, rows, showText, test, testReports, work } from "./harness.mjs";
import { violations } from "./access.mjs";
import { windows } from "./layout.mjs";

// A profile with calls: a line "main>f calls own" for each path, callers first.
function callsProfile(paths, names = name => name) {
  const functions = [], own = new Map(), nodes = [];
  let depth = 0;
  for (const line of paths) {
    const [path, calls, cost] = line.split(" "), steps = path.split(">"), name = steps.at(-1);
    if (!functions.includes(name)) functions.push(name);
    own.set(name, (own.get(name) ?? 0) + Number(cost));
    nodes.push(`#${depth + 1 - steps.length} ${functions.indexOf(name) + 1} ${calls} ${cost}`);
    depth = steps.length;
  }
  const total = [...own.values()].reduce((sum, cost) => sum + cost, 0);
  const lines = functions.flatMap((name, i) => [`fl=(1)${i ? "" : " src/a.c"}`, `fn=(${i + 1}) ${names(name)}`, `${i + 1} ${own.get(name)}`, ""]);
  return ["# callgrind format", "version: 1", "creator: test", "cmd: calls", "part: 1", "positions: line", "events: Ir", `summary: ${total}`, "",
    "ob=(1) prog", ...lines, `#tree 1 nodes ${nodes.length + 1} functions ${functions.length} recursion 0 folded 0`,
    ...functions.map((_, i) => `#fn 1 1 ${i + 1} 1`), "#root thread", ...nodes, `totals: ${total}`, ""].join("\n");
}

const paths = ["main 1 10", "main>f 2 30", "main>f>g 4 40", "main>g 1 20", "main>r 1 5", "main>r>r 2 15", "main>r>r>g 3 25"];
const made = names => showText("calls", callsProfile(paths, names));
const item = (page, name) => page.locator("#flame [role=treeitem]").and(page.locator(`[aria-label^="${name}"]`));
const labels = page => page.locator("#flame [role=treeitem]").evaluateAll(all => all.map(box => `${box.ariaLevel} ${box.ariaLabel}`));
const choose = (page, view) => page.getByRole("combobox", { name: "Picture" }).selectOption(view);

testReports("calls: a flame graph of what each path costs, the heaviest first", async browser => {
  const page = await open(browser, made());
  assert.deepEqual(await labels(page), [
    "1 everything: 145 Ir, 100.0%",
    "2 main: 145 Ir, 100.0%, 10 its own, 1 call",
    "3 f: 70 Ir, 48.3%, 30 its own, 2 calls", "3 r: 45 Ir, 31.0%, 5 its own, 1 call", "3 g: 20 Ir, 13.8%, 1 call",
    "4 g: 40 Ir, 27.6%, 4 calls", "4 r: 40 Ir, 27.6%, 15 its own, 2 calls",
    "5 g: 25 Ir, 17.2%, 3 calls"]);
  const width = async name => (await item(page, name).boundingBox()).width;
  assert.ok(Math.abs(await width("f: 70") / await width("main") - 70 / 145) < 0.01);
  const before = await width("f: 70");
  await item(page, "f: 70").click();
  assert.ok(await width("f: 70") > 1.9 * before);
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "f");
  assert.equal(await item(page, "r: 45").count(), 0);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await page.getByRole("button", { name: "Zoom out" }).click();
  assert.ok(Math.abs(await width("f: 70") - before) < 1);
  assert.ok(await page.getByRole("button", { name: "Zoom out" }).isDisabled());
  assert.deepEqual(page.complaints, []);
});

testReports("calls: from the bottom up, functions and who called them", async browser => {
  const page = await open(browser, made());
  await choose(page, "callers");
  assert.deepEqual((await labels(page)).slice(0, 6), [
    "1 everything: 145 Ir, 100.0%",
    "2 g: 85 Ir, 58.6%, 8 calls", "2 f: 30 Ir, 20.7%, 2 calls", "2 r: 20 Ir, 13.8%, 3 calls", "2 main: 10 Ir, 6.9%, 1 call",
    "3 f: 40 Ir, 27.6%, 4 calls"]);
  await item(page, "g: 85").click();
  await item(page, "f: 40").click();
  assert.deepEqual(await labels(page), ["1 everything: 145 Ir, 100.0%", "2 g: 85 Ir, 58.6%, 8 calls", "3 f: 40 Ir, 27.6%, 4 calls", "4 main: 40 Ir, 27.6%, 4 calls"]);
  await choose(page, "sources");
  assert.equal(await page.locator("#icicle [role=treeitem]").first().getAttribute("aria-label"), "everything: 145 Ir, 100.0%");
  assert.ok(!await page.locator("#flame").isVisible());
  assert.deepEqual(page.complaints, []);
});

testReports("calls: recursion is folded or not", async browser => {
  const page = await open(browser, made());
  await page.getByRole("checkbox", { name: "Fold recursion" }).check();
  assert.deepEqual((await labels(page)).filter(text => /^\d [rg]: /.test(text)),
    ["3 r: 45 Ir, 31.0%, 20 its own, 3 calls", "3 g: 20 Ir, 13.8%, 1 call", "4 g: 40 Ir, 27.6%, 4 calls", "4 g: 25 Ir, 17.2%, 3 calls"]);
  await page.getByRole("checkbox", { name: "Fold recursion" }).uncheck();
  assert.equal(await item(page, "r: ").count(), 2);
  assert.deepEqual(page.complaints, []);
});

testReports("calls: columns of inclusive cost and calls, callers and callees of the chosen function", async browser => {
  const page = await open(browser, made(), { viewport: { width: 1920, height: 1080 } });
  const first = await cells(page, 0);
  assert.deepEqual([first.Function, first.Ir, first.inclusive, first.calls], ["g", "85", "85", "8"]);
  await page.locator("#table thead button").getByText("inclusive").click();
  assert.deepEqual(await rows(page).locator("td.name").allTextContents(), ["main", "g", "f", "r"]);
  await page.getByRole("button", { name: "callers and callees" }).click();
  assert.match(await page.locator("#calls").textContent(), /^Choose a function/);
  await page.locator("#table a").getByText("r", { exact: true }).click();
  assert.equal(await page.locator("#calls p").first().textContent(), "45 Ir inclusive, 31.0%; called 3 times");
  const table = async title => page.locator("#calls table", { hasText: title }).locator("tbody tr").evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent).join(" ")));
  assert.deepEqual(await table("Callers"), ["1 45 31.0% main", "2 0 0.0% r"]);
  assert.deepEqual(await table("Callees"), ["3 25 17.2% g", "2 0 0.0% r"]);
  await page.locator("#calls a").getByText("g", { exact: true }).click();
  assert.deepEqual(await table("Callers"), ["4 40 27.6% f", "3 25 17.2% r", "1 20 13.8% main"]);
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "g");
  await page.getByRole("button", { name: "callers and callees" }).click();
  assert.ok(await page.locator("#source").isVisible());
  assert.deepEqual(page.complaints, []);
});

testReports("calls: the search goes over both pictures, and says what paths through it cost", async browser => {
  const page = await open(browser, made());
  await page.locator("#search").fill("/^r$/");
  assert.equal(await matches(page), "1 of 4 functions: 20 Ir, 13.8%");
  assert.equal(await page.locator("#picture-note").textContent(), "found, with what they call: 45 Ir, 31.0%");
  const found = () => page.locator("#flame .found").evaluateAll(all => all.map(box => box.ariaLabel[0]));
  assert.deepEqual(await found(), ["r", "r"]);
  assert.equal(await page.locator("#flame .missed").count(), 6);
  await choose(page, "callers");
  assert.ok((await found()).length >= 2);
  await choose(page, "sources");
  assert.equal(await page.locator("#icicle .found.function").count(), 1);
  assert.deepEqual(page.complaints, []);
});

testReports("calls: a click in the table marks the function in all panes at the same time", async browser => {
  const page = await open(browser, made(), { viewport: { width: 1280, height: 800 } });
  const marked = () => page.locator("#flame .marked").evaluateAll(all => all.map(box => box.ariaLabel.replace(/,.*/, "")));
  assert.deepEqual(await marked(), []);
  await page.locator("#table a").getByText("r", { exact: true }).click();
  assert.deepEqual(await marked(), ["r: 45 Ir", "r: 40 Ir"]);
  assert.equal(await page.locator("#detail").textContent(), "r 45 Ir inclusive, 31.0%, on 1 path");
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "r");
  assert.deepEqual(await page.locator(".source .line.marked .l").allTextContents(), ["4"]);
  for (const id of ["source", "calls", "calls-bar"]) assert.ok(await page.locator(`#${id}`).isVisible(), id);
  assert.equal(await page.locator("#calls .half").first().locator("tbody a").first().textContent(), "main");
  assert.deepEqual(await violations(page), []);
  const height = () => page.locator("#calls").evaluate(pane => pane.offsetHeight);
  const before = await height();
  await page.locator("#calls-bar").press("ArrowUp");
  assert.ok(await height() > before);

  await page.locator("#calls a").getByText("g", { exact: true }).click();
  assert.deepEqual(await marked(), ["g: 20 Ir", "g: 40 Ir", "g: 25 Ir"]);
  await choose(page, "sources");
  assert.deepEqual(await page.locator("#icicle .marked").evaluateAll(all => all.map(box => box.ariaLabel)), ["src/a.c/g: 85 Ir, 58.6%"]);
  await page.locator("#next").click(); // the place is a line now
  const other = await open(browser, (await hrefOf(page)).replace("file://", ""), { viewport: { width: 1280, height: 800 } });
  assert.equal(await other.locator("#icicle .marked").count(), 1);
  assert.match(await other.locator("#calls h3").textContent(), /^g$/);
  assert.deepEqual([...page.complaints, ...other.complaints], []);
});

testReports("calls: the picture begins at main or where paths branch, and the rest is one click away", async browser => {
  const startUp = ["_start 0 1", "_start>libc_start 1 1", "_start>libc_start>main 1 2", "_start>libc_start>main>f 1 90", "_start>libc_start>main>g 2 6"];
  const first = async page => (await labels(page)).map(text => text.replace(/,.*/, ""));
  const note = page => page.locator("#picture-note").textContent();
  const page = await open(browser, showText("startup", callsProfile(startUp)));
  assert.deepEqual(await first(page), ["1 everything: 100 Ir", "2 main: 98 Ir", "3 f: 90 Ir", "3 g: 6 Ir"]);
  assert.equal(await page.locator("#flame div").first().textContent(), "everything › _start › libc_start");
  assert.equal(await note(page), "begins at main, 98.0% of everything: Zoom out shows all");
  await page.getByRole("button", { name: "Zoom out" }).click();
  assert.deepEqual((await first(page)).slice(0, 4), ["1 everything: 100 Ir", "2 _start: 100 Ir", "3 libc_start: 99 Ir", "4 main: 98 Ir"]);
  assert.equal(await note(page), "callers above what they call, as wide as both cost");
  const again = await open(browser, (await hrefOf(page)).replace("file://", ""));
  assert.equal((await first(again)).length, 6);
  await follow(page, () => page.goBack());
  await page.locator("#flame div").first().click(); // so does the row of the path
  assert.equal((await first(page)).length, 6);

  // Without a main, or if less than nine tenths are below it.
  const branches = await open(browser, showText("branches", callsProfile(startUp.map(path => path.replace("main", "run")))));
  assert.match(await note(branches), /^begins at run, 98\.0% of everything/);
  const threads = await open(browser, showText("threads", callsProfile([...startUp, "clone 1 50"])));
  assert.deepEqual((await first(threads)).slice(0, 3), ["1 everything: 150 Ir", "2 _start: 100 Ir", "2 clone: 50 Ir"]);
  const rust = await open(browser, showText("rust", callsProfile(startUp.map(path => path.replaceAll("libc_start", "main").replace(/main>main/, "main>app::main")))));
  assert.match(await note(rust), /^begins at app::main, /);
  assert.deepEqual([...page.complaints, ...again.complaints, ...branches.complaints, ...threads.complaints, ...rust.complaints], []);
});

testReports("calls: on demand all paths of a function together, callers above and callees below", async browser => {
  const page = await open(browser, made());
  const focus = page.getByRole("button", { name: "Focus" });
  assert.ok(!await focus.isVisible());
  await page.locator("#table a").getByText("f", { exact: true }).click();
  await focus.click();
  assert.deepEqual(await labels(page), ["1 main: 70 Ir, 48.3%, 2 calls", "2 f: 70 Ir, 48.3%, 30 its own, 2 calls", "3 g: 40 Ir, 27.6%, 4 calls"]);
  await item(page, "g: 40").click();
  assert.deepEqual(await labels(page), ["1 main: 25 Ir, 17.2%, 3 calls", "2 main: 40 Ir, 27.6%, 4 calls", "2 r: 25 Ir, 17.2%, 3 calls",
    "3 f: 40 Ir, 27.6%, 4 calls", "3 r: 25 Ir, 17.2%, 3 calls", "3 main: 20 Ir, 13.8%, 1 call", "4 g: 85 Ir, 58.6%, 8 calls"]);
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "g");
  assert.equal(await page.locator("#flame .marked").count(), 1);
  await page.locator("#flame .marked").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter"); // to r
  assert.equal(await page.locator("#flame .marked").first().getAttribute("aria-label"), "r: 45 Ir, 31.0%, 5 its own, 1 call");
  const other = await open(browser, (await hrefOf(page)).replace("file://", ""));
  assert.deepEqual(await labels(other), await labels(page));
  await page.getByRole("button", { name: "All calls" }).click();
  assert.equal((await labels(page))[0], "1 everything: 145 Ir, 100.0%");
  const nothing = await open(browser, made(), {}, "#view=around");
  assert.equal((await labels(nothing))[0], "1 everything: 145 Ir, 100.0%");
  assert.deepEqual([...page.complaints, ...other.complaints, ...nothing.complaints], []);
});

for (const viewport of windows)
  testReports(`${viewport.width} pixels: calls: the address restores the view, axe-core finds no violation`, async browser => {
    const page = await open(browser, made(), { viewport });
    await page.getByRole("checkbox", { name: "Fold recursion" }).check();
    assert.deepEqual(await violations(page), [], "calls");
    await choose(page, "callers");
    await item(page, "g: 85").click();
    await item(page, "f: 40").click();
    await page.getByRole("button", { name: "callers and callees" }).click();
    await page.waitForURL(/pane=calls/);
    assert.deepEqual(await violations(page), [], "callers");
    const view = async of => [await labels(of), await of.locator("#calls").textContent(), await of.locator("#fold-recursion").isChecked(), await of.locator("#view").inputValue()];
    const other = await open(browser, made(), { viewport }, new URL(await hrefOf(page)).hash);
    assert.deepEqual(await view(other), await view(page));
    await follow(page, () => page.goBack());
    await follow(page, () => page.goBack());
    assert.equal((await labels(page))[1], "2 g: 85 Ir, 58.6%, 8 calls");
    for (const hash of ["#view=nothing&zoom=c9.9.9", "#zoom=99999", "#zoom=-1~7", "#f999&view=callers&zoom=c-7~3"]) {
      const wrong = await open(browser, made(), { viewport }, hash);
      assert.match((await labels(wrong))[0], /^1 everything/, hash);
      assert.deepEqual(wrong.complaints, []);
    }
    assert.deepEqual([...page.complaints, ...other.complaints], []);
  });

testReports("calls: the flame graph is used by keyboard", async browser => {
  const page = await open(browser, made());
  const active = () => page.evaluate(() => document.activeElement.ariaLabel);
  await item(page, "everything").focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  assert.match(await active(), /^r: 45/);
  await page.keyboard.press("ArrowDown");
  assert.match(await active(), /^r: 40/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("tr.chosen td.name").textContent(), "r");
  await page.locator("#flame [tabindex='0']").focus();
  await page.keyboard.press("Escape");
  assert.ok(await page.getByRole("button", { name: "Zoom out" }).isDisabled());
  assert.deepEqual(page.complaints, []);
});

testReports("calls: hostile names stay text", async browser => {
  const page = await open(browser, made(name => `</script><img src=x onerror=alert("${name}")>`));
  for (const view of ["callers", "sources", "calls"]) await choose(page, view);
  assert.match(await page.locator("#flame [aria-level='2']").getAttribute("aria-label"), /^<\/script><img src=x onerror=alert\("main"\)>: 145/);
  await page.getByRole("button", { name: "callers and callees" }).click();
  await page.locator("#flame [aria-level='3']").first().click();
  assert.match(await page.locator("#calls h3").textContent(), /^<\/script><img/);
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.locator("script").count(), 5);
  assert.deepEqual(page.complaints, []);
});

testReports("calls: arcs alone have callers and callees, but no flame graph", async browser => {
  const page = await open(browser, showText("arcs", ["# callgrind format", "version: 1", "events: Ir", "fl=a.c", "fn=main", "1 10",
    "cfn=f", "calls=3 5", "2 30", "fn=f", "5 30", ""].join("\n")), {}, "#f1&pane=calls");
  assert.ok(!await page.getByRole("combobox", { name: "Picture" }).isVisible());
  assert.ok(await page.locator("#icicle").isVisible() && !await page.locator("#flame").isVisible());
  assert.match(await page.locator("#calls").textContent(), /^main40 Ir inclusive, 100\.0%; called 0 times.*Callees: 1.*3 ?30/);
  assert.deepEqual(page.complaints, []);
});

testReports("calls: callers and callees say from which lines, one beside the name, several below it", async browser => {
  const page = await open(browser, showText("lines", ["# callgrind format", "version: 1", "events: Ir", "fl=a.c", "fn=main", "1 10",
    "cfn=f", "calls=3 5", "2 30", "cfn=f", "calls=1 5", "4 70", "fi=b.h", "cfl=a.c", "cfn=g", "calls=2 9", "7 20", "fe=a.c",
    "fn=f", "5 100", "fn=g", "9 20", ""].join("\n")), {}, "#f1&pane=calls");
  const table = async title => page.locator("#calls table", { hasText: title }).locator("tbody tr").evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent).join(" ")));
  await page.locator("#table a").getByText("main", { exact: true }).click();
  assert.deepEqual(await table("Callees"), ["4 100 76.9% f", "1 70 53.8% line 4", "3 30 23.1% line 2", "2 20 15.4% g line b.h:7"]);
  await page.locator("#calls a").getByText("g", { exact: true }).click();
  assert.deepEqual(await table("Callers"), ["2 20 15.4% main line b.h:7"]);
  assert.deepEqual(page.complaints, []);
});

testReports("calls: a path of 20,000 calls is drawn where it is in view", async browser => {
  const deep = Array.from({ length: 20000 }, (_, i) => `#0 ${i % 50 + 1} 1 1`);
  const functions = Array.from({ length: 50 }, (_, i) => i);
  const page = await open(browser, showText("deep", ["# callgrind format", "version: 1", "positions: line", "events: Ir", "summary: 20000", "ob=(1) p",
    ...functions.flatMap(i => [`fl=(1)${i ? "" : " a.c"}`, `fn=(${i + 1}) f${i}`, "1 400"]),
    "#tree 1 nodes 20001 functions 50 recursion 0 folded 0", ...functions.map(i => `#fn 1 1 ${i + 1} 1`), "#root thread", ...deep, "totals: 20000", ""].join("\n")));
  assert.ok(await page.locator("#flame div").count() < 100);
  await page.locator(".icicle-scroll").evaluate(pane => { pane.scrollTop = 200000; });
  await drawn(page);
  const level = Number(await page.locator("#flame div").first().getAttribute("aria-level"));
  assert.ok(level > 9000, String(level));
  await page.getByRole("checkbox", { name: "Fold recursion" }).check();
  assert.ok((await labels(page)).length <= 51);
  await choose(page, "callers");
  assert.equal((await labels(page))[0], "1 everything: 20,000 Ir, 100.0%");
  assert.deepEqual(page.complaints, []);
});

testReports("calls: of a difference boxes are as wide as before or after, and say the change", async browser => {
  for (const [name, text] of [["before", callsProfile(paths)], ["after", callsProfile(paths.map(line => line.replace("main>f 2 30", "main>f 2 60").replace("main>g 1 20", "main>g 3 5")))]])
    writeFileSync(join(work, `${name}.cgout`), text);
  execFileSync("sh", ["-c", '"$BIN/cg_diff" --keep-base before.cgout after.cgout > change.cgout'], { cwd: work });
  const page = await open(browser, showText("change", readFileSync(join(work, "change.cgout"), "utf8")));
  assert.match((await labels(page)).find(text => text.startsWith("3 f")), /^3 f: \+30 Ir, \+20\.7%/);
  assert.match((await labels(page)).find(text => text.startsWith("3 g")), /^3 g: -15 Ir, -10\.3%/);
  assert.ok(await page.locator("#legend").isVisible());
  await page.getByRole("button", { name: "callers and callees" }).click();
  for (const [name, words] of [["g", "called 2 times more"], ["f", "called as often as before"]]) {
    await page.locator("#table a").getByText(name, { exact: true }).click();
    assert.match(await page.locator("#calls p").first().textContent(), new RegExp(`; ${words}$`));
  }
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
});

test("without calls nothing of them is shown", async page => {
  for (const id of ["view", "fold-label", "show-calls", "calls", "flame"]) assert.ok(!await page.locator(`#${id}`).isVisible(), id);
});
