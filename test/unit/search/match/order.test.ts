import { expect } from "chai";
import fc from "fast-check";
import { listingPriorAt } from "../../../../src/personalization/listing-prior.js";
import type { Signal } from "../../../../src/personalization/signals.js";
import { explainScore, SIGNALS } from "../../../../src/personalization/signals.js";
import { scoringOf, type Personal, type Plan } from "../../../../src/search/listing/plan.js";
import { largestBut, orderOf, type Scored } from "../../../../src/search/match/rank.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { NOW, PERSONAL, planned, type Given } from "./planned.js";
import { featuresOf, idsOf as ids, products, SCORES, type Product } from "./products.js";

/** A signal that adds points to one product. */
const LUCKY: Signal = {
  name: "lucky",
  weight: () => 3,
  scores: ({ size, idAt }) => Float64Array.from({ length: size }, (_, at) => (idAt(at) === "p3" ? 1 : 0)),
};

const plans = fc
  .record({
    query: fc.constantFrom(undefined, "boots"),
    personal: fc.constantFrom<Personal | null>(PERSONAL, null, {
      ...PERSONAL,
      taste: null,
      diversify_categories: true,
    }),
    scores: fc.constantFrom([], SCORES),
    signals: fc.constantFrom(undefined, [...SIGNALS, LUCKY]),
    categories: fc.constantFrom([], ["Shoes", "Shoes: Boots"]),
  })
  .map(({ query, scores, ...given }) =>
    planned(query === undefined ? {} : { query }, { ...given, rules: { at: NOW, half_life_days: 10, scores } }),
  );

function orderIn(all: readonly Product[], plan: Plan, gone?: ReadonlySet<string>) {
  const isScored = all.some(({ base }) => base !== 0);
  const bases = isScored ? Float64Array.from(all, ({ base }) => base) : new Float64Array(0);
  return orderOf({ bases }, featuresOf(all, gone), plan);
}

interface Worth extends Product {
  readonly unpersonalized: number;
  readonly score: number;
  /** Returns the score of the product in a search with the given taste weight. */
  readonly lifted: (textAffinity: number) => number;
}

const rounded = (score: number) => Math.round(score * 1e6) / 1e6;

/** Reference scores, computed from the product objects instead of the feature table. */
function worths(all: readonly Product[], plan: Plan): Worth[] {
  const { personal, rules, request, categories, configuration } = plan;
  const scoring = scoringOf(plan);
  const priorOf = ({ prior = -Infinity }: Product) => {
    if (request.query !== null) return 0;
    if (personal?.taste != null) return listingPriorAt(prior, NOW, 30);
    return rules.scores.length > 0 ? listingPriorAt(prior, NOW, 10) : 0;
  };
  return all.map((one) => {
    const parts = scoring === undefined ? [] : explainScore(scoring, one);
    const points = parts.reduce((sum, part) => sum + part.points, 0);
    const isBoot = one.tokens.includes("categories=Shoes: Boots");
    const isAfter = request.query !== null && categories.length > 0 && isBoot;
    const category = isAfter ? configuration.search.category_intent / 2 : 0;
    const unpersonalized = rounded(one.base + priorOf(one) + category);
    const score = scoring === undefined ? unpersonalized : rounded(unpersonalized + points);
    return {
      ...one,
      unpersonalized,
      score,
      lifted: (affinity) => unpersonalized + (affinity / 2) * points,
    };
  });
}

function sortedBy(all: readonly Worth[], plan: Plan, by: (one: Worth) => number): Worth[] {
  const ties = (a: Worth, b: Worth) =>
    plan.request.query === null
      ? (b.prior ?? -Infinity) - (a.prior ?? -Infinity) || (b.created ?? -Infinity) - (a.created ?? -Infinity)
      : 0;
  return [...all].sort((a, b) => by(b) - by(a) || ties(a, b) || (a.id < b.id ? -1 : 1));
}

const scoresOf = (all: readonly Pick<Scored, "id" | "score">[]) => all.map(({ id, score }) => [id, score]);
const some = fc.subarray(["p1", "p4", "p7", "p9", "p12"]);
const sizes = fc.integer({ min: 0, max: 30 });

