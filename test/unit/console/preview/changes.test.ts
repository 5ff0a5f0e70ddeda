import { expect } from "chai";
import fc from "fast-check";
import type { Ask } from "../../../../console/server/preview/asks.js";
import {
  changesBySubject,
  isChanged,
  type PageSeen,
  type Replayed,
} from "../../../../console/server/preview/changes.js";
import { clickCurve, PRIOR_ANSWERS, rateAt } from "../../../../console/server/preview/click-curve.js";
import { gainsAndLosses } from "../../../../console/server/preview/gains.js";

function asked(query: string, times: number, device_id = "d"): Ask {
  const subject = { query, filters: null, facet_filters: null, sort: null };
  return { key: query, subject, body: { user: { device_id }, query }, times };
}
const page = (ids: readonly string[], total = ids.length): PageSeen => ({ ids, total, redirect: null });
const curve = clickCurve([{ shown: ["a", "b", "c"], clicked: new Set(["a"]) }]);

const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 4 });
const seen = ids.map((given) => page(given));
const replayedOf = fc
  .record({ query: fc.constantFrom("x", "y"), times: fc.integer({ min: 1, max: 9 }), before: seen, after: seen })
  .map(({ query, times, before, after }): Replayed => ({ ask: asked(query, times), before, after }));

describe("what a draft changes", () => {
  it("is told by query and listing, those that become empty first, then by how much for how many", () => {
    const replayed: Replayed[] = [
      { ask: asked("coat", 2), before: page(["a", "b"]), after: page(["b", "a"]) },
      { ask: asked("coat", 6, "e"), before: page(["a", "b"]), after: page(["a", "b"]) },
      { ask: asked("hat", 1), before: page(["a"]), after: page([]) },
      { ask: asked("polo", 3), before: page([]), after: page(["c"]) },
      { ask: asked("sock", 9), before: page(["a"], 5), after: page(["a"], 5) },
      { ask: asked("sale", 1), before: page(["a"]), after: { ...page(["a"]), redirect: "/sale" } },
    ];
    const { subject } = asked("coat", 1);
    const same = { before: null, after: null };
    const of = (key: string) => ({ key, subject: { ...subject, query: key }, redirect: same });
    expect(changesBySubject(replayed)).to.deep.equal([
      {
        ...of("hat"),
        times: 1,
        changed_times: 1,
        devices: 1,
        change: 1,
        total: { before: 1, after: 0 },
        became: "empty",
      },
      {
        ...of("polo"),
        times: 3,
        changed_times: 3,
        devices: 1,
        change: 1,
        total: { before: 0, after: 1 },
        became: "found",
      },
      {
        ...of("coat"),
        times: 8,
        changed_times: 2,
        devices: 2,
        change: 1 / 8,
        total: { before: 2, after: 2 },
        became: null,
      },
      {
        ...of("sale"),
        times: 1,
        changed_times: 1,
        devices: 1,
        change: 0,
        total: { before: 1, after: 1 },
        redirect: { before: null, after: "/sale" },
        became: null,
      },
    ]);
  });

  it("is nothing where nothing differs, and the opposite the other way round", () => {
    fc.assert(
      fc.property(fc.array(replayedOf, { maxLength: 8 }), (replayed) => {
        const back = replayed.map(({ ask, before, after }) => ({ ask, before: after, after: before }));
        const still = replayed.map((one) => ({ ...one, after: one.before }));
        expect(changesBySubject(still)).to.deep.equal([]);
        expect(gainsAndLosses(still, curve, (id) => id)).to.deep.equal({
          gainers: [],
          losers: [],
          gaining: 0,
          losing: 0,
        });
        const [there, again] = [replayed, back].map((each) => gainsAndLosses(each, curve, (id) => id));
        const names = (gains: typeof there) => gains!.gainers.map(({ name }) => name).sort();
        expect(names(there)).to.deep.equal(again!.losers.map(({ name }) => name).sort());
        for (const { change } of changesBySubject(replayed)) expect(change).to.be.within(0, 1);
        expect(replayed.filter(isChanged).length).to.equal(back.filter(isChanged).length);
      }),
    );
  });

  it("gives as many clicks as it takes, where pages stay as long as they were", () => {
    const permuted = ids.chain((given) =>
      fc
        .shuffledSubarray(given, { minLength: given.length })
        .map((after) => ({ before: page(given), after: page(after) })),
    );
    fc.assert(
      fc.property(fc.array(permuted, { maxLength: 8 }), (pages) => {
        const replayed = pages.map((one, at) => ({ ask: asked("q", at + 1), ...one }));
        for (const nameOf of [(id: string) => id, (id: string) => (id < "c" ? "Acme" : "Brio")]) {
          const { gainers, losers } = gainsAndLosses(replayed, curve, nameOf);
          const sum = [...gainers, ...losers].reduce((total, { gain }) => total + gain, 0);
          expect(sum).to.be.closeTo(0, 1e-6);
        }
      }),
    );
  });

  it("is told of a product: how often it is shown, where, and with which expected clicks", () => {
    const replayed = [{ ask: asked("coat", 4), before: page(["a", "b"]), after: page(["b"]) }];
    const [first, second] = [rateAt(curve, 1), rateAt(curve, 2)];
    const nowhere = { shown: 0, mean_place: null, clicks: 0 };
    expect(gainsAndLosses(replayed, curve, (id) => (id === "c" ? undefined : id))).to.deep.equal({
      gainers: [
        {
          name: "b",
          before: { shown: 4, mean_place: 2, clicks: 4 * second },
          after: { shown: 4, mean_place: 1, clicks: 4 * first },
          gain: 4 * first - 4 * second,
        },
      ],
      losers: [{ name: "a", before: { shown: 4, mean_place: 1, clicks: 4 * first }, after: nowhere, gain: -4 * first }],
      gaining: 1,
      losing: 1,
    });
  });
});

