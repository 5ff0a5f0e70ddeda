import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from "playwright-core";
import { PATIENCE_MS } from "./until.js";
import { BROWSER } from "./user-agent.js";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A headless browser of the Chromium family. @throws Error that says what to install */
export function launchBrowser(): Promise<Browser> {
  const named = process.env["CHROME_PATH"];
  const executablePath = named ?? USUAL_PLACES.find((path) => existsSync(path));
  if (executablePath === undefined || !existsSync(executablePath)) {
    throw new Error(
      `This test needs a Chromium or Chrome and found none${named === undefined ? "" : ` at CHROME_PATH=${named}`}. ` +
        "Install one (Debian and Ubuntu: apt-get install chromium; macOS: brew install --cask chromium), " +
        "or name one that is elsewhere in CHROME_PATH.",
    );
  }
  // As root, which build servers are, Chromium's sandbox does not start.
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: isRoot ? ["--no-sandbox"] : [] });
}

/** A browser's context that waits for pages as long as `until` does: the usual 30 s are too short on a machine that does much at once. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ userAgent: BROWSER, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}
