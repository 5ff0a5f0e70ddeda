import { expect } from "chai";
import fc from "fast-check";
import { correct, forget } from "../../../../src/personalization/taste/correct.js";
import {
  BOUNDS,
  emptyTaste,
  type TasteDocument,
  type TasteKind,
} from "../../../../src/personalization/taste/document.js";
import { learn, learnImpressions, type ResolvedSignal } from "../../../../src/personalization/taste/learn.js";
import type { Effect } from "../../../../src/personalization/taste/signals.js";
import { viewsOf, tokenWeights } from "../../../../src/personalization/taste/weights.js";
import { DEFAULT_TASTE } from "../../../support/defaults.js";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const MINUTE = 60_000;
const DAY = 86_400_000;
const LIVES = DEFAULT_TASTE.half_lives;

const tokensOf = (id: string) => [`designer=D${Number(id) % 3}`, `color=C${Number(id) % 4}`];
let signals = 0;
const signal = (effect: Effect, ids: readonly (number | string)[], at: number): ResolvedSignal => ({
  key: `signal ${++signals}`,
  at,
  received_at: at,
  effect,
  products: ids.map((id) => ({ id: String(id), tokens: tokensOf(String(id)), log_price: Number(id) })),
});
const interest = (weight: number, id: number | string, at = NOW) => signal({ kind: "interest", weight }, [id], at);
const learnt = (all: readonly ResolvedSignal[], kind: TasteKind = "device", lives = LIVES): TasteDocument =>
  learn(emptyTaste("shop", kind), all, lives);
const weightsOf = (document: TasteDocument) => Object.fromEntries(tokenWeights(viewsOf([document])));

const effects: fc.Arbitrary<Effect> = fc.oneof(
  fc.constantFrom<Effect>(
    { kind: "interest", weight: 1 },
    { kind: "interest", weight: 3 },
    { kind: "interest", weight: -3 },
    { kind: "impression" },
  ),
  fc.record({
    kind: fc.constant("order" as const),
    weight: fc.constant(6),
    transaction_id: fc.constantFrom("T1", "T2"),
  }),
  fc.record({
    kind: fc.constant("refund" as const),
    weight: fc.constant(-6),
    transaction_id: fc.constantFrom("T1", "T2", "T3"),
  }),
);
/**
 * Random event histories with a small number of products and times, so that products and times occur repeatedly. Each
 * order number occurs only once.
 */
const histories = fc
  .array(
    fc.record({
      effect: effects,
      ids: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
      at: fc.integer({ min: 0, max: 400 }).map((ago) => NOW - ago * 30 * MINUTE),
    }),
    { maxLength: 40 },
  )
  .map((all) => {
    const reported = new Set<string>();
    return all
      .filter(({ effect, ids }) => {
        if (effect.kind !== "order" && !(effect.kind === "refund" && ids.length === 0)) return true;
        const name = `${effect.kind} ${effect.transaction_id}`;
        return !reported.has(name) && reported.add(name);
      })
      .map(({ effect, ids, at }) => signal(effect, ids, at));
  });

/** Expects two taste documents to be equal except for rounding. */
function expectSame(one: TasteDocument, other: TasteDocument): void {
  const numbers = ({ products, shown }: TasteDocument) => ({
    products: new Map(products.map(({ id, interest: strength }) => [id, strength])),
    shown: new Map(shown.map(([id, times]) => [id, times])),
  });
  const rest = ({ as_of, products, orders, forgotten_at }: TasteDocument) => ({
    as_of,
    forgotten_at,
    orders,
    products: products.map(({ id, at, tokens, log_price }) => ({ id, at, tokens, log_price })),
  });
  expect(rest(one)).to.deep.equal(rest(other));
  for (const part of ["products", "shown"] as const) {
    const [a, b] = [numbers(one)[part], numbers(other)[part]];
    expect([...a.keys()].sort()).to.deep.equal([...b.keys()].sort());
    for (const [name, strength] of a) expect(strength).to.be.closeTo(b.get(name)!, 1e-9);
  }
}

