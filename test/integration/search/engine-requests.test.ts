import type { Searching } from "../../../src/search/searching.js";
import { createHook } from "node:async_hooks";
import { expect } from "chai";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import type { Engine } from "../../../src/engine/engine.js";
import { createFeatures } from "../../../src/catalog/feature-tables.js";
import { rerank } from "../../../src/personalization/reranking/rerank.js";
import type { TasteSnapshot } from "../../../src/personalization/taste/snapshot.js";
import { personalRerankers } from "../../../src/search/match/reranker.js";
import { respondToSearch } from "../../../src/search/listing/page.js";
import type { SearchResult } from "../../../src/search/response-schema.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { catalogCache } from "../../support/catalog-cache.js";
import { chainDeps } from "../../support/chain-deps.js";
import { contextOn, type Logged, loggingTo } from "../../support/context.js";
import { usePreparedEngine } from "../../support/engine.js";
import { indexCatalog } from "../../support/search-catalog.js";
import { unknownShoppers } from "../../support/unknown-shoppers.js";

const PRODUCTS = 150;
const COLORS = ["Red", "Blue", "Black"];
/**
 * Maximum number of JavaScript promises created for a page from the cache, with one or two promises per processing
 * step.
 */
const MOST_PROMISES = 60;

const TASTE: TasteSnapshot = {
  at: Date.parse("2026-05-01"),
  ignored: [],
  recent: [["p3", 0.5]],
  tokens: [["color=Red", 0.3]],
  prices: [[5, 0.1]],
  viewed: { products: [["color=Red"]] },
};

