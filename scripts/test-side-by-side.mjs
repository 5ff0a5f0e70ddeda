import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { fileURLToPath, URL } from "node:url";
import { failureText } from "./test-reporter.mjs";

const WORKER = fileURLToPath(new URL("test-worker.mjs", import.meta.url));
const END_WITH_PARENT = new URL("../test/support/end-with-parent.mjs", import.meta.url).href;
/**
 * Number of test processes. Several processes save time, because tests often wait for leases to expire, processes to
 * start and the engine to refresh.
 */
const WORKERS = 3;
const SLOWEST = 10;

/**
 * Runs all tests in several processes that share an engine. Each process takes the next file when it is free. Files of
 * test/e2e start their own services and engines, so they run one at a time until no other files are left. Failures are
 * shown immediately, and the results of a file when the file is complete. All failures and the slowest files are listed
 * at the end.
 */
export async function runSideBySide() {
  const { startSharedEngine } = await import("../test/support/engine.ts");
  const engine = await startSharedEngine();
  const files = filesToRun();
  const results = [];
  try {
    await Promise.all(Array.from({ length: WORKERS }, () => work(files, results, engine.url)));
  } finally {
    await engine.close();
  }
  for (const { failures } of results) if (failures !== "") console.log(failures);
  results.sort((one, other) => other.seconds - one.seconds);
  console.log(`The slowest ${SLOWEST} of ${results.length} files:`);
  for (const { file, seconds } of results.slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const total = (count) => results.reduce((sum, result) => sum + result[count], 0);
  console.log(`${total("passed")} passed, ${total("failed")} failed`);
  if (total("failed") > 0) process.exitCode = 1;
}

/**
 * Creates the queue of test files. `next()` returns the next file to run, or `undefined` if no file is left. `done()`
 * must be called after each file.
 */
function filesToRun() {
  const within = (folder) =>
    readdirSync(folder, { recursive: true })
      .filter((path) => path.endsWith(".test.ts"))
      .map((path) => join(folder, path))
      .sort();
  const large = within("test/e2e");
  const others = [...within("test/integration"), ...within("test/unit")];
  let largeRunning = 0;
  return {
    next() {
      const isLarge = others.length === 0 || (largeRunning === 0 && large.length > 0);
      const file = (isLarge ? large : others).shift();
      if (file !== undefined && isLarge) largeRunning += 1;
      return file;
    },
    done(file) {
      if (file.startsWith("test/e2e")) largeRunning -= 1;
    },
  };
}

/**
 * Runs test files in a child process. If the process exits during a file, the file fails and a new process runs the
 * remaining files.
 */
async function work(files, results, engineUrl) {
  let file = files.next();
  while (file !== undefined) {
    const worker = fork(WORKER, [], {
      execArgv: ["--import", "tsx", "--import", END_WITH_PARENT],
      env: { ...process.env, TEST_ENGINE_URL: engineUrl },
    });
    const ended = new Promise((resolve) => worker.once("close", (code, signal) => resolve(signal ?? `code ${code}`)));
    while (file !== undefined) {
      const result = await Promise.race([runFile(worker, file), ended]);
      files.done(file);
      if (typeof result === "string") {
        results.push({
          file,
          ...failure(`The test process exited with ${result} before the tests of ${file} finished.`),
        });
        file = files.next();
        break;
      }
      results.push({ file, ...result });
      file = files.next();
    }
    if (file === undefined) await endOf(worker, ended, results);
  }
}

async function endOf(worker, ended, results) {
  if (worker.connected) worker.send({ end: true }, () => undefined);
  const how = await ended;
  if (how !== "code 0")
    results.push({ file: "end of a test process", ...failure(`A test process exited with ${how}.`) });
}

const failure = (what) => ({ failures: failureText(what), passed: 0, failed: 1, seconds: 0 });

function runFile(worker, file) {
  const started = performance.now();
  return new Promise((resolve) => {
    const listen = (message) => {
      if ("shown" in message) return void process.stdout.write(message.shown);
      worker.off("message", listen);
      resolve({ ...message.result, seconds: (performance.now() - started) / 1000 });
    };
    worker.on("message", listen);
    // If the process has exited in the meantime, its `close` event reports the failure.
    if (worker.connected) worker.send({ file }, () => undefined);
  });
}
