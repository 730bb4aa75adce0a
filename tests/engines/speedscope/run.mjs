// SPDX-License-Identifier: GPL-2.0-or-later
// Opens a profile in speedscope, in Chromium, and prints what its table of functions shows: total,
// self and name, a function a line.
//
//   node run.mjs PROFILE
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const [profile] = process.argv.slice(2).map(path => resolve(path));
const script = profile + ".js"; // as speedscope's own command makes it
const text = readFileSync(profile).toString("base64");
writeFileSync(script, `speedscope.loadFileFromBase64(${JSON.stringify(basename(profile))}, ${JSON.stringify(text)})`);
const here = dirname(fileURLToPath(import.meta.url));
const index = join(here, "node_modules/speedscope/dist/release/index.html");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 4000 } });
await page.goto(`file://${index}#localProfilePath=${script}`);
await page.locator("text=Sandwich").click({ timeout: 120_000 });
const row = page.locator("table tr").filter({ hasText: "%" });
await row.first().waitFor({ timeout: 120_000 });
for (const cells of await row.evaluateAll(rows => rows.map(r => [...r.cells].map(c => c.innerText.trim()))))
  console.log(cells.map(cell => cell.replace(/ *\(.*%\)$/, "").replaceAll(",", "")).join(" "));
await browser.close();
