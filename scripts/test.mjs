/**
 * `npm test`: all tests, in processes side by side. Those in the files and folders named (`npm test -- test/unit`), or
 * whatever other arguments leave to mocha (`npm test -- --grep facets`), run in this process. Whoever ends it ends
 * everything it started.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, URL } from "node:url";
import { ensureBrowser } from "./browser.mjs";
import { checkout, setUp } from "./setup.mjs";

await setUp({ needsEngine: true });
ensureBrowser();
process.chdir(checkout);
await import("tsx");
// Engines of tests live for minutes: what the optimizing compiler and the collector beside them take of their processor time is never had back.
process.env.JDK_JAVA_OPTIONS ??= "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

const given = process.argv.slice(2);
// Loaded now, because it needs mocha, which a new checkout does not have before it is set up.
if (given.length === 0) await (await import("./test-side-by-side.mjs")).runSideBySide();
else await runHere(given);

async function runHere(given) {
  const kindOf = (path) => statSync(path, { throwIfNoEntry: false });
  const missing = given.find(
    (argument) => argument.startsWith("test/") && kindOf(argument) === undefined && !/[*{]/.test(argument),
  );
  // Without any that is there, all would run.
  if (missing !== undefined) throw new Error(`${missing} is neither a file nor a folder of tests`);
  const testsIn = (folder) => join(folder, "**", "*.test.ts");
  const named = given.some((argument) => kindOf(argument) !== undefined || argument.endsWith(".test.ts"));
  const specs = given.map((argument) => (kindOf(argument)?.isDirectory() ? testsIn(argument) : argument));
  const all = named ? [] : ["test/unit", "test/integration", "test/e2e"].map(testsIn);
  const { main } = await import("mocha/lib/cli/cli.js");
  main([...specs, ...all, "--reporter", fileURLToPath(new URL("test-reporter.mjs", import.meta.url))]);
}
