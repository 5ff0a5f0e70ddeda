import { setTimeout } from "node:timers";
import { format } from "node:util";
import Mocha from "mocha";

const { EVENT_RUN_END, EVENT_TEST_FAIL } = Mocha.Runner.constants;
const { Base } = Mocha.reporters;

/** Anything still open this long after the last test is a leak, and would keep a build server waiting for ever. */
export const LEAK_MS = 15_000;

/** Ends this process with an error when something keeps it alive although its tests are over. */
export function endLeaks() {
  setTimeout(() => {
    console.error(`The tests are over and still open: ${process.getActiveResourcesInfo().join(", ")}`);
    process.exit(1);
  }, LEAK_MS).unref();
}

/** Tells of each failure when it happens: the titles of its suites, its own, and the message with what differs. */
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

/** What a file, or the process that ran it, did wrong beside its tests, in the form in which mocha ends a report. */
export const failureText = (what) => `  1 failing\n\n  ${what}\n`;

/** Mocha's own report with each failure when it happens, then one line for programs: `12 passed, 0 failed`. */
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
