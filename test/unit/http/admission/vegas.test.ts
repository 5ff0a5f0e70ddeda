import { expect } from "chai";
import fc from "fast-check";
import { createVegasLimit, type AdaptiveLimit } from "../../../../src/http/admission/vegas.js";

const OPTIONS = { initial: 8, floor: 4, ceiling: 64 };

/** A server that takes `baseMs` for a request and can end one every `everyMs`; always as many ask as may. */
function saturate(
  limit: AdaptiveLimit,
  baseMs: number,
  everyMs: number,
  from: number,
  seconds: number,
  kind = "a",
): number {
  let now = from;
  while (now < from + seconds * 1_000) {
    now += Math.max(everyMs, baseMs / limit.limit);
    limit.served({ kind, ms: Math.max(baseMs, limit.limit * everyMs), ok: true }, limit.limit, now);
  }
  return now;
}

/** Requests that come one after the other. */
function calm(limit: AdaptiveLimit, ms: number, from: number, requests = 200, kind = "a"): number {
  for (let at = 1; at <= requests; at += 1) limit.served({ kind, ms, ok: true }, 1, from + at * 20);
  return from + requests * 20;
}

describe("Vegas limit", () => {
  it("settles a little above the concurrency that keeps a server busy", () => {
    const limit = createVegasLimit(OPTIONS);
    saturate(limit, 8, 3, calm(limit, 8, 0), 20);
    expect(limit.limit).to.be.within(4, 8);
  });

  it("rises for a distant server that serves many requests at once", () => {
    const limit = createVegasLimit(OPTIONS);
    saturate(limit, 90, 3, calm(limit, 90, 0), 25);
    expect(limit.limit).to.be.within(30, 40);
  });

  it("keeps its level however long the overload lasts", () => {
    const limit = createVegasLimit(OPTIONS);
    saturate(limit, 8, 3, calm(limit, 8, 0), 600);
    expect(limit.limit).to.be.within(4, 12);
  });

  it("does not mistake another mixture of requests for congestion", () => {
    const limit = createVegasLimit({ ...OPTIONS, initial: 20 });
    let now = calm(limit, 2, calm(limit, 20, 0, 200, "slow"), 200, "quick");
    for (let at = 0; at < 1_000; at += 1) {
      now += 5;
      limit.served(at % 10 === 0 ? { kind: "quick", ms: 2, ok: true } : { kind: "slow", ms: 20, ok: true }, 20, now);
    }
    expect(limit.limit).to.be.above(20);
  });

  it("stays unchanged while there are few requests", () => {
    const limit = createVegasLimit(OPTIONS);
    calm(limit, 8, 0, 2_000);
    expect(limit.limit).to.equal(8);
  });

  it("falls to its floor while the engine fails, and rises when it is back", () => {
    const limit = createVegasLimit({ ...OPTIONS, initial: 30 });
    let now = calm(limit, 90, 0);
    for (let at = 0; at < 200; at += 1) limit.served({ kind: "a", ms: 2_500, ok: false }, 30, (now += 50));
    expect(limit.limit).to.equal(4);
    saturate(limit, 90, 3, now, 25);
    expect(limit.limit).to.be.above(25);
  });

  it("stays between its floor and ceiling, whatever is served", () => {
    const served = fc.record({
      kind: fc.constantFrom("a", "b"),
      ms: fc.double({ min: 0, max: 10_000, noNaN: true }),
      ok: fc.boolean(),
    });
    const arrivals = fc.array(fc.tuple(served, fc.nat(100), fc.nat(50)), { maxLength: 2_000, size: "max" });
    fc.assert(
      fc.property(arrivals, (list) => {
        const limit = createVegasLimit(OPTIONS);
        let now = 0;
        for (const [request, running, ms] of list) {
          limit.served(request, running, (now += ms));
          expect(Number.isInteger(limit.limit) && limit.limit >= 4 && limit.limit <= 64).to.equal(true);
        }
      }),
      { numRuns: 20 },
    );
  });
});
