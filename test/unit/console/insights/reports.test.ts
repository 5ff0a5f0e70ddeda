import { expect } from "chai";
import { createReports } from "../../../../console/server/insights/reports.js";
import type { Progress } from "../../../../console/server/stream.js";

const REQUESTED = { clientId: "shop", range: { from: "2026-11-01", to: "2026-11-02" } };
const REPORT = { range: REQUESTED.range };
const ignore = () => undefined;

/** Creates a report cache with a fake clock. The test completes the computation of each report. */
function bench() {
  let now = 1;
  const making: {
    signal: AbortSignal;
    report: (progress: Progress) => void;
    done: (report: typeof REPORT) => void;
  }[] = [];
  const reports = createReports<typeof REPORT>(
    (_requested, report, signal) =>
      new Promise((resolve, reject) => {
        making.push({ signal, report, done: resolve });
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
    () => now,
  );
  const pass = (ms: number) => void (now += ms);
  const get = (signal = new AbortController().signal, report: (progress: Progress) => void = ignore) =>
    reports.get(REQUESTED, report, signal);
  return { making, pass, get };
}

describe("createReports", () => {
  it("a report is shared among concurrent callers, and reused for a minute", async () => {
    const { making, pass, get } = bench();
    const heard: string[] = [];
    const both = [
      get(undefined, ({ done }) => heard.push(`a${done}`)),
      get(undefined, ({ done }) => heard.push(`b${done}`)),
    ];
    await Promise.resolve();
    making[0]!.report({ done: 1, of: 2 });
    making[0]!.done(REPORT);
    expect(await Promise.all(both)).to.deep.equal([REPORT, REPORT]);
    expect(heard).to.deep.equal(["a1", "b1"]);
    pass(59_000);
    await get();
    expect(making).to.have.length(1);
    pass(2_000);
    void get().catch(ignore);
    await Promise.resolve();
    expect(making).to.have.length(2);
  });

  it("the computation of a report is aborted after all callers have aborted their requests", async () => {
    const { making, get } = bench();
    const [one, other] = [new AbortController(), new AbortController()];
    const both = [get(one.signal), get(other.signal)].map((requested) => requested.catch((error: unknown) => (error as Error).message)); // prettier-ignore
    await Promise.resolve();
    one.abort(new Error("gone"));
    expect(making[0]!.signal.aborted).to.equal(false);
    other.abort(new Error("gone, too"));
    expect(making[0]!.signal.aborted).to.equal(true);
    expect(await Promise.all(both)).to.deep.equal(["gone, too", "gone, too"]);
    // A report requested after the abort is computed again.
    const again = get();
    await Promise.resolve();
    making[1]!.done(REPORT);
    expect(await again).to.equal(REPORT);
  });
});
