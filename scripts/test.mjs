/**
 * `npm test`: all tests, or those in the files and folders named (`npm test -- test/unit`); other arguments go to mocha
 * (`npm test -- --grep facets`). Mocha runs in this process, so whoever ends it ends everything it started.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, URL } from "node:url";
import { ensureBrowser } from "./browser.mjs";
import { checkout, setUp } from "./setup.mjs";

await setUp();
ensureBrowser();
process.chdir(checkout);

const kindOf = (path) => statSync(path, { throwIfNoEntry: false });
const testsIn = (folder) => join(folder, "**", "*.test.ts");
const given = process.argv.slice(2);
const named = given.some((argument) => kindOf(argument) !== undefined || argument.endsWith(".test.ts"));
const specs = given.map((argument) => (kindOf(argument)?.isDirectory() ? testsIn(argument) : argument));
const all = named ? [] : ["test/unit", "test/integration", "test/e2e"].map(testsIn);

await import("tsx");
const { main } = await import("mocha/lib/cli/cli.js");
main([...specs, ...all, "--reporter", fileURLToPath(new URL("test-reporter.mjs", import.meta.url))]);
