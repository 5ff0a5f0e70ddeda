import type { Searching, Suggesting } from "../../../src/search/searching.js";
import { expect } from "chai";
import fc from "fast-check";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import { CATEGORY_SEPARATOR } from "../../../src/catalog/fields.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import type { TasteSnapshot } from "../../../src/personalization/taste/snapshot.js";
import { productsOf } from "../../../src/personalization/candidate.js";
import type { Signal } from "../../../src/personalization/signals.js";
import { SIGNALS } from "../../../src/personalization/signals.js";
import { explain } from "../../../src/search/explain/explain.js";
import { why } from "../../../console/server/catalog/why.js";
import type { Rerankers } from "../../../src/search/match/reranker.js";
import type { SearchBody } from "../../../src/search/request-schema.js";
import { search } from "../../../src/search/listing/page.js";
import { createSuggestionDictionaries } from "../../../src/search/suggest/suggestion-dictionaries.js";
import { suggest } from "../../../src/search/suggest/suggest.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { catalogCache, forgetfulCache } from "../../support/catalog-cache.js";
import { checkProperty } from "../../support/chain-property.js";
import { chainDeps } from "../../support/chain-deps.js";
import { contextOn, type Logged, loggingTo } from "../../support/context.js";
import { usePreparedEngine } from "../../support/engine.js";
import { indexCatalog, type FeedVariant } from "../../support/search-catalog.js";
import { unknownShoppers } from "../../support/unknown-shoppers.js";
import { DEFAULT_RANKING, completeRule } from "../../support/defaults.js";

const AT = Date.parse("2026-05-01T12:00:00Z");
const DAY = 86_400_000;
const PRODUCTS = 130;
const BRANDS = ["GUCCI", "PRADA", "ACNE", "A.P.C."];
const COLORS = ["Red", "Blue", "Black"];
const CATEGORIES = ["Shoes: Boots: Chelsea", "Shoes: Mules", "Bags"];

const product = fc.record({
  age: fc.oneof(fc.integer({ min: -20, max: 400 }), fc.constantFrom(0, 10, 10)),
  brand: fc.constantFrom(...BRANDS),
  category: fc.constantFrom(...CATEGORIES),
  color: fc.option(fc.constantFrom(...COLORS)),
  price: fc.option(fc.integer({ min: 1, max: 400 })),
  sold: fc.boolean(),
});

const weight = fc.double({ min: 0.002, max: 0.2, noNaN: true });
const taste = fc.record({
  tokens: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(
        ...BRANDS.map((brand) => `designer=${brand}`),
        ...COLORS.map((color) => `color=${color}`),
        ...["categories=Shoes", "categories=Shoes: Boots", "categories=Bags", "color=None"],
        ...[`product_identifier=${idOf(0)}`, `product_identifier=${idOf(7)}`, "product_identifier=none"],
      ),
      weight,
    ),
    { selector: ([token]) => token, maxLength: 6 },
  ),
  prices: fc.array(fc.tuple(fc.double({ min: 0, max: 9, noNaN: true }), weight), { maxLength: 3 }),
  beside: fc.uniqueArray(fc.tuple(fc.nat(PRODUCTS - 1).map(idOf), weight), { selector: ([id]) => id, maxLength: 40 }),
});

const requested = fc.record({
  color: fc.option(fc.constantFrom(...COLORS)),
  buries: fc.boolean(),
  boost: fc.option(fc.constantFrom(...BRANDS)),
  limit: fc.integer({ min: 20, max: 60 }),
  taste,
});
type Requested = typeof requested extends fc.Arbitrary<infer T> ? T : never;

const NO_TASTE: Requested["taste"] = { tokens: [], prices: [], beside: [] };

function idOf(at: number): string {
  return `p${(at * 7919) % 1_000}`;
}

