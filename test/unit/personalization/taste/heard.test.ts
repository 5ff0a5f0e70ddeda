import { expect } from "chai";
import fc from "fast-check";
import { BOUNDS } from "../../../../src/personalization/taste/document.js";
import { unheard, withHeard, type HeardEvent } from "../../../../src/personalization/taste/heard.js";

const NOTHING = { events: [], events_until: 0 };
const heard = (received_at: number, key = `k${received_at}`): HeardEvent => ({ key, received_at });
const again = (event: HeardEvent): HeardEvent => ({ ...event, isRepeated: true });

describe("events that a taste document has counted", () => {
  it("are known by their keys, also within one batch", () => {
    const known = withHeard(NOTHING, [heard(5)]);
    expect(unheard(known, [heard(5), heard(6), heard(6)])).to.deep.equal([heard(6)]);
  });

  it("are those received latest", () => {
    const all = Array.from({ length: BOUNDS.events + 10 }, (_, at) => heard(1_000 + at));
    const { events, events_until } = withHeard(withHeard(NOTHING, all.slice(20)), all.slice(0, 20));
    expect(events).to.have.length(BOUNDS.events);
    expect(events_until).to.equal(1_009);
    expect(unheard({ events, events_until }, all.map(again))).to.deep.equal([]);
  });

  it("are accepted when older than all that it keeps if new, and not if repeated", () => {
    const all = Array.from({ length: BOUNDS.events + 1 }, (_, at) => heard(1_000 + at));
    const full = withHeard(NOTHING, all);
    const [late, later] = [heard(7), heard(1_500, "other")];
    expect(unheard(full, [late, again(later)])).to.deep.equal([late, again(later)]);
    const taught = withHeard(full, [late]);
    expect(unheard(taught, [again(late)])).to.deep.equal([]);
    expect(taught.events_until).to.equal(1_000);
  });

  it("of documents without times are recognized by their keys", () => {
    expect(unheard({ events: ["k5"], events_until: 10 }, [heard(5), again(heard(9)), heard(11)])).to.deep.equal([
      heard(11),
    ]);
  });

  it("count once, however often, in whatever order and by whichever batches they come back", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(150), fc.boolean()), { maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        (told, size) => {
          const counts = new Map<string, number>();
          const stored = new Set<number>();
          let document: Parameters<typeof unheard>[0] = NOTHING;
          for (let start = 0; start < told.length; start += size) {
            // Only what is stored for the first time is new.
            const batch = told.slice(start, start + size).map(([time]) => {
              const event = stored.has(time) ? again(heard(time)) : heard(time);
              stored.add(time);
              return event;
            });
            const fresh = unheard(document, batch);
            for (const { key } of fresh) counts.set(key, (counts.get(key) ?? 0) + 1);
            document = withHeard(document, fresh);
          }
          expect([...counts.values()].every((count) => count === 1)).to.equal(true);
          expect(counts.size).to.equal(stored.size);
        },
      ),
    );
  });

  it("that were dropped are still recognized while few have been received later", () => {
    fc.assert(
      fc.property(fc.nat(2 * BOUNDS.events), (later) => {
        const missed = heard(1_000);
        const others = Array.from({ length: later }, (_, at) => heard(1_001 + at));
        const made = unheard(withHeard(NOTHING, others), [again(missed)]);
        expect(made).to.have.length(later <= BOUNDS.events ? 1 : 0);
      }),
    );
  });
});
