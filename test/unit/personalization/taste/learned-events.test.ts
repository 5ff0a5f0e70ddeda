import { expect } from "chai";
import fc from "fast-check";
import { BOUNDS } from "../../../../src/personalization/taste/document.js";
import { notLearned, withLearned, type LearnedEvent } from "../../../../src/personalization/taste/learn.js";

const NOTHING = { events: [], events_until: 0 };
const learned = (received_at: number, key = `k${received_at}`): LearnedEvent => ({ key, received_at });
const again = (event: LearnedEvent): LearnedEvent => ({ ...event, isRepeated: true });

describe("the events that a taste profile has already counted", () => {
  it("a taste profile recognizes repeated events by their keys, also within a batch", () => {
    const known = withLearned(NOTHING, [learned(5)]);
    expect(notLearned(known, [learned(5), learned(6), learned(6)])).to.deep.equal([learned(6)]);
  });

  it("a taste profile stores only the keys of the most recently received events", () => {
    const all = Array.from({ length: BOUNDS.events + 10 }, (_, at) => learned(1_000 + at));
    const { events, events_until } = withLearned(withLearned(NOTHING, all.slice(20)), all.slice(0, 20));
    expect(events).to.have.length(BOUNDS.events);
    expect(events_until).to.equal(1_009);
    expect(notLearned({ events, events_until }, all.map(again))).to.deep.equal([]);
  });

  it("a taste profile accepts a new event that is older than all stored events, and rejects its repetition", () => {
    const all = Array.from({ length: BOUNDS.events + 1 }, (_, at) => learned(1_000 + at));
    const full = withLearned(NOTHING, all);
    const [late, later] = [learned(7), learned(1_500, "other")];
    expect(notLearned(full, [late, again(later)])).to.deep.equal([late, again(later)]);
    const taught = withLearned(full, [late]);
    expect(notLearned(taught, [again(late)])).to.deep.equal([]);
    expect(taught.events_until).to.equal(1_000);
  });

  it("a taste profile without stored event times recognizes repeated events by their keys", () => {
    expect(
      notLearned({ events: ["k5"], events_until: 10 }, [learned(5), again(learned(9)), learned(11)]),
    ).to.deep.equal([learned(11)]);
  });

  it("a taste profile counts each event once, regardless of repetition, order and batching", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(150), fc.boolean()), { maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        (reported, size) => {
          const counts = new Map<string, number>();
          const stored = new Set<number>();
          let document: Parameters<typeof notLearned>[0] = NOTHING;
          for (let start = 0; start < reported.length; start += size) {
            // An event is new only when it is stored for the first time.
            const batch = reported.slice(start, start + size).map(([time]) => {
              const event = stored.has(time) ? again(learned(time)) : learned(time);
              stored.add(time);
              return event;
            });
            const fresh = notLearned(document, batch);
            for (const { key } of fresh) counts.set(key, (counts.get(key) ?? 0) + 1);
            document = withLearned(document, fresh);
          }
          expect([...counts.values()].every((count) => count === 1)).to.equal(true);
          expect(counts.size).to.equal(stored.size);
        },
      ),
    );
  });

  it("a taste profile counts a resent event that was lost at first, unless the keys of later events were removed", () => {
    fc.assert(
      fc.property(fc.nat(2 * BOUNDS.events), (later) => {
        const missed = learned(1_000);
        const others = Array.from({ length: later }, (_, at) => learned(1_001 + at));
        const made = notLearned(withLearned(NOTHING, others), [again(missed)]);
        expect(made).to.have.length(later <= BOUNDS.events ? 1 : 0);
      }),
    );
  });
});
