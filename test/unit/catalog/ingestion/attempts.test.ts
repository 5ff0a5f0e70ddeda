import { expect } from "chai";
import {
  conclude,
  end,
  giveUpReason,
  NO_ATTEMPTS,
  progressReached,
  type Attempts,
  type Interruption,
} from "../../../../src/catalog/ingestion/attempts.js";

/** Returns the attempts of an ingestion job with the outcome and progress of each attempt. */
const after = (...ends: readonly (readonly [Interruption, number])[]): Attempts =>
  ends.reduce(
    (before, [ended, reached], at) =>
      end(
        { ...before, running: { attempt: at + 1, started_at: "2026-01-01T00:00:00.000Z", process: `p${at}` } },
        ended,
        reached,
      ),
    NO_ATTEMPTS,
  );
const times = <T>(count: number, value: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => value(at));
const counted = ({ earlier }: Attempts) => earlier.map(({ counts }) => counts);

describe("the record of the attempts of an ingestion job", () => {
  it("a job attempt does not count as failed if the process was stopped or the engine was unavailable", () => {
    for (const ended of ["stopped", "interrupted"] as const) {
      const attempts = after(...times(200, () => [ended, 0.4] as const));
      expect(giveUpReason(attempts)).to.equal(undefined);
      expect(attempts).to.deep.include({ counted: 0, deaths: 0, furthest: 0.4 });
      expect(attempts.earlier).to.have.length(20);
      expect(attempts.earlier.at(-1)?.attempt).to.equal(200);
    }
  });

  it("a job attempt counts as failed if the process crashed and the attempt made no progress", () => {
    expect(counted(after(["died", 0.4], ["died", 0.4], ["died", 0.405]))).to.deep.equal([false, true, true]);
    expect(counted(after(["died", 0], ["died", 0]))).to.deep.equal([true, true]);
    expect(counted(after(["stopped", 0.4], ["died", 0.4]))).to.deep.equal([false, true]);
  });

  it("a job attempt does not count as failed if the attempt made progress", () => {
    expect(counted(after(["died", 0.2], ["died", 0.4], ["died", 0.1], ["died", 0.6]))).to.deep.equal(
      times(4, () => false),
    );
    expect(giveUpReason(after(["stopped", 0.5], ...times(50, () => ["died", 0.1] as const)))).to.equal(undefined);
  });

  it("a job stops after ten failed attempts or a hundred crashes", () => {
    const same = (count: number) => after(...times(count, () => ["died", 0.43] as const));
    expect(giveUpReason(same(10))).to.equal(undefined);
    expect(giveUpReason(same(11))).to.equal("gave up after 10 process crashes at the same point of the job (43 %)");
    const anywhere = (count: number) =>
      after(["stopped", 1], ...times(count, (at) => ["died", (at % 9) / 10] as const));
    expect(giveUpReason(anywhere(99))).to.equal(undefined);
    expect(giveUpReason(anywhere(100))).to.equal("gave up after 100 process crashes");
  });

  it("a job stops even if each failed attempt makes slightly more progress than the previous attempt", () => {
    let attempts = NO_ATTEMPTS;
    let deaths = 0;
    while (giveUpReason(attempts) === undefined) {
      attempts = { ...attempts, running: { attempt: ++deaths, started_at: "", process: `p${deaths}` } };
      attempts = end(attempts, "died", Math.min(1, deaths / 1000));
    }
    expect(deaths).to.be.lessThan(101);
  });

  it("a job attempt without a recorded end counts as crashed unless it belongs to the current process", () => {
    const running = { ...NO_ATTEMPTS, running: { attempt: 1, started_at: "", process: "this" } };
    const progress = { phase: "writing", bytes: 50, bytes_total: 100 } as const;
    expect(conclude(running, "this", progress).earlier[0]).to.deep.include({ ended: "interrupted", reached: 0.75 });
    expect(conclude(running, "another", progress).earlier[0]).to.deep.include({ ended: "died", reached: 0.75 });
    expect(conclude(NO_ATTEMPTS, "another", progress)).to.equal(NO_ATTEMPTS);
  });

  it("the progress of a job attempt is measured by the payload bytes that were read and written", () => {
    const at = (phase: "reading" | "writing" | "finishing", bytes: number, bytes_total = 200) =>
      progressReached({ phase, bytes, bytes_total });
    expect([progressReached(null), at("reading", 0), at("reading", 100), at("writing", 0)]).to.deep.equal([
      0, 0, 0.25, 0.5,
    ]);
    expect([at("writing", 100), at("writing", 900), at("finishing", 0), at("writing", 0, 0)]).to.deep.equal([
      0.75, 1, 1, 0.5,
    ]);
  });
});
