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

/**
 * Launches a headless browser of the Chromium family.
 * @throws Error with install instructions if no browser is found
 */
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
  // Chromium's sandbox does not start as root, which build servers often use.
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: isRoot ? ["--no-sandbox"] : [] });
}

/**
 * Opens a browser context with the same timeout as `until`, because Playwright's default of 30 s is too short on a busy
 * machine.
 */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ userAgent: BROWSER, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}
