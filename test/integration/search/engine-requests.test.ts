import { createHook } from "node:async_hooks";
import { expect } from "chai";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import type { Engine } from "../../../src/engine/engine.js";
import type { FrozenTaste } from "../../../src/personalization/personalizer.js";
import { place } from "../../../src/personalization/placement/placement.js";
import { personalPlacements } from "../../../src/search/paging/placement.js";
import { answerSearch, type SearchDeps } from "../../../src/search/listing/page.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { catalogCache } from "../../support/catalog-cache.js";
import { chainDeps } from "../../support/chain-deps.js";
import { usePreparedEngine } from "../../support/engine.js";
import { indexCatalog } from "../../support/search-catalog.js";
import { strangers } from "../../support/strangers.js";

const PRODUCTS = 150;
const COLORS = ["Red", "Blue", "Black"];
/** The page is answered from the cache without waiting for anything: each of its steps is a promise or two. */
const MOST_PROMISES = 60;

const TASTE: FrozenTaste = {
  at: Date.parse("2026-05-01"),
  user: null,
  ignored: [],
  recent: [["p3", 0.5]],
  tokens: [["color=Red", 0.3]],
  prices: [[5, 0.1]],
  looked_at: { products: [["color=Red"]] },
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

  /** A process that counts what it asks of the engine, with the facts of the catalogue known already. */
  async function counting(taste: FrozenTaste | null, given: Partial<SearchDeps> = {}) {
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
    const personalizer = { place, recall: () => Promise.resolve(recalled), recallFrozen: () => Promise.resolve(taste) };
    const deps: SearchDeps = {
      ...strangers(engine),
      cache,
      personalizer,
      liveCatalogs: { get: () => Promise.resolve(live) },
      chains: chainDeps(engine, { cache, placements: personalPlacements(personalizer) }),
      ...given,
    };
    const storefront = {
      client_id: "shop",
      name: "Shop",
      origins: [],
      signing_hashes: [],
      configuration: DEFAULT_CONFIGURATION,
    };
    const ask = async (body: object) => {
      calls = [];
      await answerSearch(deps, storefront, { user: { device_id: "d" }, limit: 24, facets: { keys: ["*"] }, ...body });
      return calls;
    };
    await ask({ limit: 0 });
    return { ask };
  }

  const listing = { filters: { price: { $gte: 12 } } };

  it("of a search asks the engine twice, and three times for one with a word that no product has", async () => {
    const { ask } = await counting(null);
    expect(await ask({ query: "shirt" })).to.deep.equal(["search", "search"]);
    expect(await ask({ query: "shirt zzzzzzzz" })).to.deep.equal(["search", "search"]);
    expect(await ask({ query: "lienn shirt" })).to.deep.equal(["search", "search", "search"]);
    expect(await ask({ query: "lienn" })).to.deep.equal(["search", "search"]);
  });

  it("of an unknown shopper asks the engine once cold, and not at all hot", async () => {
    const { ask } = await counting(null);
    expect(await ask(listing)).to.deep.equal(["search"]);
    await ask(listing);
    expect(await ask(listing)).to.deep.equal([]);
  });

  it("of a known shopper asks the engine once cold and once for products that are not in memory, and not at all hot", async () => {
    const { ask } = await counting(TASTE);
    expect(await ask(listing)).to.deep.equal(["search", "search"]);
    await ask(listing);
    expect(await ask(listing)).to.deep.equal([]);
    // The same products of another listing are in memory, as another page shows them.
    expect((await ask({ ...listing, facets: { keys: [] } })).length).to.be.at.most(1);
  });

  it("of a known shopper in a large listing asks the engine once cold and once hot, beside its products", async () => {
    const { ask } = await counting(TASTE, { whole: 40 });
    expect(await ask(listing)).to.deep.equal(["search", "search"]);
    await ask(listing);
    expect(await ask(listing)).to.deep.equal(["search"]);
  });

  it("of a search asks for the words first, and hot not at all", async () => {
    const [stranger, known] = [await counting(null), await counting(TASTE)];
    const search = { query: "linen shirt" };
    expect(await stranger.ask(search)).to.deep.equal(["search", "search"]);
    // Beside the words, the window and its products: what the shopper likes.
    expect(await known.ask(search)).to.have.length(4);
    for (const { ask } of [stranger, known]) {
      for (let time = 0; time < 3; time += 1) await ask(search);
      expect(await ask(search)).to.deep.equal([]);
    }
  });

  it("of a search with a word that no product has asks once more, for words like it", async () => {
    const { ask } = await counting(null);
    expect(await ask({ query: "linen shurt" })).to.deep.equal(["search", "search", "search"]);
  });

  it(`of a known shopper, hot, takes at most ${MOST_PROMISES} promises`, async () => {
    const { ask } = await counting(TASTE);
    for (let time = 0; time < 4; time += 1) await ask(listing);
    let promises = 0;
    const hook = createHook({
      init(_id, type) {
        if (type === "PROMISE") promises += 1;
      },
    }).enable();
    await ask(listing);
    hook.disable();
    expect(promises).to.be.within(1, MOST_PROMISES);
  });
});
