import { expect } from "chai";
import fc from "fast-check";
import { accumulate, type Contribution, faded } from "../../../../src/behaviour/signals/accumulate.js";
import { emptySignals, type ProductSignals } from "../../../../src/behaviour/signals/product-signals.js";
import { DEFAULT_POPULARITY } from "../../../support/defaults.js";

const DAY = 86_400_000;
const RULES = { ...DEFAULT_POPULARITY, half_life_days: 10 };
const contribution = (number: number, at: number, more: Partial<Contribution> = {}): Contribution => ({
  product: "A",
  tag: 1 + number,
  at,
  position: { month: "2026-05", number },
  interest: "view",
  ...more,
});

describe("accumulate", () => {
  it("product signals are sums of events with a separate half-life for each signal", () => {
    const { learned, revisit_at, ...sums } = accumulate(
      emptySignals("shop", "A"),
      [contribution(1, 0), contribution(2, 180 * DAY, { interest: "purchase" })],
      { ...RULES, half_life_days: 180 },
    );
    expect(sums).to.deep.equal({
      client_id: "shop", product_identifier: "A", as_of: 180 * DAY, pending: false,
      interest: 0.5 + 6, usually: 1.5, lately: 1 + 2 ** -90,
      deeds: [[2, "view"], [3, "purchase"]],
      counted: { "2026-05": 2 },
    }); // prettier-ignore
    expect([learned.popularity, revisit_at]).to.deep.equal([0, null]);
  });

  it("product signals count a device once per event type until enough other devices have interacted with the product", () => {
    const own = (number: number, interest: Contribution["interest"]) => contribution(number, DAY, { tag: 7, interest });
    const first = [own(1, "view"), own(2, "view"), own(3, "cart"), own(4, "view")];
    const once = accumulate(emptySignals("shop", "A"), first, RULES);
    expect([once.interest, once.usually, once.lately]).to.deep.equal([1 + 3, 1, 1]);
    const others = Array.from({ length: 60 }, (_, at) => contribution(5 + at, DAY, { tag: 100 + at }));
    const again = accumulate(once, [...others, own(65, "view")], RULES);
    expect([again.interest, again.usually]).to.deep.equal([4 + 60 + 1, 1 + 60 + 1]);
  });

  it("product signals count an event once, even if the event is read repeatedly", () => {
    const events = [1, 2, 3].map((number) => contribution(number, DAY, { interest: "cart" }));
    const once = accumulate(emptySignals("shop", "A"), events, RULES);
    expect(accumulate(once, events, RULES)).to.equal(once);
    const other = { ...contribution(1, DAY), position: { month: "2026-04", number: 1 } };
    const more = accumulate(once, [other, ...events, contribution(4, DAY)], RULES);
    expect([more.interest, more.counted]).to.deep.equal([11, { "2026-04": 1, "2026-05": 4 }]);
  });

  it("product signals are the same for any batching and order of events", () => {
    const drawn = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 400 * DAY }),
        interest: fc.constantFrom("view" as const, "cart" as const, "purchase" as const),
      }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(drawn, fc.infiniteStream(fc.nat(4)), (events, cuts) => {
        const until = 400 * DAY;
        const numbered = (list: typeof events) => list.map((one, number) => contribution(number, one.at, one));
        const whole = accumulate(emptySignals("shop", "A"), numbered(events), RULES);
        let parts = emptySignals("shop", "A");
        for (let rest = numbered(events); rest.length > 0;) {
          const size = cuts.next().value as number;
          parts = accumulate(parts, rest.slice(0, size), RULES);
          rest = rest.slice(size === 0 ? 0 : size);
        }
        const reversed = accumulate(emptySignals("shop", "A"), numbered(events.toReversed()), RULES);
        for (const other of [parts, reversed]) {
          const [one, two] = [sumsOf(faded(whole, until, 10)), sumsOf(faded(other, until, 10))];
          one.forEach((sum, at) => expect(two[at]).to.be.closeTo(sum, 1e-9 * (1 + sum)));
        }
      }),
      { numRuns: 50 },
    );
  });
});

const sumsOf = ({ interest, usually, lately }: ProductSignals) => [interest, usually, lately];
