import { expect } from "chai";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import type { LeafType } from "../../../src/catalog/leaves.js";
import { planSearch, type Ranked } from "../../../src/search/body.js";
import { find } from "../../../src/search/find.js";
import { parseSearchRequest } from "../../../src/search/request.js";
import type { SearchBody } from "../../../src/search/request-schema.js";
import { createTierMemory } from "../../../src/search/tier-memory.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { DEFAULT_SEARCH, type SearchRules } from "../../../src/storefront/search-configuration.js";
import { chainDeps } from "../../support/chain-deps.js";
import { answering } from "../../support/scripted-engine.js";

const LIVE: LiveCatalog = {
  ...{ index: "shop", multi_variant: false, version: 1, edition: 1 },
  leaves: new Map<string, LeafType>([["price", "number"]]),
};

function rankedOf(body: Partial<SearchBody>, live: LiveCatalog, search: SearchRules): Ranked {
  const configuration = { ...DEFAULT_CONFIGURATION, search };
  const given = { user: { device_id: "d" }, ...body };
  const request = parseSearchRequest(given, configuration, live.leaves);
  const plan = planSearch(request, configuration, live, { shards: 1, proposed: new Map() });
  return { request, configuration, catalog: live, plan, tier: "strict", personal: null };
}

const counted = (total: number) => ({ hits: { total: { value: total, relation: "eq" }, hits: [] } });

describe("finding words", () => {
  const tiers = createTierMemory({ maxSearches: 10 });
  const recalling = { isExpected: false, order: Promise.resolve({ personal: null, degraded: [] }) };

  /** Each search with what the engine says of each tier that is asked; an engine that is asked once more throws. */
  const search = async (body: Partial<SearchBody>, totals: readonly number[], live = LIVE, rules = DEFAULT_SEARCH) => {
    const engine = answering(...totals.map(counted));
    const ranked = rankedOf(body, live, rules);
    const { tier, all_words, found } = await find(chainDeps(engine), tiers, live, ranked, recalling);
    return { tier, all_words, total: found.total, calls: engine.calls.length };
  };
  const red = { query: "red dress shirt" };
  const half = { tier: "relaxed", all_words: 3, total: 30 };

  it("asks for all words, then half, then one, until enough is found", async () => {
    expect(await search({ query: "shirt" }, [10])).to.deep.equal({
      tier: "strict",
      all_words: 10,
      total: 10,
      calls: 1,
    });
    expect(await search(red, [3, 30])).to.deep.equal({ ...half, calls: 2 });
    const one = { tier: "any", all_words: 0, total: 7, calls: 3 };
    expect(await search({ query: "blue dress shirt" }, [0, 2, 7])).to.deep.equal(one);
    const none = { tier: "strict", all_words: 0, total: 0, calls: 3 };
    expect(await search({ query: "green dress shirt" }, [0, 0, 0])).to.deep.equal(none);
  });

  it("asks only the tier that answered before, while the catalogue is the same", async () => {
    expect(await search(red, [30])).to.deep.equal({ ...half, calls: 1 });
    expect(await search({ ...red, limit: 5, facets: {} }, [30])).to.deep.equal({ ...half, calls: 1 });
    expect(await search(red, [4, 31], { ...LIVE, edition: 2 })).to.deep.equal({
      ...{ tier: "relaxed", all_words: 4, total: 31 },
      calls: 2,
    });
  });

  it("asks anew whatever else decides, and where another number is found than before", async () => {
    expect((await search({ ...red, filters: { price: { $lte: 5 } } }, [12])).calls).to.equal(1);
    expect((await search({ ...red, sort: ["price_asc"] }, [3])).tier).to.equal("strict");
    const synonymous = (...terms: string[]) => ({ ...DEFAULT_SEARCH, synonyms: [{ terms }] });
    expect((await search(red, [12], LIVE, synonymous("dress shirt", "blouse"))).calls).to.equal(1);
    expect(await search(red, [30], LIVE, synonymous("coat", "parka"))).to.deep.equal({ ...half, calls: 1 });
    expect(await search(red, [29, 11])).to.deep.equal({ tier: "strict", all_words: 11, total: 11, calls: 2 });
    expect((await search(red, [11])).calls).to.equal(1);
  });
});