describe("the clicks expected at a place", () => {
  const discounts = [1, 1 / Math.log2(3)] as const;

  it("are the shop's own, drawn to the discount of DCG where there are few", () => {
    const answers = [
      { shown: ["a", "b"], clicked: new Set(["a"]) },
      { shown: ["c"], clicked: new Set<string>() },
    ];
    const scale = 1 / (2 * discounts[0] + discounts[1]);
    const rate = (clicked: number, shown: number, expected: number) =>
      (clicked + PRIOR_ANSWERS * expected) / (shown + PRIOR_ANSWERS);
    expect(clickCurve(answers)).to.deep.equal({
      measure: "clicks",
      answers: 2,
      clicks: 1,
      by_place: [
        { place: 1, shown: 2, clicked: 1, rate: rate(1, 2, scale * discounts[0]) },
        { place: 2, shown: 1, clicked: 0, rate: rate(0, 1, scale * discounts[1]) },
      ],
    });
  });

  it("are the discount alone without any click, and of places behind all that was shown those of the last", () => {
    const none = clickCurve([{ shown: ["a", "b"], clicked: new Set() }]);
    expect(none.measure).to.equal("places");
    expect([rateAt(none, 1), rateAt(none, 2), rateAt(none, 9)]).to.deep.equal([1, discounts[1], discounts[1]]);
    expect(rateAt(clickCurve([]), 1)).to.equal(1);
  });

  it("sum up to the clicks that there were, with places shown alike", () => {
    const shown = ["a", "b", "c"];
    fc.assert(
      fc.property(fc.array(fc.subarray(shown), { minLength: 1 }), (clicked) => {
        const { by_place, clicks } = clickCurve(clicked.map((some) => ({ shown, clicked: new Set(some) })));
        const expected = by_place.reduce((sum, { rate, shown: count }) => sum + rate * count, 0);
        if (clicks > 0) expect(expected).to.be.closeTo(clicks, 1e-6);
      }),
    );
  });
});
