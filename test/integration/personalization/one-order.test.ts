import { expect } from "chai";
import fc from "fast-check";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import { searchDocuments as searchEngine, type Hit } from "../../../src/engine/search-documents.js";
import { EVERYTHING } from "../../../src/filters/filter.js";
import { planSearch } from "../../../src/search/body.js";
import type { Ranked } from "../../../src/search/ranked.js";
import { candidatesBody, candidatesOf, ownOrder, readEverybodys } from "../../../src/search/candidates.js";
import { NO_FACTS } from "../../../src/search/catalog-facts.js";
import { readWindow } from "../../../src/search/cursor/windows.js";
import type { Personal } from "../../../src/search/personal.js";
import { parseSearchRequest } from "../../../src/search/request.js";
import type { RulesInForce } from "../../../src/search/rules/rules-in-force.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { DEFAULT_RANKING } from "../../../src/storefront/taste-configuration.js";
import { usePreparedEngine } from "../../support/engine.js";
import { indexCatalog, type FeedVariant } from "../../support/search-catalog.js";

const AT = Date.parse("2026-05-01T12:00:00Z");
const DAY = 86_400_000;
const HALF_LIFE_DAYS = 30;
/**
 * Scores that differ by less are the same to the engine, which sums them in 32 bits: two steps of floats between 8,192 and
 * 16,384, where products in stock are. One step alone may be more once it is written in decimals (8201.819, 8201.82).
 */
const TOLERANCE = 2 ** -9;

const BRANDS = ["GUCCI", "PRADA", "ACNE", "A.P.C."];
const COLORS = ["Red", "Blue", "Black"];
const WORDS = ["dress", "shirt", "coat", "silk", "wool"];

const product = fc.record({
  age: fc.oneof(fc.integer({ min: -20, max: 400 }), fc.constantFrom(0, 10, 10)),
  brand: fc.constantFrom(...BRANDS),
  color: fc.option(fc.constantFrom(...COLORS)),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
  price: fc.integer({ min: 1, max: 400 }),
  sold: fc.boolean(),
});

const taste = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom(
      ...BRANDS.map((brand) => `designer=${brand}`),
      ...COLORS.map((color) => `color=${color}`),
      "color=None",
      ...["product_identifier=p0", "product_identifier=p919", "product_identifier=none"],
    ),
    fc.double({ min: 0.002, max: 0.2, noNaN: true }),
  ),
  { selector: ([token]) => token, maxLength: 5 },
);

const prices = fc.array(
  fc.tuple(fc.double({ min: 0, max: 9, noNaN: true }), fc.double({ min: 0.01, max: 0.2, noNaN: true })),
  {
    maxLength: 3,
  },
);

const asked = fc.record({
  query: fc.option(fc.constantFrom("dress", "silk shirt", "wool")),
  color: fc.option(fc.constantFrom(...COLORS)),
  buries: fc.boolean(),
  boost: fc.option(fc.constantFrom(...BRANDS)),
  tokens: taste,
  prices,
  size: fc.integer({ min: 1, max: 60 }),
  /** How many candidates are known; those behind are not. */
  known: fc.integer({ min: 1, max: 120 }),
});

type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

