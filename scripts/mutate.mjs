/**
 * `npm run mutate`: runs mutation tests and lists mutations that no unit test detects. `npm run mutate -- engine`
 * includes the tests that need an engine. `npm run mutate -- unit lift.ts:20-40` mutates only some lines of one file.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { checkout, setUp } from "./setup.mjs";

await setUp();
process.chdir(checkout);
if (!existsSync(join("quality", "mutation", "node_modules"))) {
  execFileSync(
    "npm",
    ["ci", "--prefix", "quality/mutation", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      stdio: "inherit",
    },
  );
}
const { LANES } = await import("../quality/mutation/lanes.mjs");
const { runLane } = await import("../quality/mutation/run.mjs");
const [lane = "unit", ...parts] = process.argv.slice(2);
if (!(lane in LANES)) {
  console.error(`There is no lane ${lane}; the lanes are ${Object.keys(LANES).join(" and ")}.`);
  process.exit(2);
}
await import("tsx");
const engine = lane === "engine" ? await startEngine() : undefined;
try {
  if (!(await runLane(lane, parts))) process.exitCode = 1;
} finally {
  await engine?.close();
}

/** Starts a search engine for all processes of Stryker, unless `TEST_ENGINE_URL` is set. */
async function startEngine() {
  if (process.env.TEST_ENGINE_URL !== undefined) return undefined;
  const { startSharedEngine } = await import("../test/support/engine.ts");
  const engine = await startSharedEngine();
  process.env.TEST_ENGINE_URL = engine.url;
  return engine;
}
