import { expect } from "chai";
import fc from "fast-check";
import { hashesOf } from "../../../support/hashes.js";
import { rerank } from "../../../../src/personalization/reranking/rerank.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import { NO_MATCHES, type Matches } from "../../../../src/search/match/matches.js";
import { orderOf } from "../../../../src/search/match/rank.js";
import { cutPage, settledPins, windowOf, type Cut, type Ranked } from "../../../../src/search/match/window.js";
import { BY_SCORE, personalRerankers } from "../../../../src/search/match/reranker.js";
import type { Pin } from "../../../../src/search/rules/pins.js";
import { rerankedBy } from "../../../support/chain-deps.js";
import { permuting } from "../../../support/permuting.js";
import { NOW, PERSONAL, planned, TASTE } from "./planned.js";
import { featuresOf, idsOf, products, SCORES, type Product } from "./products.js";

const RED = { kind: "in", field: "color", values: ["Red"] } as const;
const isRed = ({ tokens }: Product) => tokens.includes("color=Red");

/**
 * Returns the matches of a plan: all given products match. The result includes pinned products and candidates for
 * reserved positions.
 */
function rankedIn(all: readonly Product[], plan: Plan, given: Partial<Matches> = {}): Ranked {
  const { pins, reservations } = plan.rules;
  const known = new Set(idsOf(all));
  const matches: Matches = {
    ...NO_MATCHES,
    total: all.length,
    hashes: hashesOf(idsOf(all)),
    bases: Float64Array.from(all, ({ base }) => base),
    pinned: new Set(pins.map(({ product }) => product).filter((id) => known.has(id))),
    reserved: reservations.map(() => idsOf(all.filter(isRed))),
    ...given,
  };
  return { plan, matches, features: featuresOf(all) };
}

const settled = (ranked: Ranked) => settledPins(ranked, orderOf(ranked.matches, ranked.features, ranked.plan));
const BY_SCORE_ONLY = { rerankers: rerankedBy(BY_SCORE) };
const RERANKED = { rerankers: personalRerankers({ rerank }) };

/**
 * Returns all pages of a cursor chain.
 * @param rankedFor returns the matches at the time of each page
 */
function walk(deps: typeof RERANKED, rankedFor: (sequence: number) => Ranked): Cut[] {
  const pages: Cut[] = [];
  const shown = new Set<string>();
  for (let sequence = 0; ; sequence += 1) {
    const page = cutPage(deps, rankedFor(sequence), { shown: new Set(shown), sequence });
    pages.push(page);
    for (const id of page.products) shown.add(id);
    if (!page.has_more) return pages;
    if (sequence > 100) throw new Error("the chain has more than 100 pages");
  }
}

/** Expected positions of pinned products: the position of the rule, or the position after the last ranked product. */
function positionsOf(pins: readonly Pin[], total: number): Map<string, number> {
  const positions = new Map<string, number>();
  for (let at = 1; at <= total; at += 1) {
    const pin = pins[positions.size];
    const left = total - at + 1 - (pins.length - positions.size);
    if (pin !== undefined && (pin.position <= at || left === 0)) positions.set(pin.product, at);
  }
  return positions;
}

const pins = fc.array(
  fc.record({
    product: fc.integer({ min: 1, max: 30 }).map((number) => `p${number}`),
    position: fc.integer({ min: 1, max: 40 }),
  }),
  { maxLength: 5 },
);
const reservations = fc.array(fc.record({ key: fc.constant("red"), position: fc.integer({ min: 1, max: 12 }), target: fc.constant(RED) }), { maxLength: 2 }); // prettier-ignore
const looked = {
  ...TASTE,
  viewed: { products: [["designer=GUCCI", "categories=Shoes: Boots"]], ids: ["p1", "p2"] },
};
const shoppers = fc.constantFrom(null, PERSONAL, { ...PERSONAL, taste: looked }, { ...PERSONAL, taste: looked, diversify_categories: true }); // prettier-ignore
const requested = fc.record({
  query: fc.constantFrom(undefined, "boots"),
  limit: fc.integer({ min: 1, max: 9 }),
  pins,
  reservations,
  scores: fc.constantFrom([], SCORES),
});
const rerankers = fc.constantFrom(BY_SCORE_ONLY, RERANKED, { rerankers: rerankedBy(permuting("seed")) });

