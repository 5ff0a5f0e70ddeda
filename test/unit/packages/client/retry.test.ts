import { expect } from "chai";
import fc from "fast-check";
import { nextDelay, retryAfter, RETRIES } from "../../../../packages/client/src/retry.js";

const policies = fc.record({
  attempts: fc.integer({ min: 1, max: 10 }),
  baseMs: fc.integer({ min: 1, max: 1_000 }),
  maxMs: fc.integer({ min: 1, max: 10_000 }),
  totalMs: fc.integer({ min: 0, max: 60_000 }),
});
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const requested = fc.option(fc.integer({ min: 0, max: 60_000 }));

describe("the retry schedule", () => {
  it("the retry schedule stays within the maximum number of attempts and total time for any Retry-After value", () => {
    fc.assert(
      fc.property(policies, fc.infiniteStream(fc.tuple(randoms, requested)), (policy, failures) => {
        let elapsedMs = 0;
        let count = 0;
        for (const [random, retryAfterMs] of failures) {
          count += 1;
          const delay = nextDelay(policy, { count, elapsedMs, retryAfterMs }, random);
          if (delay === undefined) break;
          elapsedMs += delay;
        }
        expect(count).to.be.at.most(policy.attempts);
        expect(elapsedMs).to.be.at.most(policy.totalMs);
      }),
    );
  });

  it("the retry schedule waits at least the time that Retry-After specifies", () => {
    fc.assert(
      fc.property(
        policies,
        fc.integer({ min: 1, max: 9 }),
        requested,
        randoms,
        (policy, count, retryAfterMs, random) => {
          const patient = { ...policy, attempts: 10, totalMs: Infinity };
          const delay = nextDelay(patient, { count, elapsedMs: 0, retryAfterMs }, random);
          const least = retryAfterMs ?? 0;
          expect(delay).to.be.within(least, least + Math.min(policy.maxMs, policy.baseMs * 2 ** (count - 1)));
        },
      ),
    );
  });

  it("the retry schedule distributes random delays over the whole range between the minimum and maximum delay", () => {
    const first = { count: 1, elapsedMs: 0, retryAfterMs: null };
    expect([0, 0.5, 0.99].map((random) => nextDelay(RETRIES, first, random))).to.deep.equal([0, 100, 198]);
    const third = { count: 3, elapsedMs: 0, retryAfterMs: 1_000 };
    expect([0, 0.5].map((random) => nextDelay(RETRIES, third, random))).to.deep.equal([1_000, 1_400]);
  });

  it("retryAfter parses the Retry-After header as seconds and as a date", () => {
    const now = Date.parse("2026-11-02T10:15:00Z");
    const headers = ["3", "0", "Mon, 02 Nov 2026 10:15:07 GMT", "Mon, 02 Nov 2026 10:14:00 GMT", "soon", "", null];
    expect(headers.map((header) => retryAfter(header, now))).to.deep.equal([3_000, 0, 7_000, 0, null, null, null]);
  });
});