describe("the order of one shopper", () => {
  const engineOf = usePreparedEngine();

  const catalogs: LiveCatalog[] = [];
  before(async () => {
    for (const [seed, shards] of [
      [1, 1],
      [2, 3],
    ] as const) {
      const drawn = fc.sample(product, { numRuns: 120, seed });
      const variants = drawn.map(({ age, brand, color, words, price, sold }, at): FeedVariant => {
        const id = `p${(at * 7919) % 1_000}`;
        const data = { title: words.join(" "), designer: brand, price, in_stock: !sold };
        const released_at = new Date(AT - age * DAY).toISOString();
        return {
          ...{ product_identifier: id, variant_identifier: id },
          data: { ...data, released_at, ...(color === null ? {} : { color }) },
          created_at: new Date(AT - (at % 7) * DAY).toISOString(),
        };
      });
      catalogs.push(await indexCatalog(engineOf.engine, variants, { shards }));
    }
  });

  function rankedFor(live: LiveCatalog, { query, color, buries, boost, tokens, prices }: Asked) {
    const configuration = {
      ...DEFAULT_CONFIGURATION,
      availability: buries
        ? ({ field: "in_stock", in_stock: [true], out_of_stock: "bury", sorted: "keep" } as const)
        : null,
    };
    const body = {
      user: { device_id: "d" },
      ...(query === null ? {} : { query }),
      ...(color === null ? {} : { filters: { color } }),
    };
    const request = parseSearchRequest(body, configuration, live.leaves);
    const scores =
      boost === null ? [] : [{ key: "b", points: 0.7, target: { kind: "in", field: "designer", values: [boost] } }];
    const rules = { at: AT, half_life_days: HALF_LIFE_DAYS, shown: EVERYTHING, scores, pins: [] } as RulesInForce;
    const plan = planSearch(request, configuration, live, NO_FACTS, { rules, intent: null });
    const personal: Personal = {
      taste: { at: AT, tokens, prices, recent: [["p1", 1]], ignored: [], user: null },
      weights: DEFAULT_RANKING,
      half_life_days: HALF_LIFE_DAYS,
      diversify_categories: false,
    };
    return { request, configuration, catalog: live, plan, tier: "strict", personal } as unknown as Ranked;
  }

  it("is the same whether the engine ranks or this process does, for the cached candidates", async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1), asked, async (which, one) => {
        const live = catalogs[which] as LiveCatalog;
        const ranked = rankedFor(live, one);
        const { hits } = await searchEngine<never>(engineOf.engine, live.index, candidatesBody(ranked));
        const known: readonly Hit<never>[] = hits.hits.slice(0, one.known);
        const candidates = { ...candidatesOf(ranked, known), are_all: known.length === hits.hits.length };
        const { first: window } = ownOrder(candidates, ranked, one.size);
        if (window === undefined) return;
        told += 1;
        const source = { kind: "live", index: live.index } as const;
        const rows = await readWindow(engineOf.engine, source, ranked, { size: one.size });
        const scores = new Map(rows.map(({ id, sort }) => [id, Number(sort[0])]));
        expect(window.length).to.equal(rows.length);
        window.forEach(({ id, tokens }, at) => {
          const row = rows[at];
          if (row?.id === id) expect(tokens).to.deep.equal(row.tokens);
          else {
            const lowest = Number(rows.at(-1)?.sort[0]);
            expect(Math.abs((scores.get(id) ?? lowest) - Number(row?.sort[0]))).to.be.below(TOLERANCE);
          }
        });
      }),
      { numRuns: 150 },
    );
    expect(told).to.be.greaterThan(50);
  });

  it("contains the first unpersonalized products at their ranks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1), asked, async (which, one) => {
        const live = catalogs[which] as LiveCatalog;
        const ranked = rankedFor(live, { ...one, query: null });
        const source = { kind: "live", index: live.index } as const;
        const { engine } = engineOf;
        const excluded = ["p919", "p838"];
        const found = await readEverybodys(engine, live.index, ranked, { size: one.size, excluded });
        const everybodys = await readWindow(
          engine,
          source,
          { ...ranked, personal: null },
          { size: one.size, excluded },
        );
        expect(found.map(({ id }) => id).sort()).to.deep.equal(everybodys.map(({ id }) => id).sort());
        if (one.tokens.length + one.prices.length === 0) return;
        const own = await readWindow(engine, source, ranked, { size: 200 });
        const scores = new Map(own.map(({ id, sort }) => [id, Number(sort[0])]));
        const inOrder = found.map(({ id }) => scores.get(id) ?? NaN);
        inOrder.slice(1).forEach((score, at) => expect(score - (inOrder[at] as number)).to.be.below(TOLERANCE));
      }),
      { numRuns: 50 },
    );
  });
});