describe("cutPage", () => {
  it("result pages contain every product once, with pinned products at their positions, even if the taste changes", () => {
    fc.assert(
      fc.property(products, requested, fc.array(shoppers, { minLength: 1, maxLength: 3 }), rerankers, (drawn, { query, limit, ...rules }, who, deps) => {
        // In listings without boost rules, all products have the base score 0.
        const all = query === undefined && rules.scores.length === 0 ? drawn.map((one) => ({ ...one, base: 0 })) : drawn;
        const { half_life_days } = PERSONAL;
        // The taste may change between pages.
        const rankedFor = (sequence: number) =>
          rankedIn(
            all,
            planned(
              { limit, ...(query !== undefined && { query }) },
              { personal: who[sequence % who.length] ?? null, rules: { at: NOW, half_life_days, ...rules } },
            ),
          );
        const pages = walk(deps, rankedFor);
        const shown = pages.flatMap((page) => page.products);
        expect([...shown].sort()).to.deep.equal(idsOf(all).sort());
        expect(pages.slice(0, -1).map((page) => page.products.length)).to.deep.equal(pages.slice(1).map(() => limit));
        expect(pages.length).to.equal(Math.max(1, Math.ceil(all.length / limit)));
        const positions = positionsOf(settled(rankedFor(0)), all.length);
        expect(new Map([...positions.keys()].map((id) => [id, shown.indexOf(id) + 1]))).to.deep.equal(positions);
      }),
    ); // prettier-ignore
  });

  it("result pages keep the unpersonalized order for unknown shoppers", () => {
    fc.assert(
      fc.property(products, fc.integer({ min: 1, max: 9 }), (all, limit) => {
        const ranked = rankedIn(all, planned({ limit }));
        const order = idsOf(orderOf(ranked.matches, ranked.features, ranked.plan).first(all.length));
        expect(walk(RERANKED, () => ranked).flatMap((page) => page.products)).to.deep.equal(order);
      }),
    );
  });

  it("result pages do not repeat products if products are added or deleted between pages", () => {
    fc.assert(
      fc.property(products, fc.array(fc.subarray(Array.from({ length: 25 }, (_, at) => `p${at + 1}`)), { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 9 }), (all, hidden, limit) => {
        // `hidden` lists the deleted products of each page. The last list applies to all later pages.
        const stateOf = (sequence: number) => new Set(hidden[Math.min(sequence, hidden.length - 1)]);
        const there = (sequence: number) => all.filter(({ id }) => !stateOf(sequence).has(id));
        const pages = walk(BY_SCORE_ONLY, (sequence) => rankedIn(there(sequence), planned({ limit }, { personal: PERSONAL })));
        const shown = pages.flatMap((page) => page.products);
        expect(new Set(shown).size).to.equal(shown.length);
        pages.forEach((page, sequence) => expect(idsOf(there(sequence))).to.include.members([...page.products]));
        if (pages.length >= hidden.length) expect(shown).to.include.members(idsOf(there(pages.length)));
      }),
    ); // prettier-ignore
  });

  it("result pages contain every product once, even if cached product features become outdated during the request", () => {
    fc.assert(
      fc.property(products, fc.integer({ min: 1, max: 8 }), (all, limit) => {
        const pages = walk(BY_SCORE_ONLY, () => {
          const ranked = rankedIn(all, planned({ limit }));
          ranked.features.table.doubt(idsOf(all));
          return ranked;
        });
        expect(pages.flatMap((page) => page.products).sort()).to.deep.equal(idsOf(all).sort());
      }),
    );
  });

  it("result pages end with an empty page if more products match than were loaded", () => {
    const all = ["a", "b", "c"].map((id): Product => ({ id, base: 1, tokens: [] }));
    const ranked = rankedIn(all, planned({ limit: 2 }), { are_all: false, total: 900 });
    expect(walk(BY_SCORE_ONLY, () => ranked)).to.deep.equal([
      { products: ["a", "b"], pins: [], has_more: true },
      { products: ["c"], pins: [], has_more: true },
      { products: [], pins: [], has_more: false },
    ]);
    // A pinned product is not moved up if later pages may contain products for the positions before it.
    const pinning = planned({ limit: 2 }, { rules: { pins: [{ product: "z", position: 9 }] } });
    const part = rankedIn(all, pinning, { are_all: false, total: 900, pinned: new Set(["z"]) });
    expect(cutPage(BY_SCORE_ONLY, part, { shown: new Set(["a", "b"]), sequence: 1 })).to.deep.include({ products: ["c"], has_more: true }); // prettier-ignore
    const whole = rankedIn(all, pinning, { pinned: new Set(["z"]) });
    expect(cutPage(BY_SCORE_ONLY, whole, { shown: new Set(["a", "b"]), sequence: 1 })).to.deep.include({ products: ["c", "z"], has_more: false }); // prettier-ignore
  });

  it("reranking applies only to the first products of a large listing", () => {
    const all = Array.from({ length: 300 }, (_, at): Product => ({
      id: `p${at}`,
      base: 300 - at,
      tokens: [],
    }));
    const turned = { rerankers: rerankedBy({ rerank: (window) => idsOf(window).reverse() }) };
    const ranked = rankedIn(all, planned({ limit: 3 }));
    const [first, second] = walk(turned, () => ranked);
    expect(first).to.deep.equal({ products: ["p99", "p98", "p97"], pins: [], has_more: true });
    expect(second).to.deep.equal({ products: ["p102", "p101", "p100"], pins: [], has_more: true });
  });
});