describe("taste learning", () => {
  it("a taste profile keeps the variant of a product that was viewed last, regardless of the order of events", () => {
    const as = (variant: string | undefined, at: number): ResolvedSignal => ({
      ...interest(1, "boot", at),
      products: [{ id: "boot", tokens: [], ...(variant !== undefined && { variant }) }],
    });
    const all = [as("white", NOW - MINUTE), as("black", NOW), as(undefined, NOW), as("red", NOW - 2 * MINUTE)];
    for (const reported of [all, all.toReversed()]) {
      expect(learnt(reported).products.map(({ id, variant, at }) => [id, variant, at])).to.deep.equal([
        ["boot", "black", NOW],
      ]);
    }
  });

  it("a taste profile does not depend on the order and batching of events", () => {
    fc.assert(
      fc.property(
        histories.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.nat(all.length)),
        ),
        fc.constantFrom<TasteKind>("device", "user"),
        ([all, shuffled, cut], kind) => {
          const parts = [shuffled.slice(0, cut), shuffled.slice(cut)];
          const inParts = parts.reduce((document, part) => learn(document, part, LIVES), emptyTaste("shop", kind));
          expectSame(inParts, learnt(all, kind));
        },
      ),
    );
  });

  it("a taste profile stores viewed products with the shopper's interest in each product, latest first", () => {
    const document = learnt([interest(1, 1, NOW - 30 * MINUTE), interest(3, 1, NOW), interest(1, 2, NOW - 7 * DAY)]);
    expect({ ...document, events: [] }).to.deep.equal({
      ...emptyTaste("shop", "device"),
      as_of: NOW,
      products: [
        { id: "1", at: NOW, tokens: tokensOf("1"), log_price: 1, interest: 4 },
        { id: "2", at: NOW - 7 * DAY, tokens: tokensOf("2"), log_price: 2, interest: 1 },
      ],
    });
  });

  it("a taste profile counts a repeated event once", () => {
    const seen = interest(1, 1);
    expect(learnt([seen, seen])).to.deep.equal(learnt([seen]));
    const document = learnt([seen]);
    expect(learn(document, [seen], LIVES)).to.equal(document);
  });

  it("a taste profile halves the weight of a view with each later view", () => {
    const { view, cart, purchase } = DEFAULT_TASTE.event_weights;
    const views = [interest(view, 1, NOW), interest(cart, 2, NOW - MINUTE), interest(view, 3, NOW - MINUTE)];
    expect(weightsOf(learnt([...views, interest(view, 4, NOW - 300 * DAY)]))).to.deep.equal({
      "designer=D1": 1 / 2 + 1 / 8,
      "designer=D2": 1 / 8,
      "designer=D0": 1 / 8,
      "color=C1": 1 / 2,
      "color=C2": 1 / 8,
      "color=C3": 1 / 8,
      "color=C0": 1 / 8,
    });
    expect(weightsOf(learnt([interest(view, 1), interest(cart, 1), interest(-cart, 1)]))).to.deep.equal(
      weightsOf(learnt([interest(view, 1)])),
    );
    expect(weightsOf(learnt([interest(-purchase, 1)]))).to.deep.equal({});
  });

  it("merging the viewed products of a device and a user lists each product once", () => {
    const device = learnt([interest(1, 1, NOW), interest(1, 2, NOW - DAY)]);
    const user = learnt([interest(1, 2, NOW - 2 * DAY), interest(1, 3, NOW - 3 * DAY)], "user");
    const views = viewsOf([device, user]).map(({ id, weight }) => [id, weight]);
    expect(views).to.deep.equal([["1", 1 / 2], ["2", 1 / 4], ["3", 1 / 8]]); // prettier-ignore
  });

  it("a taste profile reverses a refunded order once, regardless of the order of events", () => {
    const order = signal({ kind: "order", weight: 6, transaction_id: "T" }, [1, 2], NOW - DAY);
    const back = signal({ kind: "refund", weight: -6, transaction_id: "T" }, [], NOW);
    const again = signal({ kind: "refund", weight: -6, transaction_id: "T" }, [], NOW);
    for (const all of [
      [order, back],
      [back, order],
      [order, back, again],
    ]) {
      expect(
        weightsOf(all.reduce((document, one) => learn(document, [one], LIVES), emptyTaste("shop", "user"))),
      ).to.deep.equal({});
    }
  });

  it("a taste profile has a limited size and weights below 1", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(500), fc.constantFrom(-3, 1, 6, 1e6), fc.nat(1e6)), { maxLength: 300 }),
        (all) => {
          const document = learnt(
            all.flatMap(([id, weight, ago]) => [
              interest(weight, id, NOW - ago * 1000),
              signal({ kind: "impression" }, [id, id + 1_000], NOW - ago * 1000),
              signal({ kind: "order", weight: 6, transaction_id: `T${id}` }, [id], NOW - ago * 1000),
            ]),
          );
          expect(document.products.length).to.be.at.most(BOUNDS.products);
          expect(document.shown.length).to.be.at.most(BOUNDS.shown);
          expect(document.orders.length).to.be.at.most(BOUNDS.orders);
          expect(document.events.length).to.be.at.most(BOUNDS.events);
          const sums: Record<string, number> = {};
          for (const [token, weight] of Object.entries(weightsOf(document))) {
            const field = token.slice(0, token.indexOf("="));
            expect(weight).to.be.within(0, 1);
            sums[field] = (sums[field] ?? 0) + weight;
          }
          for (const sum of Object.values(sums)) expect(sum).to.be.below(1 + 1e-9);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("a taste profile keeps the most recently viewed products if the product limit is exceeded", () => {
    const strong = Array.from({ length: BOUNDS.products }, (_, one) => interest(6, one, NOW - DAY - one));
    const { products } = learnt([...strong, interest(1, 100, NOW)]);
    const ids = [100, ...Array.from({ length: BOUNDS.products - 1 }, (_, one) => one)].map(String);
    expect(products.map(({ id }) => id)).to.deep.equal(ids);
  });

  it("a taste profile ignores events from before the last deletion request", () => {
    const before = interest(1, 1, NOW - DAY);
    const forgotten = forget(learnt([before]), NOW);
    expect(forgotten).to.deep.equal(emptyTaste("shop", "device", NOW));
    expect(learn(forgotten, [before, interest(6, 2, NOW - MINUTE), interest(1, 3, NOW)], LIVES)).to.equal(forgotten);
    const after = learn(forgotten, [interest(1, 4, NOW + 1)], LIVES);
    expect(after.products.map(({ id }) => id)).to.deep.equal(["4"]);
    expect(forget(after, NOW - DAY).forgotten_at).to.equal(NOW);
  });

  it("impressions are counted in the taste profile of a device, but not in the taste profile of a user", () => {
    const shown = [signal({ kind: "impression" }, [1, 2], NOW - DAY), signal({ kind: "impression" }, [2], NOW)];
    expect(learnt(shown).shown).to.deep.equal([
      ["2", 1.5],
      ["1", 0.5],
    ]);
    expect(weightsOf(learnt(shown))).to.deep.equal({});
    expect(learnt(shown, "user").shown).to.deep.equal([]);
  });

  it("a taste profile applies the shopper's corrections, such as muted and removed brands", () => {
    const document = learnt([interest(1, 1), interest(1, 2)]);
    const muted = correct(document, { mute: ["designer=D1"] });
    expect(muted).to.deep.equal({ ...document, muted: ["designer=D1"] });
    expect(learn(muted, [interest(6, 4)], LIVES).muted).to.deep.equal(["designer=D1"]);
    expect(correct(muted, { unmute: ["designer=D1"] })).to.deep.equal(document);
    const removed = correct(document, { remove: ["designer=D1"] });
    expect(weightsOf(removed)).to.not.have.property("designer=D1");
    expect(weightsOf(learn(removed, [interest(1, 4)], LIVES))).to.have.property("designer=D1");
    expect(weightsOf(correct(document, { remove_products: ["1"] }))).to.deep.equal(weightsOf(learnt([interest(1, 2)])));
    expect(correct(document, { remove: ["price=all"] }).products.map(({ log_price }) => log_price)).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect(correct(document, {})).to.deep.equal(document);
  });
});

