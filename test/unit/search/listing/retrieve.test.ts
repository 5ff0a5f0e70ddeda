import { expect } from "chai";
import { Registry } from "prom-client";
import type { CatalogCache } from "../../../../src/catalog/cache.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import type { LeafType } from "../../../../src/catalog/leaves.js";
import { createMetrics } from "../../../../src/observability/metrics.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import { everybodysKey, retrieve } from "../../../../src/search/listing/retrieve.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { DEFAULT_SEARCH, type SearchRules } from "../../../../src/storefront/search-configuration.js";
import { answering } from "../../../support/scripted-engine.js";
import { catalogCache } from "../../../support/catalog-cache.js";

const LIVE: LiveCatalog = {
  index: "shop",
  multi_variant: false,
  version: 1,
  edition: 1,
  leaves: new Map<string, LeafType>([["price", "number"]]),
};

function plannedOf(body: Partial<SearchBody>, live: LiveCatalog, search: SearchRules): Plan {
  const configuration = { ...DEFAULT_CONFIGURATION, search };
  const given = { user: { device_id: "d" }, ...body };
  const request = parseSearchRequest(given, configuration, live.leaves);
  return planSearch(request, configuration, live, { shards: 1, proposed: new Map() });
}

const counted = (total: number) => ({ hits: { total: { value: total, relation: "eq" }, hits: [] } });

describe("retrieving", () => {
  const cache = catalogCache();
  const { windows } = createMetrics(new Registry());

  /** Each search with what the engine counts; an engine that is asked once more throws. */
  const search = async (body: Partial<SearchBody>, totals: readonly number[], live = LIVE, rules = DEFAULT_SEARCH) => {
    const engine = answering(...totals.map(counted));
    const plan = plannedOf(body, live, rules);
    const key = everybodysKey({ user: { device_id: "d" }, ...body }, plan);
    const { total } = await retrieve({ engine, cache, windows }, live, key, plan, "nothing");
    return { total, calls: engine.calls.length };
  };
  const red = { query: "red dress shirt" };

  it("searches once, and not for cached results of the same catalogue", async () => {
    expect(await search(red, [30])).to.deep.equal({ total: 30, calls: 1 });
    expect(await search(red, [])).to.deep.equal({ total: 30, calls: 0 });
    expect(await search(red, [31], { ...LIVE, edition: 2 })).to.deep.equal({ total: 31, calls: 1 });
  });

  it("searches again when any other input changes", async () => {
    expect((await search({ ...red, filters: { price: { $lte: 5 } } }, [12])).calls).to.equal(1);
    expect((await search({ ...red, limit: 5 }, [12])).calls).to.equal(1);
    expect((await search({ ...red, sort: ["price_asc"] }, [3])).calls).to.equal(1);
    const synonymous = (...terms: string[]) => ({ ...DEFAULT_SEARCH, synonyms: [{ terms }] });
    expect((await search(red, [12], LIVE, synonymous("dress shirt", "blouse"))).calls).to.equal(1);
  });

  describe("returns with the counts", () => {
    const hit = (id: string) => ({
      _id: id,
      sort: [1, id],
      fields: { taste: [`color=${id}`] },
      _source: { product_identifier: id, source: [{ variant_identifier: id, active: true, data: {} }] },
    });
    const twoHits = { hits: { total: { value: 2, relation: "eq" }, hits: [hit("a"), hit("b")] } };
    const begin = async (of: CatalogCache, beginning: "page" | "window", ...answers: object[]) => {
      const engine = answering(...answers);
      const body = { filters: { price: { $gt: 1 } } };
      const plan = plannedOf(body, LIVE, DEFAULT_SEARCH);
      const key = everybodysKey({ user: { device_id: "d" }, ...body }, plan);
      const { page, window } = await retrieve({ engine, cache: of, windows }, LIVE, key, plan, beginning);
      return { page, window: window?.map(({ id }) => id), calls: engine.calls.length };
    };

    it("the first page, which is cached from the second request on", async () => {
      const own = catalogCache();
      const first = await begin(own, "page", twoHits);
      expect(first.calls).to.equal(1);
      expect(first.page?.ids).to.equal('["a","b"]');
      expect(await begin(own, "page", twoHits)).to.deep.equal(first);
      expect(await begin(own, "page")).to.deep.equal({ ...first, calls: 0 });
    });

    it("the candidates of a first window, from which the next one is made without the engine", async () => {
      const own = catalogCache();
      const first = await begin(own, "window", twoHits);
      expect(first).to.deep.equal({ page: undefined, window: ["a", "b"], calls: 1 });
      expect(await begin(own, "window")).to.deep.equal({ ...first, calls: 0 });
      // Only known shoppers have asked so far: the counts are cached, the unpersonalized page is not.
      expect((await begin(own, "page", twoHits)).calls).to.equal(1);
    });
  });
});
