/**
 * `npm test`: runs all tests in parallel processes. With files, folders (`npm test -- test/unit`) or other arguments
 * for mocha (`npm test -- --grep facets`), the tests run in this process. Ending this process also ends all processes
 * that it started.
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
// Disable the JVM's optimizing compiler and parallel garbage collector, because test engines run only for minutes.
process.env.JDK_JAVA_OPTIONS ??= "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

const given = process.argv.slice(2);
// Import mocha dynamically, because a new checkout installs it in `setUp`.
if (given.length === 0) await (await import("./test-side-by-side.mjs")).runSideBySide();
else await runHere(given);

async function runHere(given) {
  const kindOf = (path) => statSync(path, { throwIfNoEntry: false });
  const missing = given.find(
    (argument) => argument.startsWith("test/") && kindOf(argument) === undefined && !/[*{]/.test(argument),
  );
  // Reject missing files and folders, because mocha would run all tests instead.
  if (missing !== undefined) throw new Error(`${missing} is neither a file nor a folder of tests`);
  const testsIn = (folder) => join(folder, "**", "*.test.ts");
  const named = given.some((argument) => kindOf(argument) !== undefined || argument.endsWith(".test.ts"));
  const specs = given.map((argument) => (kindOf(argument)?.isDirectory() ? testsIn(argument) : argument));
  const all = named ? [] : ["test/unit", "test/integration", "test/e2e"].map(testsIn);
  const { main } = await import("mocha/lib/cli/cli.js");
  main([...specs, ...all, "--reporter", fileURLToPath(new URL("test-reporter.mjs", import.meta.url))]);
}
