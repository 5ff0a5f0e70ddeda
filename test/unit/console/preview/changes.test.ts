import { expect } from "chai";
import fc from "fast-check";
import type { Request } from "../../../../console/server/preview/requests.js";
import {
  changesBySubject,
  isChanged,
  type PageSeen,
  type Replayed,
} from "../../../../console/server/preview/changes.js";
import { clickModel } from "../../../../console/server/preview/click-model.js";
import { gainsAndLosses, standsOf, wholeGain } from "../../../../console/server/preview/gains.js";

function requested(query: string, times: number, device_id = "d"): Request {
  const subject = { query, filters: null, facet_filters: null, sort: null };
  return { key: query, subject, topic: query, body: { user: { device_id }, query }, times };
}
const page = (ids: readonly string[], total = ids.length): PageSeen => ({ ids, total, redirect: null });
const kindOf = () => ({ category: "", brand: "" });
const seenOnce = { topic: "x", device: "d", first: 1, shown: ["a", "b", "c"] };
const model = clickModel([{ ...seenOnce, clicked: new Set(["a"]) }], kindOf);
const positionsAlone = clickModel([{ ...seenOnce, clicked: new Set<string>() }], kindOf);
const gainsOf = (replayed: readonly Replayed[], nameOf: (id: string) => string | undefined = (id) => id) =>
  gainsAndLosses(standsOf(replayed, model), model, nameOf);

const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 4 });
const seen = ids.map((given) => page(given));
const replayedOf = fc
  .record({ query: fc.constantFrom("x", "y"), times: fc.integer({ min: 1, max: 9 }), before: seen, after: seen })
  .map(({ query, times, before, after }): Replayed => ({ request: requested(query, times), before, after }));

describe("the impact of a draft", () => {
  it("the impact of a draft lists queries and listings that lose all results first, then the largest changes", () => {
    const replayed: Replayed[] = [
      { request: requested("coat", 2), before: page(["a", "b"]), after: page(["b", "a"]) },
      { request: requested("coat", 6, "e"), before: page(["a", "b"]), after: page(["a", "b"]) },
      { request: requested("hat", 1), before: page(["a"]), after: page([]) },
      { request: requested("polo", 3), before: page([]), after: page(["c"]) },
      { request: requested("sock", 9), before: page(["a"], 5), after: page(["a"], 5) },
      { request: requested("sale", 1), before: page(["a"]), after: { ...page(["a"]), redirect: "/sale" } },
    ];
    const { subject } = requested("coat", 1);
    const same = { before: null, after: null };
    const of = (key: string) => ({ key, subject: { ...subject, query: key }, redirect: same });
    expect(changesBySubject(replayed)).to.deep.equal([
      {
        ...of("hat"),
        times: 1,
        devices: 1,
        change: 1,
        total: { before: 1, after: 0 },
        became: "empty",
      },
      {
        ...of("polo"),
        times: 3,
        devices: 1,
        change: 1,
        total: { before: 0, after: 1 },
        became: "found",
      },
      {
        ...of("coat"),
        times: 8,
        devices: 2,
        change: 1 / 8,
        total: { before: 2, after: 2 },
        became: null,
      },
      {
        ...of("sale"),
        times: 1,
        devices: 1,
        change: 0,
        total: { before: 1, after: 1 },
        redirect: { before: null, after: "/sale" },
        became: null,
      },
    ]);
  });

  it("the impact of a draft is zero if no results differ, and changes its sign if the two versions are swapped", () => {
    fc.assert(
      fc.property(fc.array(replayedOf, { maxLength: 8 }), (replayed) => {
        const back = replayed.map(({ request, before, after }) => ({ request, before: after, after: before }));
        const still = replayed.map((one) => ({ ...one, after: one.before }));
        expect(changesBySubject(still)).to.deep.equal([]);
        expect(gainsOf(still)).to.deep.equal({
          gainers: [],
          losers: [],
          gaining: 0,
          losing: 0,
        });
        const [there, again] = [replayed, back].map((each) => gainsOf(each));
        const names = (gains: typeof there) => gains!.gainers.map(({ name }) => name).sort();
        expect(names(there)).to.deep.equal(again!.losers.map(({ name }) => name).sort());
        for (const { change } of changesBySubject(replayed)) expect(change).to.be.within(0, 1);
        expect(replayed.filter(isChanged).length).to.equal(back.filter(isChanged).length);
      }),
    );
  });

  it("the impact of a draft equals the sum of the changes of all products, or of all brands", () => {
    fc.assert(
      fc.property(fc.array(replayedOf, { maxLength: 8 }), (replayed) => {
        const whole = wholeGain(standsOf(replayed, model), model);
        for (const nameOf of [(id: string) => id, (id: string) => (id < "c" ? "Acme" : "Brio")]) {
          const { gainers, losers } = gainsOf(replayed, nameOf);
          const sum = [...gainers, ...losers].reduce((total, { gain }) => total + gain.clicks, 0);
          expect(sum).to.be.closeTo(whole.clicks, 1e-6);
        }
      }),
    );
  });

  it("the impact of a draft contains the impressions, positions and expected clicks of each product", () => {
    const replayed = [{ request: requested("coat", 4), before: page(["a", "b"]), after: page(["b"]) }];
    const [first, second] = [4, 4 / Math.log2(3)];
    const nowhere = { shown: 0, mean_position: null, clicks: 0 };
    const stands = standsOf(replayed, positionsAlone);
    const { gainers, losers, ...counts } = gainsAndLosses(stands, positionsAlone, (id) =>
      id === "c" ? undefined : id,
    );
    expect(gainers.map(({ gain, ...one }) => [one, gain.clicks])).to.deep.equal([
      [
        {
          name: "b",
          before: { shown: 4, mean_position: 2, clicks: second },
          after: { shown: 4, mean_position: 1, clicks: first },
        },
        first - second,
      ],
    ]);
    expect(losers.map(({ gain, ...one }) => [one, gain.clicks])).to.deep.equal([
      [{ name: "a", before: { shown: 4, mean_position: 1, clicks: first }, after: nowhere }, -first],
    ]);
    expect(counts).to.deep.equal({ gaining: 1, losing: 1 });
  });
});
