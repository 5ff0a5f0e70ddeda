import { expect } from "chai";
import { setImmediate } from "node:timers/promises";
import { type CountProgress, withCountBar } from "../../../src/commands/output.js";

const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;

/**
 * Runs `work` with a progress bar that is not written to the terminal of the test.
 * @returns the result or error message, the number of timers started, and the number of timers still running at the end
 */
async function timersLeftBy(work: (onProgress: CountProgress) => Promise<string>) {
  await setImmediate(); // Mocha starts its own timer after a test has returned its promise.
  const write = process.stderr.write.bind(process.stderr);
  const before = timers();
  let during = before;
  process.stderr.write = () => true;
  try {
    const ended = await withCountBar("Backup", async (onProgress) => {
      onProgress(1, 2);
      during = timers();
      return work(onProgress);
    }).catch((error: unknown) => (error as Error).message);
    return { ended, shown: during - before, left: timers() - before };
  } finally {
    process.stderr.write = write;
  }
}

describe("command progress bar", () => {
  it("the command progress bar stops its timer after the final count", async () => {
    const found = await timersLeftBy((onProgress) => {
      onProgress(2, 2);
      return Promise.resolve("done");
    });
    expect(found).to.deep.equal({ ended: "done", shown: 1, left: 0 });
  });

  it("the command progress bar stops its timer if the command fails, so that the process can exit", async () => {
    const found = await timersLeftBy(() => Promise.reject(new Error("the engine is gone")));
    expect(found).to.deep.equal({ ended: "the engine is gone", shown: 1, left: 0 });
  });
});
