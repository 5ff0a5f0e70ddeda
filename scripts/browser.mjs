/**
 * Finds a headless browser for tests. When run as root on Debian or Ubuntu (typical for build servers), installs a
 * missing browser. On other systems, the tests that need a browser report how to install one.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];

export function ensureBrowser() {
  const { CI, CHROME_PATH } = process.env;
  if (CHROME_PATH || PLACES.some((path) => existsSync(path))) return;
  if (!CI || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const script = "apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium";
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync("sh", ["-c", script], { env, stdio: ["ignore", "ignore", "inherit"] });
  process.stderr.write(status === 0 ? "✔ Chromium installed\n" : "✖ Chromium could not be installed\n");
}