describe("windowOf", () => {
  /** 250 products, of which the liked products are last in the unpersonalized order. */
  const all = Array.from({ length: 250 }, (_, at): Product => {
    return {
      id: `p${at + 10}`,
      base: 0,
      prior: NOW / 1000 - at,
      tokens: at < 130 ? [] : ["designer=GUCCI"],
    };
  });
  const idsIn = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `p${from + at + 10}`);
  const window = (plan: Plan, excluded: readonly string[] = [], of = all) => {
    const ranked = rankedIn(of, plan);
    const order = orderOf(ranked.matches, ranked.features, plan);
    return idsOf(windowOf(ranked, order, order.rowsOf(excluded)));
  };

  it("the candidates for reranking for an unknown shopper are the first products of the unpersonalized order", () => {
    expect(window(planned({ limit: 24 }))).to.deep.equal(idsIn(0, 100));
    expect(window(planned({ limit: 40 }), ["p10", "p12"])).to.deep.equal(["p11", ...idsIn(3, 162)]);
  });

  it("the candidates for reranking for a known shopper are the first personalized and the first unpersonalized products", () => {
    const plan = planned({ limit: 24 }, { personal: PERSONAL });
    expect(window(plan)).to.deep.equal([...idsIn(130, 230), ...idsIn(0, 100)]);
    expect(window(plan, [...idsIn(130, 220), "p10"])).to.deep.equal([...idsIn(220, 250), ...idsIn(1, 101)]);
  });

  it("the candidates for reranking include the 50 search results that best match the shopper's taste", () => {
    const scored = all.map((one, at): Product => ({ ...one, base: (at < 130 ? 30 : 20) - at / 1_000 }));
    const plan = planned({ query: "boots", limit: 24 }, { personal: PERSONAL });
    // Liked products get 1 point in the ranking, but 12.5 points in the selection of products for reranking.
    const found = window(plan, [], scored);
    expect(found.slice(0, 100)).to.deep.equal(idsIn(0, 100));
    expect(found.slice(100)).to.deep.equal(idsIn(130, 180));
    expect(window(planned({ query: "boots", limit: 24 }), [], scored)).to.deep.equal(idsIn(0, 100));
  });
});

describe("settledPins", () => {
  const product = (id: string, base: number, ...tokens: string[]): Product => ({ id, base, tokens });
  const all = [product("a", 9), product("b", 8), product("c", 7, "color=Red"), product("d", 6), product("e", 5, "color=Red", "designer=GUCCI")]; // prettier-ignore
  const pinsOf = (rules: Parameters<typeof planned>[1], personal: Plan["personal"] = null) =>
    settled(rankedIn(all, planned({ limit: 2 }, { ...rules, personal })));

  it("pinned products are placed at their position or the next free position", () => {
    const position = 2;
    const pinned = ["d", "unknown", "a", "d"].map((id) => ({ product: id, position }));
    expect(pinsOf({ rules: { pins: pinned } })).to.deep.equal([
      { product: "d", position: 2 },
      { product: "a", position: 3 },
    ]);
  });

  it("reserved positions are filled with the best products of the unpersonalized order, also for known shoppers", () => {
    const reservation = { key: "red", position: 2, target: RED };
    const kept = { product: "c", position: 2, key: "red", target: RED };
    // The known shopper prefers the second red product.
    for (const personal of [null, PERSONAL]) {
      expect(pinsOf({ rules: { reservations: [reservation] } }, personal)).to.deep.equal([kept]);
      // Product c already ranks above the reserved position 4.
      const fourth = { ...reservation, position: 4 };
      expect(pinsOf({ rules: { reservations: [fourth] } }, personal)).to.deep.equal([{ ...kept, position: 3 }]);
    }
    expect(pinsOf({ rules: { reservations: [reservation, { ...reservation, key: "more" }] } })).to.deep.equal([
      { product: "e", position: 1, key: "more", target: RED },
      kept,
    ]);
  });

  it("a reserved position is not filled if a product pinned above the position already matches the reservation", () => {
    const reservation = { key: "red", position: 2, target: RED };
    const pinned = { product: "e", position: 1 };
    expect(pinsOf({ rules: { pins: [pinned], reservations: [reservation] } })).to.deep.equal([pinned]);
  });
});