describe("impressions in a taste profile", () => {
  const known = learnt([interest(1, 1)]);
  const shownIn = (document: TasteDocument) => Object.fromEntries(document.shown);
  const list = (ids: readonly number[], at = NOW) => signal({ kind: "impression" }, ids, at);

  it("the products of responses count as impressions until a page reports which products were visible", () => {
    const responses = [
      { at: NOW, shown: ["1", "2"] },
      { at: NOW - DAY, shown: ["2", "3"] },
    ];
    const document = learnImpressions(known, responses, LIVES);
    expect(shownIn(document)).to.deep.equal({ "1": 1, "2": 1.5, "3": 0.5 });
    expect({ ...document, shown: [] }).to.deep.equal(known);
  });

  it("impressions are not counted in empty taste profiles, in profiles of users, or before a deletion request", () => {
    const responses = [{ at: NOW, shown: ["1"] }];
    const user = learnt([interest(1, 1)], "user");
    const forgotten = learnt([interest(1, 1, NOW + 2)]);
    for (const document of [emptyTaste("shop", "device"), user, { ...forgotten, forgotten_at: NOW }]) {
      expect(learnImpressions(document, responses, LIVES)).to.equal(document);
    }
  });

  it("the products of responses do not count as impressions if a page has reported which products were visible", () => {
    const responses = [{ at: NOW, shown: ["1", "2", "3"] }];
    const views = [list([2]), list([2])];
    const first = learnImpressions(learn(known, views, LIVES), responses, LIVES);
    const last = learn(learnImpressions(known, responses, LIVES), views, LIVES);
    expect([shownIn(first), shownIn(last)]).to.deep.equal([{ "2": 2 }, { "2": 2 }]);
    expect([first.reports_views, last.reports_views]).to.deep.equal([true, true]);
  });

  it("the number of counted impressions does not depend on the batching of responses", () => {
    const responses = fc.array(
      fc.record({ at: fc.nat(1_000).map((ago) => NOW - ago * MINUTE), shown: fc.array(fc.nat(30).map(String)) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(responses, responses, (some, others) => {
        const together = learnImpressions(known, [...some, ...others], LIVES);
        const apart = learnImpressions(learnImpressions(known, others, LIVES), some, LIVES);
        expect(Object.keys(shownIn(together)).sort()).to.deep.equal(Object.keys(shownIn(apart)).sort());
        for (const [id, times] of together.shown) expect(times).to.be.closeTo(shownIn(apart)[id] ?? NaN, 1e-9);
        expect(together.shown.length).to.be.at.most(BOUNDS.shown);
      }),
    );
  });
});
