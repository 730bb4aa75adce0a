// SPDX-License-Identifier: GPL-2.0-or-later
// Measures how long Chromium takes to open reports of cg_show: medians of processor time in the
// page's main thread, until it has drawn, and the shares of scripts and layout. Several reports are
// opened in turn, so that other load of the machine slows all of them alike.
//
//     node bench/page.mjs [--runs=N] [--profile] REPORT...
//
// --profile: the functions of the page that take the most of it. Of a report with a tree of calls
// also what it takes to show callers, to zoom, to fold recursion, to search.
import { resolve } from "node:path";
import { launch } from "../tests/browser/browser.mjs";

const options = process.argv.slice(2).filter(word => word.startsWith("--"));
const reports = process.argv.slice(2).filter(word => !word.startsWith("--"));
const runs = Number(options.find(word => word.startsWith("--runs="))?.slice(7) ?? 9);
const isProfiled = options.includes("--profile");
const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const milliseconds = time => `${(time * 1000).toFixed(0)} ms`.padStart(8);

async function measure(browser, report, self) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  if (isProfiled) {
    await session.send("Profiler.enable");
    await session.send("Profiler.setSamplingInterval", { interval: 200 });
    await session.send("Profiler.start");
  }
  await page.goto(`file://${resolve(report)}`);
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  const { metrics } = await session.send("Performance.getMetrics");
  if (isProfiled) {
    const { profile } = await session.send("Profiler.stop");
    profile.samples.forEach((id, i) => {
      const { callFrame } = profile.nodes.find(node => node.id === id);
      const name = callFrame.functionName + ":" + callFrame.lineNumber;
      self.set(name, (self.get(name) ?? 0) + profile.timeDeltas[i] / 1e6);
    });
  }
  const measured = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  let last = measured.TaskDuration;
  for (const [name, step] of await page.locator("#view").isVisible() ? steps : []) {
    await step(page);
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    const now = (await session.send("Performance.getMetrics")).metrics.find(metric => metric.name === "TaskDuration").value;
    measured[name] = now - last;
    last = now;
  }
  await page.close();
  return measured;
}

const set = (selector, value) => page => page.evaluate(([to, text]) => {
  const control = document.querySelector(to);
  if (control.type === "checkbox") control.checked = true;
  else control.value = text;
  control.dispatchEvent(new Event(control.type === "search" ? "input" : "change"));
}, [selector, value]);
const clickBox = page => page.evaluate(() => document.querySelectorAll("#flame [aria-level='4']")[0].click());
const steps = [["zoom", clickBox], ["callers", set("#view", "callers")], ["zoom callers", clickBox],
  ["fold recursion", set("#fold-recursion")], ["calls", set("#view", "calls")], ["search", set("#search", "e")]];

const browser = await launch();
const found = reports.map(() => []), selves = reports.map(() => new Map());
await measure(browser, reports[0], new Map()); // warms up the browser
for (let run = 0; run < runs; ++run)
  for (const [i, report] of reports.entries()) found[i].push(await measure(browser, report, selves[i]));
for (const [i, report] of reports.entries()) {
  const of = name => milliseconds(median(found[i].map(metrics => metrics[name])));
  console.log(`${of("TaskDuration")} scripts ${of("ScriptDuration")} layout ${of("LayoutDuration")} styles ${of("RecalcStyleDuration")}  ${report}`);
  for (const name of steps.map(([step]) => step).filter(step => step in found[i][0])) console.log(`  ${of(name)} ${name}`);
  for (const [name, time] of [...selves[i]].sort((a, b) => b[1] - a[1]).slice(0, isProfiled ? 25 : 0))
    console.log(`  ${milliseconds(time / runs)} ${name}`);
}
await browser.close();