/** All values that determine a product's score, read from the engine. */
interface Known {
  readonly id: string;
  readonly prior: number;
  readonly created: number;
  readonly tokens: readonly string[];
  readonly log_price: number | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reranker that keeps the order of the scores. */
const SCORE_ALONE: Rerankers = {
  for: () => ({ rerank: (window) => window.map(({ id }) => id) }),
};

describe("the product ranking for one shopper", () => {
  const engineOf = usePreparedEngine();
  const catalogs: { readonly live: LiveCatalog; readonly known: readonly Known[] }[] = [];

  before(async () => {
    for (const [seed, shards] of [
      [1, 1],
      [2, 3],
    ] as const) {
      const drawn = fc.sample(product, { numRuns: PRODUCTS, seed });
      const variants = drawn.map(({ age, brand, category, color, price, sold }, at): FeedVariant => {
        const data = {
          title: `${brand} ${category}`,
          designer: brand,
          categories: [category],
          in_stock: !sold,
          released_at: new Date(AT - age * DAY).toISOString(),
          ...(color === null ? {} : { color }),
          ...(price === null ? {} : { price }),
        };
        const created_at = new Date(AT - (at % 7) * DAY).toISOString();
        return { product_identifier: idOf(at), variant_identifier: idOf(at), data, created_at };
      });
      const live = await indexCatalog(engineOf.engine, variants, { shards });
      const { hits } = await searchDocuments<{ source: readonly { data: Known["data"] }[] }>(
        engineOf.engine,
        live.index,
        {
          size: PRODUCTS,
          query: { match_all: {} },
          docvalue_fields: ["product_identifier", "prior", "taste", "log_price"],
          sort: [{ created_at: "desc" }],
        },
      );
      const known = hits.hits.map(({ fields = {}, sort = [], _source }) => ({
        id: String(fields["product_identifier"]?.[0]),
        prior: Number(fields["prior"]?.[0]),
        created: Number(sort[0]),
        tokens: (fields["taste"] ?? []).map(String),
        log_price: fields["log_price"] === undefined ? undefined : Number(fields["log_price"][0]),
        data: _source.source[0]?.data ?? {},
      }));
      catalogs.push({ live, known });
    }
  });

  function storefrontFor({ buries, boost }: Pick<Requested, "buries" | "boost">) {
    const rules =
      boost === null ? [] : [{ key: "b", action: "boost" as const, filters: { designer: boost }, points: 0.7 }];
    const configuration = {
      ...DEFAULT_CONFIGURATION,
      rules: rules.map((rule) => completeRule(rule)),
      availability: buries
        ? ({ field: "in_stock", in_stock: [true], out_of_stock: "bury", sorted: "keep" } as const)
        : null,
    };
    return { client_id: "shop", name: "Shop", origins: [], signing_hashes: [], configuration };
  }

  function processFor(
    live: LiveCatalog,
    own: Pick<Requested, "taste">["taste"],
    given: Partial<Searching> = {},
  ): Searching {
    const snapshot: TasteSnapshot = { at: AT, ...own, recent: [], ignored: [] };
    const recalled = { ranking: "personalized", snapshot, viewed: [] } as const;
    return {
      ...chainDeps(engineOf.engine, { rerankers: SCORE_ALONE, now: () => AT }),
      ...unknownShoppers(engineOf.engine),
      liveCatalogs: { get: () => Promise.resolve(live) },
      personalizer: { recall: () => Promise.resolve(recalled) },
      ...given,
    };
  }

  const bodyOf = ({ color, limit }: Pick<Requested, "color" | "limit">): SearchBody => ({
    user: { device_id: "d" },
    limit,
    ...(color === null ? {} : { filters: { color } }),
  });

  async function chain(deps: Searching, one: Requested): Promise<string[]> {
    const storefront = storefrontFor(one);
    const ids: string[] = [];
    let page = await search(deps, storefront, bodyOf(one));
    for (let number = 2; ; number += 1) {
      ids.push(...page.items.map(({ product_identifier }) => product_identifier));
      if (!page.pagination.has_more) return ids;
      const pagination = { page: number, cursor: page.recommendation_id };
      page = await search(deps, storefront, { user: { device_id: "d" }, pagination });
    }
  }

  /**
   * Returns the ids of all matching products, best first. This naive implementation scores each product individually.
   */
  function bruteForce(
    known: readonly Known[],
    { color, buries, boost, taste: own }: Requested,
    others: readonly Signal[] = [],
  ) {
    const worth = ({ prior }: Known) => {
      const doublings = (prior - Math.floor(AT / 1000)) / (DEFAULT_CONFIGURATION.popularity.half_life_days * 86_400);
      return doublings <= 0 ? 2 ** doublings : 1 + Math.LN2 * Math.min(20, doublings);
    };
    const likes = (one: Known, token: string) =>
      token === `product_identifier=${one.id}` ||
      one.tokens.some(
        (held) => held === token || (token.startsWith("categories=") && held.startsWith(token + CATEGORY_SEPARATOR)),
      );
    const score = (one: Known): number => {
      const liked = own.tokens.reduce((sum, [token, part]) => sum + (likes(one, token) ? part : 0), 0);
      const { log_price } = one;
      const near = own.prices.reduce(
        (sum, [price, part]) =>
          sum + (log_price === undefined ? 0 : part * Math.max(0, 1 - Math.abs(log_price - price) / 2)),
        0,
      );
      const covisited = own.beside.find(([id]) => id === one.id)?.[1] ?? 0;
      const stock = buries && one.data["in_stock"] === true ? 1_000 : 0;
      const rule = boost !== null && one.data["designer"] === boost ? 0.7 : 0;
      const { affinity, co_visitation } = DEFAULT_RANKING;
      const snapshot = { at: AT, ...own, recent: [], ignored: [] };
      const made = others.reduce(
        (sum, one_) =>
          sum + one_.weight(DEFAULT_RANKING, "listing") * (one_.scores(productsOf([one]), snapshot)[0] as number),
        0,
      );
      return stock + rule + worth(one) + affinity * (liked + near + co_visitation * covisited) + made;
    };
    return known
      .filter(({ data }) => color === null || data["color"] === color)
      .map((one) => ({ one, total: Math.round(score(one) * 1e6) / 1e6 }))
      .sort(
        (a, b) =>
          b.total - a.total ||
          b.one.prior - a.one.prior ||
          b.one.created - a.one.created ||
          (a.one.id < b.one.id ? -1 : 1),
      )
      .map(({ one: { id } }) => id);
  }

  it("the product ranking sorts all matching products by the sum of all signals on every page", async () => {
    await checkProperty(
      fc.tuple(fc.constantFrom(0, 1), requested),
      async ([which, one]) => {
        const { live, known } = catalogs[which] as (typeof catalogs)[number];
        const expected = bruteForce(known, one);
        expect(await chain(processFor(live, one.taste), one), "cold").to.deep.equal(expected);
        const hot = processFor(live, one.taste, { cache: catalogCache() });
        await chain(hot, one);
        expect(await chain(hot, one), "hot").to.deep.equal(expected);
      },
      { runs: 25, seconds: 30 },
    );
  });

  it("the product ranking personalizes only the first products of a listing that exceeds the limit for personalization", async () => {
    await checkProperty(
      fc.tuple(fc.constantFrom(0, 1), requested),
      async ([which, drawn]) => {
        const one = { ...drawn, limit: 25 };
        const { live, known } = catalogs[which] as (typeof catalogs)[number];
        const all = bruteForce(known, one);
        const near = new Set(bruteForce(known, { ...one, taste: NO_TASTE }).slice(0, 40));
        const first = all.filter((id) => near.has(id)).slice(0, 25);
        for (const cache of [forgetfulCache(), catalogCache()]) {
          const found = await chain(processFor(live, one.taste, { cache, whole: 40 }), one);
          expect(found).to.deep.equal([...first, ...all.filter((id) => !first.includes(id))]);
        }
      },
      { runs: 15, seconds: 20 },
    );
  });

  it("the product ranking also applies to suggested products for an empty query", async () => {
    await checkProperty(
      fc.tuple(fc.constantFrom(0, 1), requested),
      async ([which, drawn]) => {
        // Boost rules do not apply to suggestions.
        const one = { ...drawn, color: null, boost: null };
        const { live, known } = catalogs[which] as (typeof catalogs)[number];
        const process = processFor(live, one.taste);
        const { recall } = process.personalizer;
        const failures: Logged[] = [];
        const clocks = { now: () => AT, elapsed: () => 0, logger: loggingTo(failures) };
        const context = contextOn(engineOf.engine, { recommendationBudgetMs: 10_000 }, clocks);
        const deps: Suggesting = {
          ...process,
          ...context,
          personalizer: { recallLately: recall },
          books: createSuggestionDictionaries(context, catalogCache().plain),
        };
        const body = { user: { device_id: "d" }, limits: { queries: 0, categories: 0, brands: 0, products: 20 } };
        const { products } = await suggest(deps, storefrontFor(one), body);
        expect(failures).to.deep.equal([]);
        expect(products.map(({ product_identifier }) => product_identifier)).to.deep.equal(
          bruteForce(known, one).slice(0, 20),
        );
      },
      { runs: 25, seconds: 20 },
    );
  });

  describe("the product ranking with an additional signal", () => {
    /** Artificial ranking signal: products whose id has a higher last digit have a higher score. */
    const madeUp: Signal = {
      name: "last digit",
      weight: () => 40,
      scores: ({ size, idAt }) => Float64Array.from({ length: size }, (_, at) => Number(idAt(at).at(-1)) / 9),
    };
    const own: Requested["taste"] = { tokens: [["designer=GUCCI", 0.2]], prices: [], beside: [] };
    const one: Requested = { color: null, buries: false, boost: null, limit: 20, taste: own };
    const signals = [...SIGNALS, madeUp];

    it("the product ranking with an additional signal is identical with and without the cache, on every page", async () => {
      const { live, known } = catalogs[0] as (typeof catalogs)[number];
      const expected = bruteForce(known, one, [madeUp]);
      expect(expected).not.to.deep.equal(bruteForce(known, one));
      const cold = await chain(processFor(live, own, { signals }), one);
      const cache = catalogCache();
      await chain(processFor(live, own, { signals, cache }), one);
      const hot = await chain(processFor(live, own, { signals, cache }), one);
      for (const found of [cold, hot]) {
        expect(found.slice(0, 20)).to.deep.equal(expected.slice(0, 20));
        expect(found.slice(80, 100)).to.deep.equal(expected.slice(80, 100));
        expect(found).to.deep.equal(expected);
      }
    });

    it("explanations of the product ranking contain the points of the additional signal", async () => {
      const { live, known } = catalogs[0] as (typeof catalogs)[number];
      const deps = processFor(live, own, { signals });
      const { items } = await explain(deps, storefrontFor(one), bodyOf(one));
      expect(items.map(({ item }) => item.product_identifier)).to.deep.equal(
        bruteForce(known, one, [madeUp]).slice(0, 20),
      );
      for (const { item, engine } of items) {
        const points = engine?.signals.find(({ signal }) => signal === "last digit")?.points ?? 0;
        expect(points).to.be.closeTo((40 * Number(item.product_identifier.at(-1))) / 9, 1e-9);
      }
      const last = bruteForce(known, one, [madeUp])[90] as string;
      const { position } = await why(deps, storefrontFor(one), bodyOf(one), last);
      expect([position?.rank, position?.page, position?.engine_rank]).to.deep.equal([91, 5, 91]);
      expect(position?.signals.map(({ signal }) => signal)).to.include.members(
        Number(last.at(-1)) === 0 ? ["prior"] : ["prior", "last digit"],
      );
    });
  });
});
