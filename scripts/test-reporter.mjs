import { setTimeout } from "node:timers";
import { format } from "node:util";
import Mocha from "mocha";

const { EVENT_RUN_END, EVENT_TEST_FAIL } = Mocha.Runner.constants;
const { Base } = Mocha.reporters;

/**
 * Milliseconds after the last test until open resources are treated as leaks. Without this limit, a leak would block a
 * build server forever.
 */
export const LEAK_MS = 15_000;

/** Exits with an error if open resources keep the process alive after its tests. */
export function endLeaks() {
  setTimeout(() => {
    console.error(`The tests are over and still open: ${process.getActiveResourcesInfo().join(", ")}`);
    process.exit(1);
  }, LEAK_MS).unref();
}

/**
 * Reports each test failure immediately: the titles of the suites and the test, and the error message with its diff.
 */
export function onFailure(runner, tell) {
  runner.on(EVENT_TEST_FAIL, (test) => {
    const { consoleLog } = Base;
    let text = "";
    Base.consoleLog = (...line) => (text += `${format(...line)}\n`);
    Base.list([test]);
    Base.consoleLog = consoleLog;
    tell(text);
  });
}

/** Formats a failure that happened outside the tests of a file, in the form of a mocha report. */
export const failureText = (what) => `  1 failing\n\n  ${what}\n`;

/** Mocha's spec reporter with immediate failures, followed by a line that programs can parse: `12 passed, 0 failed`. */
export default class TestReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    onFailure(runner, (text) => process.stdout.write(text));
    runner.once(EVENT_RUN_END, () => {
      process.once("exit", () => console.log(`${this.stats.passes} passed, ${this.stats.failures} failed`));
      endLeaks();
    });
  }
}
