import { expect } from "chai";
import fc from "fast-check";
import { eventTime, MAX_AGE_MS, storageMonth, unboundedEventTime } from "../../../src/tracking/event.js";
import { monthOf, monthsBefore } from "../../../src/tracking/month.js";

const NOW = Date.UTC(2026, 10, 21, 12);
const any = fc.option(fc.integer({ min: 0, max: 8.64e15 }));
const near = fc.integer({ min: NOW - MAX_AGE_MS, max: NOW });

describe("eventTime", () => {
  it("the computed event time is never in the future and at most seven days ago", () => {
    fc.assert(
      fc.property(any, any, any, (created, sent, trueTimestamp) => {
        const at = eventTime({ created, sent, trueTimestamp, collected: NOW });
        expect(at).to.be.within(NOW - MAX_AGE_MS, NOW);
      }),
    );
  });

  it("the computed event time is corrected by the error of the device clock", () => {
    fc.assert(
      fc.property(
        near,
        fc.integer({ min: 0, max: 60_000 }),
        fc.integer({ min: -1e12, max: 1e12 }),
        (at, way, wrong) => {
          const reported = eventTime({
            created: at + wrong,
            sent: NOW - way + wrong,
            trueTimestamp: null,
            collected: NOW,
          });
          expect(reported).to.equal(Math.max(NOW - MAX_AGE_MS, Math.min(NOW, at + way)));
        },
      ),
    );
  });

  it("the computed event time can be more than seven days ago if the age limit does not apply", () => {
    const MONTH_MS = 30 * 86_400_000;
    const clocks = { created: 1_000, sent: 1_000 + MONTH_MS, trueTimestamp: null, collected: NOW };
    expect([eventTime(clocks), unboundedEventTime(clocks)]).to.deep.equal([NOW - MAX_AGE_MS, NOW - MONTH_MS]);
    expect(unboundedEventTime({ ...clocks, created: clocks.sent + 1 })).to.equal(NOW);
  });

  it("the computed event time is the arrival time if the event has no creation time or no sending time", () => {
    expect(eventTime({ created: 5, sent: null, trueTimestamp: null, collected: NOW })).to.equal(NOW);
    expect(eventTime({ created: null, sent: 5, trueTimestamp: null, collected: NOW })).to.equal(NOW);
    expect(eventTime({ created: 1, sent: 2, trueTimestamp: NOW - 77, collected: NOW })).to.equal(NOW - 77);
  });
});

describe("storage month of an event", () => {
  const clocks = (created: number | null, collected: number) => ({
    created,
    sent: null,
    trueTimestamp: null,
    collected,
  });

  it("the storage month of an event is the current month or the previous month", () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: Date.UTC(2100, 0) }), (created, collected) => {
        const current = monthOf(collected);
        expect([current, monthsBefore(current, 1)]).to.include(storageMonth(clocks(created, collected)));
      }),
    );
  });

  it("the storage month of an event does not change if the event is sent again up to 28 days later", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 28 * 86_400_000 }), (later) => {
        expect(storageMonth(clocks(NOW, NOW + later))).to.equal("2026-11");
      }),
    );
  });

  it("the storage month of an event does not depend on device clocks with large errors", () => {
    expect(storageMonth(clocks(0, NOW))).to.equal("2026-11");
    expect(storageMonth(clocks(Date.UTC(2036, 0), NOW))).to.equal("2026-11");
    expect(storageMonth(clocks(null, NOW))).to.equal("2026-11");
    expect(storageMonth(clocks(Date.UTC(2026, 9, 31), NOW))).to.equal("2026-10");
  });
});
