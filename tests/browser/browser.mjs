// SPDX-License-Identifier: GPL-2.0-or-later
// Starts Chromium so that it asks the network for nothing.
import { chromium } from "playwright-core";

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
