import { readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { fileURLToPath, URL } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import { LANES } from "./lanes.mjs";

/** Minimum percentage of killed mutants per file. */
const LEAST_KILLED = 85;

/** Statuses of killed mutants. A RuntimeError means that a test file failed to load. */
const KILLED = ["Killed", "Timeout", "RuntimeError"];
const SURVIVED = ["Survived", "NoCoverage"];

/**
 * Mutates the files of a group (lane) and prints surviving mutants. Returns true if the tests killed enough mutants of each
 * file.
 * @param parts parts of file names, optionally with line ranges ("impact.ts:40-60"); an empty list selects the whole
 *   lane
 * @throws Error if no file matches, or if the tests fail without a mutant
 */
export async function runLane(lane, parts) {
  const chosen = LANES[lane]
    .map(({ mutate, tests }) => {
      const files = mutate.flatMap(filesIn).filter((file) => file.endsWith(".ts"));
      return {
        mutate: parts.length === 0 ? files : files.flatMap((file) => chosenOf(file, parts)),
        tests: tests.flatMap(filesIn).filter((file) => file.endsWith(".test.ts")),
      };
    })
    .filter(({ mutate }) => mutate.length > 0);
  if (chosen.length === 0) throw new Error(`the lane ${lane} mutates no file named ${parts.join(" or ")}`);
  const started = performance.now();
  const mutants = await new Stryker({
    mutate: chosen.flatMap(({ mutate }) => mutate),
    mochaFiles: [...new Set(chosen.flatMap(({ tests }) => tests))],
    testRunner: "mocha",
    plugins: [fileURLToPath(new URL("mocha-runner.mjs", import.meta.url))],
    testRunnerNodeArgs: ["--import", "tsx"],
    coverageAnalysis: "perTest",
    // Test suites of the group (lane) `engine` share an engine and use separate index prefixes.
    concurrency: Math.min(4, availableParallelism()),
    timeoutMS: lane === "engine" ? 60_000 : 10_000,
    dryRunTimeoutMinutes: 30,
    tempDirName: ".cache/mutation",
    ignorePatterns: ["/dist", "/data", "/.data", "/docs", "/deploy", "/mutation"],
    reporters: ["progress-append-only"],
    allowConsoleColors: false,
    checkers: [],
    warnings: { slow: false },
    logLevel: "warn",
  }).runMutationTest();
  return report(mutants, (performance.now() - started) / 1000);
}

function chosenOf(file, parts) {
  return parts.flatMap((part) => {
    const [name, lines] = part.split(":");
    return file.includes(name) ? [lines === undefined ? file : `${file}:${lines}`] : [];
  });
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function report(mutants, seconds) {
  const tried = mutants.filter(({ status }) => [...KILLED, ...SURVIVED].includes(status));
  const files = [...new Set(tried.map(({ fileName }) => fileName))];
  const rows = files.map((file) => {
    const own = tried.filter(({ fileName }) => fileName === file);
    return { file, own, killed: own.filter(({ status }) => KILLED.includes(status)).length };
  });
  for (const { own } of rows)
    for (const mutant of own) if (SURVIVED.includes(mutant.status)) console.log(formatMutant(mutant));
  console.log("");
  for (const { file, own, killed } of rows) console.log(row(relative(process.cwd(), file), killed, own.length));
  const killed = rows.reduce((sum, one) => sum + one.killed, 0);
  console.log(`${row("together", killed, tried.length)}, in ${Math.round(seconds)} s`);
  return rows.every((one) => percent(one.killed, one.own.length) >= LEAST_KILLED);
}

const percent = (killed, of) => (100 * killed) / of;
const row = (name, killed, of) =>
  `${name.padEnd(60)} ${`${killed} of ${of}`.padStart(12)} killed, ${percent(killed, of).toFixed(1)} %`;

/** Formats a mutant: its status, position and replacement. */
function formatMutant({ fileName, location, replacement, status }) {
  const place = `${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column}`;
  return `${status === "NoCoverage" ? "no test runs" : "survived"} ${place}  ${replacement.replaceAll(/\s+/g, " ").slice(0, 120)}`;
}
