import { expect } from "chai";
import { startPeriodic } from "../../../src/lib/periodic.js";
import { until } from "../../support/until.js";

/** Creates a periodic task whose runs end only when the test ends them. */
function scripted() {
  const ends: (() => void)[] = [];
  let most = 0;
  let running = 0;
  return {
    ends,
    mostAtOnce: () => most,
    run: () =>
      new Promise<void>((resolve) => {
        running += 1;
        most = Math.max(most, running);
        ends.push(() => {
          running -= 1;
          resolve();
        });
      }),
  };
}

const LONG_MS = 60_000;
const settled = () => new Promise(setImmediate);

describe("a periodic job", () => {
  it("a periodic job continues after a failed run", async () => {
    const errors: unknown[] = [];
    const failing = () => Promise.reject(new Error(`${errors.length}`));
    const periodic = startPeriodic(failing, { everyMs: 1, onError: (error) => errors.push(error) });
    await until("three runs", () => errors.length >= 3);
    await periodic.close();
    expect(errors[0]).to.be.instanceOf(Error);
  });

  it("a periodic job that is triggered several times during a run is run once more after that run", async () => {
    const { run, ends, mostAtOnce } = scripted();
    const periodic = startPeriodic(run, { everyMs: LONG_MS, atOnce: true });
    for (let time = 0; time < 3; time += 1) periodic.wake();
    ends[0]?.();
    await settled();
    ends[1]?.();
    await settled();
    expect([ends.length, mostAtOnce()]).to.deep.equal([2, 1]);
    periodic.wake();
    await settled();
    expect(ends.length).to.equal(3);
    ends[2]?.();
    await periodic.close();
  });

  it("closing a periodic job waits for the current run and prevents further runs", async () => {
    const { run, ends } = scripted();
    const periodic = startPeriodic(run, { everyMs: 1, atOnce: true });
    periodic.wake();
    let isClosed = false;
    const closing = periodic.close().then(() => (isClosed = true));
    await settled();
    expect(isClosed).to.equal(false);
    ends[0]?.();
    await closing;
    periodic.wake();
    expect(ends.length).to.equal(1);
  });
});
