// SPDX-License-Identifier: GPL-2.0-or-later
// Takes the pictures of the documents: docs/images/make calls it.
//
//   node tests/browser/pictures.mjs FOLDER-OF-REPORTS FOLDER-OF-PICTURES
import { join } from "node:path";
import { launch } from "./browser.mjs";

const [reports, images] = process.argv.slice(2);
const laptop = { width: 1280, height: 800 }, phone = { width: 390, height: 760 };
const pictures = [
  { name: "html-light", report: "before.html#f0", viewport: laptop },
  { name: "html-dark", report: "before.html#f1&search=cg%3A%3A+%2Fparse%7Cwrite%2F&by=function", viewport: laptop, colorScheme: "dark" },
  { name: "html-diff", report: "diff.html#f0", viewport: laptop },
  { name: "html-phone", report: "before.html#f0", viewport: phone },
  { name: "html-lines", report: "words.html#f0", viewport: laptop },
  { name: "html-calls", report: "all.html#f0", viewport: laptop },
  { name: "html-calls-dark", report: "all.html#f0", viewport: laptop, colorScheme: "dark" },
  { name: "html-focus", report: "all.html#f2&view=around", viewport: laptop },
  { name: "html-instructions", report: "tally.html#f0&code=0", viewport: laptop },
  { name: "html-data", report: "orders.html#object=0&event=D1mr", viewport: { width: 1280, height: 860 } },
  { name: "svg", report: "before.svg", element: "svg" },
  { name: "svg-diff", report: "diff.svg", element: "svg" },
];

const browser = await launch();
for (const { name, report, element, viewport = laptop, colorScheme = "light" } of pictures) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(`file://${join(reports, report)}`);
  const path = join(images, `${name}.png`);
  await (element ? page.locator(element).screenshot({ path }) : page.screenshot({ path }));
  await page.close();
}
await browser.close();
