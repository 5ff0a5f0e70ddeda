import { expect } from "chai";
import fc from "fast-check";
import { accumulate, accumulateOccasions, faded } from "../../../../src/behaviour/signals/accumulate.js";
import {
  emptySignals,
  emptyStorefront,
  type ProductSignals,
} from "../../../../src/behaviour/signals/product-signals.js";
import type { Contribution } from "../../../../src/behaviour/signals/visits.js";
import { DEFAULT_POPULARITY } from "../../../../src/storefront/popularity-configuration.js";

const DAY = 86_400_000;
const RULES = { ...DEFAULT_POPULARITY, half_life_days: 10 };
const contribution = (number: number, at: number, more: Partial<Contribution> = {}): Contribution => ({
  product: "A",
  tag: 1 + number,
  at,
  position: { month: "2026-05", number },
  interest: null,
  viewed: false,
  bought: false,
  viewed_with: [],
  bought_with: [],
  ...more,
});

describe("signals of a product", () => {
  it("are decaying sums, each with its own half-life", () => {
    const { learned, revisit_at, ...sums } = accumulate(
      emptySignals("shop", "A"),
      [
        contribution(1, 0, { interest: "view", viewed: true, viewed_with: ["B"] }),
        contribution(2, 180 * DAY, { interest: "purchase", bought: true, bought_with: ["C"] }),
        contribution(3, 180 * DAY, { viewed_with: ["B", "C"] }),
      ],
      { ...RULES, half_life_days: 180 },
    );
    expect(sums).to.deep.equal({
      client_id: "shop", product_identifier: "A", as_of: 180 * DAY, pending: false,
      interest: 0.5 + 6, usually: 0.5, lately: 2 ** -90,
      viewed: { occasions: 0.5, news: 1, together: [["B", 1.5, [2, 4]], ["C", 1, [4]]] },
      bought: { occasions: 1, news: 1, together: [["C", 1, [3]]] },
      deeds: [[2, "view"], [2, "visit"], [3, "purchase"]],
      counted: { "2026-05": 3 },
    }); // prettier-ignore
    expect([learned.popularity, revisit_at]).to.deep.equal([0, null]);
  });

  it("count an event once when it is read again, separately for each month", () => {
    const events = [1, 2, 3].map((number) => contribution(number, DAY, { interest: "cart", viewed: true }));
    const once = accumulate(emptySignals("shop", "A"), events, RULES);
    expect(accumulate(once, events, RULES)).to.equal(once);
    const other = { ...contribution(1, DAY, { interest: "view" }), position: { month: "2026-04", number: 1 } };
    const more = accumulate(once, [other, ...events, contribution(4, DAY, { interest: "view" })], RULES);
    expect([more.interest, more.counted]).to.deep.equal([11, { "2026-04": 1, "2026-05": 4 }]);
  });

  it("are the same however events are divided among calls, and whichever came first", () => {
    const drawn = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 400 * DAY }),
        interest: fc.constantFrom("view" as const, "cart" as const, "purchase" as const, null),
        viewed: fc.boolean(),
        bought: fc.boolean(),
        viewed_with: fc.subarray(["B", "C", "D"]),
        bought_with: fc.subarray(["B", "C", "D"]),
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

  it("keep the most frequent other products, up to a limit", () => {
    let signals = emptySignals("shop", "A");
    for (let number = 0; number < 500; number += 1) {
      const viewed_with = [`p${number}`, "often"];
      signals = accumulate(signals, [contribution(number, DAY, { viewed: true, viewed_with })], RULES);
    }
    expect(signals.viewed.together.length).to.be.within(50, 100);
    expect(signals.viewed.together[0]).to.deep.equal(["often", 500, [497, 498, 499, 500]]);
  });

  it("are stored beside the storefront's counts of visits", () => {
    const occasion = (number: number, at: number, viewed: boolean, bought: boolean) => ({
      client_id: "shop",
      at,
      viewed,
      bought,
      position: { month: "2026-05", number },
    });
    const all = [occasion(1, 0, true, false), occasion(2, 180 * DAY, false, true), occasion(3, 180 * DAY, true, true)];
    const once = accumulateOccasions(emptyStorefront("shop"), all);
    expect(once).to.deep.equal({
      client_id: "shop",
      as_of: 180 * DAY,
      visits: 1.5,
      purchases: 2,
      counted: { "2026-05": 3 },
    });
    expect(accumulateOccasions(once, all)).to.equal(once);
  });
});

const sumsOf = ({ interest, usually, lately, viewed, bought }: ProductSignals) => [
  ...[interest, usually, lately, viewed.occasions, bought.occasions],
  ...["B", "C", "D"].flatMap((other) =>
    [viewed, bought].map(({ together }) => together.find(([one]) => one === other)?.[1] ?? 0),
  ),
];
