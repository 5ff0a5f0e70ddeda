import process from "node:process";
import { format } from "node:util";
import Mocha from "mocha";
import { endLeaks, onFailure } from "./test-reporter.mjs";

const { EVENT_SUITE_END, EVENT_RUN_END } = Mocha.Runner.constants;

/**
 * Mocha's own report for the process that runs several parts: each failure when it happens, each suite as a whole when it is over,
 * then what was counted.
 */
export default class TestPartReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    let text = "";
    Mocha.reporters.Base.consoleLog = (...line) => (text += `${format(...line)}\n`);
    const taken = () => {
      const all = text;
      text = "";
      return all;
    };
    super(runner, options);
    onFailure(runner, (failure) => process.send({ failure }));
    runner.on(EVENT_SUITE_END, (suite) => {
      if (suite.parent?.root) process.send({ suite: taken() });
    });
    runner.once(EVENT_RUN_END, () => {
      const { passes, failures } = this.stats;
      process.send({ summary: taken(), passed: passes, failed: failures });
      endLeaks();
    });
  }
}
