// SPDX-License-Identifier: GPL-2.0-or-later
// The HTML and SVG of cg_show in Chromium: what a reader does with them, by mouse, by keyboard
// and by screen reader. Prints TAP.
//
//   BIN=build/bin node tests/browser/report.mjs [PART OF A TEST'S NAME]
import { launch } from "./browser.mjs";
import { cleanUp, show, tests } from "./harness.mjs";
import "./table.mjs";
import "./source.mjs";
import "./icicle.mjs";
import "./calls.mjs";
import "./code.mjs";
import "./cache_use.mjs";
import "./objects.mjs";
import "./difference.mjs";
import "./review.mjs";
import "./parts.mjs";
import "./layout.mjs";
import "./address.mjs";
import "./access.mjs";

const chosen = tests.filter(({ name }) => !process.argv[2] || name.includes(process.argv[2]));
const browser = await launch();
let failed = 0;
try {
  const path = show("v1.html", [], "v1.cgout");
  console.log(`1..${chosen.length}`);
  for (const [i, { name, body }] of chosen.entries()) {
    try {
      await body(browser, path);
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
  cleanUp();
}
process.exit(failed);
