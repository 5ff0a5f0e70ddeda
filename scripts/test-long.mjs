/** `npm run test:long`: runs the tests that take too long for `npm test`, or only the given files. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, URL } from "node:url";

if (process.argv.length === 2) {
  const tests = fileURLToPath(new URL("../test", import.meta.url));
  const long = readdirSync(tests, { recursive: true }).filter((path) => path.endsWith(".long.ts"));
  process.argv.push(...long.map((path) => join("test", path)));
}
await import("./test.mjs");