describe("orderOf", () => {
  it("orderOf sorts products by total score, then by static rank, age and identifier", () => {
    fc.assert(
      fc.property(products, plans, some, some, sizes, (all, plan, without, missing, size) => {
        const gone = new Set(missing);
        const order = orderIn(all, plan, gone);
        const there = worths(all, plan).filter(({ id }) => !gone.has(id));
        const whole = sortedBy(there, plan, ({ score }) => score);
        expect(scoresOf(order.first(all.length))).to.deep.equal(scoresOf(whole));
        const excluded = order.rowsOf(without);
        const left = whole.filter(({ id }) => !without.includes(id));
        expect(scoresOf(order.first(size, excluded))).to.deep.equal(scoresOf(left.slice(0, size)));
        expect(order.left(excluded)).to.equal(left.length);
        expect(order.left(new Set())).to.equal(whole.length);
      }),
    );
  });

  it("orderOf provides the position of each product in the order", () => {
    fc.assert(
      fc.property(products, plans, some, (all, plan, without) => {
        const order = orderIn(all, plan);
        const excluded = order.rowsOf(without);
        order.first(all.length).forEach(({ id }, at) => expect(order.positionOf(id)).to.equal(at + 1));
        order
          .first(all.length, excluded)
          .forEach(({ id }, at) => expect(order.positionOf(id, excluded)).to.equal(at + 1));
        expect(["another", "unknown"].map((id) => order.positionOf(id))).to.deep.equal([undefined, undefined]);
      }),
    );
  });

  it("orderOf provides the first products of the unpersonalized order, optionally sorted by taste", () => {
    fc.assert(
      fc.property(products, plans, some, sizes, (all, plan, without, size) => {
        const order = orderIn(all, plan);
        const left = worths(all, plan).filter(({ id }) => !without.includes(id));
        const first = sortedBy(left, plan, ({ unpersonalized }) => unpersonalized).slice(0, size);
        const excluded = order.rowsOf(without);
        expect(ids(order.unpersonalized(size, excluded))).to.deep.equal(ids(first));
        expect(ids(order.further(size, excluded))).to.deep.equal(ids(sortedBy(first, plan, ({ score }) => score)));
      }),
    );
  });

  it("orderOf increases the weight of taste when it selects candidate products for a known shopper", () => {
    fc.assert(
      fc.property(products, plans, some, sizes, (all, plan, without, size) => {
        const order = orderIn(all, plan);
        const left = worths(all, plan).filter(({ id }) => !without.includes(id));
        const first = sortedBy(left, plan, ({ lifted }) => lifted(25)).slice(0, size);
        const isKnown = scoringOf(plan) !== undefined;
        expect(ids(order.liked(size, 25, order.rowsOf(without)))).to.deep.equal(
          isKnown ? ids(sortedBy(first, plan, ({ score }) => score)) : [],
        );
      }),
    );
  });

  it("orderOf sorts given products in the unpersonalized order, and puts products that do not match last", () => {
    fc.assert(
      fc.property(products, plans, sizes, (all, plan, size) => {
        const order = orderIn(all, plan);
        const wanted = ["another", "p7", "p3", "unknown", "p1", "p12", "p2"];
        const matching = worths(all, plan).filter(({ id }) => wanted.includes(id));
        const best = ids(sortedBy(matching, plan, ({ unpersonalized }) => unpersonalized));
        const others = wanted.filter((id) => !best.includes(id));
        expect(order.bestOf(wanted, size)).to.deep.equal([...best, ...others].slice(0, size));
      }),
    );
  });

  it("orderOf returns each product with its tokens, price, score, match score and taste score", () => {
    const all: readonly Product[] = [
      { id: "p1", base: 1, tokens: ["designer=GUCCI", "categories=Shoes: Boots"], log_price: 6 },
      { id: "p2", base: 0, tokens: [] },
    ];
    const order = orderIn(all, planned({ query: "boots" }, { personal: PERSONAL }));
    const read = order.first(2).map(({ id, tokens, log_price, score, match, taste }) => ({ id, tokens, log_price, score, match, taste })); // prettier-ignore
    expect(read).to.deep.equal([
      // Score: match score plus 2 · (0.5 + 0.25) for liked tokens. Viewed products get no co-visitation points.
      { id: "p1", tokens: all[0]?.tokens, log_price: 6, score: 2.5, match: 1, taste: 0.75 },
      { id: "p2", tokens: [], log_price: undefined, score: 0, match: 0, taste: 0 },
    ]);
    const weightless = { ...PERSONAL, weights: { ...PERSONAL.weights, text_affinity: 0 } };
    const unliked = orderIn(all, planned({ query: "boots" }, { personal: weightless }));
    expect(unliked.first(2).map(({ taste }) => taste)).to.deep.equal([0, 0]);
    expect(unliked.liked(2, 25)).to.deep.equal([]);
  });

  it("orderOf returns a negative match score for buried products out of stock", () => {
    const availability = { field: "stock", in_stock: [true], out_of_stock: "bury", sorted: "keep" } as const;
    const base = (id: string, points: number): Product => ({ id, base: points, tokens: [] });
    const matchesOf = (query: string | undefined, all: readonly Product[]) => {
      const plan = planned(query === undefined ? {} : { query }, { configuration: { availability } });
      return orderIn(all, plan).first(2).map(({ id, score, match }) => [id, score, match]); // prettier-ignore
    };
    expect(matchesOf("boots", [base("sold", 12), base("there", 8_192 + 7)])).to.deep.equal([
      ["there", 8_199, 7],
      ["sold", 12, 12 - 8_192],
    ]);
    expect(matchesOf(undefined, [base("sold", 0), base("there", 128)])).to.deep.equal([
      ["there", 128, 0],
      ["sold", 0, -128],
    ]);
  });

  it("products in the categories of a query get additional points, unless the search engine already adds the points", () => {
    const boots: Product = { id: "boots", base: 0, tokens: ["categories=Shoes: Boots"] };
    const bag: Product = { id: "bag", base: 0, tokens: ["categories=Bags"] };
    const scoresFor = (given: Given) =>
      orderIn([boots, bag], planned({ query: "boots" }, { categories: ["Shoes"], ...given })).first(2).map(({ id, score }) => [id, score]); // prettier-ignore
    const points = DEFAULT_CONFIGURATION.search.category_intent / 2;
    const equal = [["bag", 0], ["boots", 0]]; // prettier-ignore
    expect(scoresFor({})).to.deep.equal([["boots", points], ["bag", 0]]); // prettier-ignore
    expect(scoresFor({ categories: [] })).to.deep.equal(equal);
    // No points are added for a category learned from clicks, because the engine already adds these points.
    expect(scoresFor({ intent: "Shoes" })).to.deep.equal(equal);
    const { taste } = DEFAULT_CONFIGURATION;
    const untold = { taste: { ...taste, fields: taste.fields.filter(({ field }) => field !== "categories") } };
    expect(scoresFor({ configuration: untold })).to.deep.equal(equal);
  });

  it("the ranking treats scores as equal if they differ only by rounding errors", () => {
    const of = (id: string, base: number, prior: number): Product => ({ id, base, prior, tokens: [] });
    const all = [of("a", 0.3, 1), of("b", 0.1 + 0.2, 2), of("c", 0.300_002, 0)];
    expect(ids(orderIn(all, planned()).first(3))).to.deep.equal(["c", "b", "a"]);
  });
});

describe("largestBut", () => {
  it("largestBut returns the nth largest number of an array", () => {
    const number = fc.oneof(fc.constantFrom(-Infinity, -1, 0, 0.5, 2, Infinity), fc.double({ noNaN: true }));
    // Adds 0 to convert negative zeros to positive zeros.
    const value = number.map((one) => one + 0);
    const values = fc.array(value, { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(values, fc.nat(), (given, at) => {
        const n = at % given.length;
        const sorted = Float64Array.from(given).sort().reverse();
        const selected = Float64Array.from(given);
        expect(largestBut(selected, n)).to.equal(sorted[n]);
        expect([...selected].sort((a, b) => b - a)).to.deep.equal([...given].sort((a, b) => b - a));
      }),
    );
  });
});