describe("a page", () => {
  const engineOf = usePreparedEngine();
  let live: LiveCatalog;

  before(async () => {
    const variants = Array.from({ length: PRODUCTS }, (_, at) => ({
      product_identifier: `p${at}`,
      variant_identifier: `p${at}`,
      data: { title: `linen shirt ${at}`, color: COLORS[at % COLORS.length] ?? "", price: 10 + at },
    }));
    live = await indexCatalog(engineOf.engine, variants);
  });

  /**
   * Simulates a service process with cached catalogue metadata and loaded product features, and counts its engine
   * requests.
   */
  async function counting(taste: TasteSnapshot | null, given: Partial<Searching> = {}) {
    let calls: string[] = [];
    const engine: Engine = {
      ...engineOf.engine,
      prefix: engineOf.engine.prefix,
      call(operation, request) {
        calls.push(operation);
        return engineOf.engine.call(operation, request);
      },
    };
    const cache = catalogCache();
    const ranking = taste === null ? "unknown" : "personalized";
    const recalled = { ranking, snapshot: taste, viewed: [] } as const;
    const personalizer = { rerank, recall: () => Promise.resolve(recalled) };
    // The clock hardly advances, so that product features are not reloaded while engine requests are counted.
    let moment = 0;
    const failures: Logged[] = [];
    const context = contextOn(engine, {}, { elapsed: () => (moment += 0.001), logger: loggingTo(failures) });
    const features = createFeatures(context, 10_000_000);
    await features.warm(live);
    const deps: Searching = {
      ...chainDeps(engine),
      ...unknownShoppers(engine),
      features,
      cache,
      personalizer,
      rerankers: personalRerankers(personalizer),
      liveCatalogs: { get: () => Promise.resolve(live) },
      ...given,
    };
    const storefront = {
      client_id: "shop",
      name: "Shop",
      origins: [],
      signing_hashes: [],
      configuration: DEFAULT_CONFIGURATION,
    };
    async function request(body: object) {
      calls = [];
      const full = { user: { device_id: "d" }, limit: 24, facets: { keys: ["*"] }, ...body };
      const response = (await respondToSearch(deps, storefront, full)).parsed() as SearchResult;
      return { calls, response };
    }
    const callsOf = async (body: object) => (await request(body)).calls;
    /** Returns the engine requests for each page of a cursor chain. */
    async function scroll(body: object) {
      const pages = [await request(body)];
      for (let last = pages[0]?.response; last?.pagination.has_more; last = pages.at(-1)?.response) {
        pages.push(await request({ pagination: { page: pages.length + 1, cursor: last.recommendation_id } }));
      }
      return pages.map((page) => page.calls);
    }
    await callsOf({ limit: 0 });
    expect(failures).to.deep.equal([]);
    return { callsOf, scroll };
  }

  const listing = { filters: { price: { $gte: 12 } } };
  const search = { query: "linen shirt" };

  it("a listing needs two engine requests, or no request if its matches and products are cached", async () => {
    for (const taste of [null, TASTE]) {
      const { callsOf } = await counting(taste);
      expect(await callsOf(listing)).to.deep.equal(["search", "search"]);
      expect(await callsOf(listing)).to.deep.equal([]);
      // Requests for other facets use the cached matches and products and search only for facet values.
      expect(await callsOf({ ...listing, facets: { keys: [] } })).to.deep.equal([]);
      expect(await callsOf({ ...listing, facets: { keys: ["color"] } })).to.deep.equal(["search"]);
    }
  });

  it("a listing that is too large to be ranked completely needs one additional engine request", async () => {
    for (const taste of [null, TASTE]) {
      const { callsOf } = await counting(taste, { whole: 40 });
      expect(await callsOf(listing)).to.deep.equal(["search", "search", "search"]);
      expect(await callsOf(listing)).to.deep.equal([]);
    }
  });

  it("a listing that is sorted by a field needs the same engine requests as a ranked listing", async () => {
    const { callsOf } = await counting(TASTE);
    const sorted = { ...listing, sort: ["price_asc"] };
    expect(await callsOf(sorted)).to.deep.equal(["search", "search"]);
    expect(await callsOf(sorted)).to.deep.equal([]);
  });

  it("a search needs the same engine requests as a listing", async () => {
    for (const taste of [null, TASTE]) {
      const { callsOf } = await counting(taste);
      expect(await callsOf(search)).to.deep.equal(["search", "search"]);
      expect(await callsOf(search)).to.deep.equal([]);
    }
  });

  it("a search with a word that has no match needs one additional engine request for partial matches", async () => {
    const { callsOf } = await counting(null);
    expect(await callsOf({ query: "shirt zzzzzzzz" })).to.deep.equal(["search", "search", "search"]);
    expect(await callsOf({ query: "linen shurt" })).to.deep.equal(["search", "search", "search"]);
    expect(await callsOf({ query: "lienn" })).to.deep.equal(["search", "search", "search"]);
    for (const query of ["shirt zzzzzzzz", "linen shurt", "lienn"]) expect(await callsOf({ query })).to.deep.equal([]);
  });

  for (const [what, body] of [
    ["listing", listing],
    ["search", search],
  ] as const) {
    it(`a later page of a ${what} loads uncached products from the engine and stores its cursor`, async () => {
      for (const taste of [null, TASTE]) {
        const { scroll } = await counting(taste);
        const [, ...cold] = await scroll(body);
        expect(cold).to.deep.equal(Array.from({ length: 6 }, () => ["search", "bulk"]));
        const [first, ...hot] = await scroll(body);
        expect(first).to.deep.equal([]);
        expect(hot).to.deep.equal(Array.from({ length: 6 }, () => ["bulk"]));
      }
    });
  }

  it("a later page of a listing sorted by a field loads the total, the rows and uncached products", async () => {
    const { scroll } = await counting(TASTE);
    const sorted = { ...listing, sort: ["price_asc"] };
    const [, second, ...cold] = await scroll(sorted);
    expect(second).to.deep.equal(["search", "search", "search", "bulk"]);
    expect(cold).to.deep.equal(Array.from({ length: 5 }, () => ["search", "search", "bulk"]));
    const [, ...hot] = await scroll(sorted);
    expect(hot).to.deep.equal(Array.from({ length: 6 }, () => ["search", "bulk"]));
  });

  it(`a cached page for a known shopper creates at most ${MOST_PROMISES} JavaScript promises`, async () => {
    const { callsOf } = await counting(TASTE);
    for (let time = 0; time < 4; time += 1) await callsOf(listing);
    let promises = 0;
    const hook = createHook({
      init(_id, type) {
        if (type === "PROMISE") promises += 1;
      },
    }).enable();
    await callsOf(listing);
    hook.disable();
    expect(promises).to.be.within(1, MOST_PROMISES);
  });
});
