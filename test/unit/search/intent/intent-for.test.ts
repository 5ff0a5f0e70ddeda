import { expect } from "chai";
import { NOTHING_CHOSEN, withChoice } from "../../../../src/behaviour/queries/query-record.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import { NO_FACTS } from "../../../../src/search/facets/catalog-facts.js";
import { intentFor } from "../../../../src/search/chosen-after.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { NO_RULES } from "../../../../src/search/rules/active-rules.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import type { SearchRules } from "../../../../src/storefront/search-configuration.js";
import { categorySignal } from "../../../../src/search/query.js";

const CHOSEN = ["a", "b", "c"].reduce(
  (before, shopper) => withChoice(before, { shopper, categories: ["Clothing: Shirts"] }, 1),
  NOTHING_CHOSEN,
);
/** Fake click statistics, which exist only for the query "polo". */
const chosenAfter = {
  get: (clientId: string, query: string) =>
    Promise.resolve(clientId === "shop" && query === "polo" ? CHOSEN : undefined),
};

const requestOf = (body: Omit<SearchBody, "user">) =>
  parseSearchRequest({ user: { device_id: "device" }, ...body }, DEFAULT_CONFIGURATION, undefined);

function intent(body: Omit<SearchBody, "user">, search: Partial<SearchRules> = {}, shoppers = 3) {
  const { suggest, fields } = DEFAULT_CONFIGURATION;
  const rules = { fields, search: { ...DEFAULT_CONFIGURATION.search, ...search }, suggest: { ...suggest, shoppers } };
  return intentFor(chosenAfter, "shop", requestOf(body), rules);
}

describe("the intent of a search", () => {
  it("the intent of a search is looked up for the query without its price words", async () => {
    expect(await intent({ query: "polo" })).to.equal("Clothing: Shirts");
    expect(await intent({ query: "polo under 50" })).to.equal("Clothing: Shirts");
    expect(await intent({ query: "polo", filters: { color: "red" } })).to.equal("Clothing: Shirts");
    expect(await intent({ query: "socks" })).to.equal(null);
  });

  it("the intent of a search has no effect on requests with limit 0, listings and field sorts", async () => {
    expect(await intent({ query: "polo", limit: 0 })).to.equal(null);
    expect(await intent({ query: "polo", sort: ["price_asc"] })).to.equal(null);
    expect(await intent({})).to.equal(null);
    expect(await intent({ query: "polo" }, { category_intent: 0 })).to.equal(null);
  });

  it("the intent of a search requires the configured minimum number of shoppers and minimum share of their choices", async () => {
    expect(await intent({ query: "polo" }, { intent_share: 0.6 })).to.equal(null);
    expect(await intent({ query: "polo" }, {}, 4)).to.equal(null);
  });

  it("the intent of a search adds points to products of the learned category", () => {
    const catalog = { fields: new Map([["categories", "string" as const]]), multi_variant: false };
    const signals = (body: Omit<SearchBody, "user">, category: string | null) => {
      const request = requestOf(body);
      const lookedUp = { rules: NO_RULES, intent: category };
      return categorySignal(planSearch(request, DEFAULT_CONFIGURATION, catalog, NO_FACTS, lookedUp));
    };
    expect(signals({ query: "polo" }, "Clothing: Shirts")).to.deep.equal([
      {
        name: "intent Clothing: Shirts",
        clause: {
          constant_score: {
            filter: {
              nested: {
                path: "variants",
                score_mode: "none",
                query: { term: { "variants.data.categories": "Clothing: Shirts" } },
              },
            },
            boost: 4,
          },
        },
      },
    ]);
    expect(signals({ query: "polo" }, null)).to.deep.equal([]);
    expect(signals({ query: "polo", limit: 0 }, "Clothing: Shirts")).to.deep.equal([]);
  });
});
