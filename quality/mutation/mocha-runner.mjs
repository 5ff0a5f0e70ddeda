/** Mocha test runner for Stryker. Stryker's own runner depends on internals that mocha 12 has removed. */
import { performance } from "node:perf_hooks";
import { resolve } from "node:path";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import Mocha from "mocha";

const { EVENT_TEST_FAIL, EVENT_TEST_PASS } = Mocha.Runner.constants;

/** Global state of instrumented code: the active mutant and the coverage. */
const context = (globalThis.__stryker__ ??= {});

class MochaRunner {
  static inject = tokens(commonTokens.options);

  #mocha = new Mocha({ reporter: class {}, timeout: 0 });
  #isLoaded = false;

  constructor({ mochaFiles }) {
    this.#mocha.cleanReferencesAfterRun(false);
    for (const file of mochaFiles) this.#mocha.addFile(resolve(file));
    this.#mocha.suite.beforeEach(function () {
      context.currentTestId = this.currentTest.fullTitle();
    });
  }

  /** Modules load once per process, so a mutant in module initialization needs a new process. */
  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun({ coverageAnalysis, disableBail }) {
    const result = await this.#run(disableBail);
    const mutantCoverage = coverageAnalysis === "off" ? undefined : context.mutantCoverage;
    return result.status === DryRunStatus.Complete ? { ...result, mutantCoverage } : result;
  }

  async mutantRun({ activeMutant, testFilter, disableBail, hitLimit, mutantActivation }) {
    context.hitLimit = hitLimit;
    context.hitCount = hitLimit === undefined ? undefined : 0;
    const titles = testFilter?.map((title) => `^${title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`);
    this.#mocha.grep(new RegExp(titles?.join("|") ?? ""));
    return toMutantRunResult(await this.#run(disableBail, activeMutant.id, mutantActivation));
  }

  /** Required by Stryker. Each runner is a process, so there are no resources to free. */
  dispose() {}

  /** Runs all tests and returns their results. A failed hook is returned as the result of its tests. */
  async #run(disableBail, mutant, activation) {
    bailIn(this.#mocha.suite, !disableBail);
    const tests = [];
    try {
      if (!this.#isLoaded) {
        context.activeMutant = activation === "static" ? mutant : undefined;
        await this.#mocha.loadFilesAsync();
        this.#isLoaded = true;
      }
      context.activeMutant = mutant;
      await new Promise((done) => {
        let since = performance.now();
        const end = (test, status, failureMessage) => {
          const name = test.fullTitle();
          const timeSpentMs = performance.now() - since;
          tests.push({ id: name, name, fileName: test.file, timeSpentMs, status, failureMessage });
          since = performance.now();
        };
        const runner = this.#mocha.run(done);
        runner.on(EVENT_TEST_PASS, (test) => end(test, TestStatus.Success));
        runner.on(EVENT_TEST_FAIL, (test, error) =>
          end(test, TestStatus.Failed, error.message || error.stack || "no message"),
        );
      });
    } catch (error) {
      return { status: DryRunStatus.Error, errorMessage: error.stack ?? String(error) };
    }
    const overrun = determineHitLimitReached(context.hitCount, context.hitLimit);
    return overrun ?? { status: DryRunStatus.Complete, tests };
  }
}

function bailIn(suite, bail) {
  suite.bail(bail);
  for (const child of suite.suites) bailIn(child, bail);
}

/**
 * Custom option with the test files. With Stryker's own option, code that runs during module loading would not be
 * mutated.
 */
export const strykerValidationSchema = {
  properties: { mochaFiles: { type: "array", items: { type: "string" }, default: [] } },
};

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "mocha", MochaRunner)];
