/**
 * `npm run test:node -- 24 test/unit`: runs tests on another Node version. The Node binary comes from the npm registry,
 * like any package, and is cached in `.cache`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { checkout, setUp } from "./setup.mjs";

/** Limits the young generation of the heap to its size in Node 20 (decision 33). */
const HEAP = "--max-semi-space-size=16";

const [version = "", ...given] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error("Expected a Node version and the tests to run, for example: npm run test:node -- 24 test/unit");
  process.exit(2);
}
await setUp();
process.chdir(checkout);
const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const folder = join(".cache", `node-${version}`);
const node = join(checkout, folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true });
  const install = ["install", "--prefix", folder, "--no-save", "--ignore-scripts", "--no-audit", "--loglevel=error"];
  execFileSync("npm", [...install, `${name}@${version}`], { stdio: "inherit" });
}
const { status, signal } = spawnSync(node, [HEAP, "scripts/test.mjs", ...given], { stdio: "inherit" });
process.exitCode = status ?? (signal === null ? 0 : 1);
