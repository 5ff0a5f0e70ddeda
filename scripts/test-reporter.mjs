import { setTimeout } from "node:timers";
import Mocha from "mocha";

/** Anything still open this long after the last test is a leak, and would keep a build server waiting for ever. */
const LEAK_MS = 15_000;

/** Ends this process with an error when something keeps it alive although its tests are over. */
export function endLeaks() {
  setTimeout(() => {
    console.error(`The tests are over and still open: ${process.getActiveResourcesInfo().join(", ")}`);
    process.exit(1);
  }, LEAK_MS).unref();
}

/** Mocha's own report, then one line for programs: `12 passed, 0 failed`. */
export default class TestReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      process.once("exit", () => console.log(`${this.stats.passes} passed, ${this.stats.failures} failed`));
      endLeaks();
    });
  }
}
