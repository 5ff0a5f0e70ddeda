/**
 * Child process of `npm test` that runs the test files it receives, one after another, and reports mocha's test counts.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { format } from "node:util";
import Mocha from "mocha";
import { endLeaks, failureText, LEAK_MS, onFailure } from "./test-reporter.mjs";

const { EVENT_SUITE_END } = Mocha.Runner.constants;
const {
  timeout,
  "forbid-only": forbidOnly,
  "forbid-pending": forbidPending,
} = JSON.parse(readFileSync(".mocharc.json", "utf8"));

// Keep the process alive between two test files.
process.channel.ref();
process.on("message", ({ file, end }) => {
  const tell = (result) => process.send({ result });
  if (file !== undefined) void run(file).then(tell, (error) => tell(notLoaded(file, error)));
  if (end !== true) return;
  process.channel.unref();
  endLeaks();
});

async function run(file) {
  const before = openResources();
  const result = await tested(file);
  const left = await leftOpen(before);
  if (left.length === 0) return result;
  const failure = failureText(`${file} is over and leaves open: ${left.join(", ")}`);
  return { ...result, failed: result.failed + 1, failures: result.failures + failure };
}

const openResources = () => process.getActiveResourcesInfo().sort();

/** Returns the resources that the tests have opened and not closed. Waits, because connections take time to close. */
async function leftOpen(before) {
  let left = [];
  for (let waited = 0; waited <= LEAK_MS; waited += LOOK_MS) {
    const known = [...before];
    left = openResources().filter((resource) => {
      const at = known.indexOf(resource);
      if (at !== -1) known.splice(at, 1);
      return at === -1;
    });
    if (left.length === 0) break;
    await delay(LOOK_MS);
  }
  return left;
}

const LOOK_MS = 50;

async function tested(file) {
  let text = "";
  let stats;
  const taken = () => {
    const all = text;
    text = "";
    return all;
  };
  /** Mocha's spec reporter: shows failures immediately, suites when they are complete, and all failures at the end. */
  class Reporter extends Mocha.reporters.Spec {
    constructor(runner, options) {
      Mocha.reporters.Base.consoleLog = (...line) => (text += `${format(...line)}\n`);
      super(runner, options);
      ({ stats } = this);
      onFailure(runner, (failure) => process.send({ shown: failure }));
      runner.on(EVENT_SUITE_END, (suite) => {
        if (suite.parent?.root) process.send({ shown: taken() });
      });
    }
  }
  const mocha = new Mocha({ timeout, forbidOnly, forbidPending, reporter: Reporter });
  mocha.addFile(file);
  await mocha.loadFilesAsync();
  const failed = await new Promise((resolve) => mocha.run(resolve));
  mocha.dispose();
  return { passed: stats.passes, failed, failures: failed === 0 ? "" : taken() };
}

const notLoaded = (file, error) => ({
  passed: 0,
  failed: 1,
  failures: failureText(`${file} cannot be loaded: ${format(error)}`),
});
