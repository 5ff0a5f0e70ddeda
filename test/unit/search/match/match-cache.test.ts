import { expect } from "chai";
import { tagOf } from "../../../../src/catalog/catalog-version.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import { matchBody, readMatches } from "../../../../src/search/match/matches.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import type { Facet } from "../../../../src/storefront/facets-configuration.js";
import { catalogCache } from "../../../support/catalog-cache.js";
import { answering } from "../../../support/scripted-engine.js";
import { RED, listed, counted, summaryOf, NOTHING, reader, facets, redFacet } from "./responses.js";
import { LIVE, NOW, PERSONAL, planned, type Given } from "./planned.js";

/** Counts the engine calls for a query plan. */
async function callsOf(read: ReturnType<typeof reader>, plan: Plan, response: object = listed([])): Promise<number> {
  return (await read(plan, [response]).catch(() => ({ calls: NaN }))).calls;
}

describe("the match cache", () => {
  it("the match cache loads matches and facets in one engine call, and answers a repeated request without a call", async () => {
    const read = reader();
    const plan = planned({ ...facets("color") });
    const { matched, bodies } = await read(plan, [listed(["b", "a"])]);
    const body = matchBody(plan, 0);
    expect(bodies).to.deep.equal([
      {
        ...body,
        aggs: {
          ...(body["aggs"] as object),
          variants: {
            nested: { path: "variants" },
            aggs: { f0: { terms: { field: "variants.data.color", size: 50 } } },
          },
        },
      },
    ]);
    expect(summaryOf(matched)).to.deep.equal({
      ...NOTHING,
      total: 2,
      ids: ["b", "a"],
      bases: [],
      are_all: true,
      facets: [redFacet()],
    });
    const hot = await read(plan, []);
    expect(hot.calls).to.equal(0);
    expect(hot.matched).to.deep.equal(matched);
    expect(hot.matched.matches).to.equal(matched.matches);
  });

  it("the match cache shares matches among shoppers, pages and projections", async () => {
    const read = reader();
    await read(planned(), [listed(["a"], [0])]);
    for (const plan of [
      planned({}, { personal: PERSONAL }),
      planned({
        limit: 3,
        pagination: { page: 4 },
        projection: ["title"],
        context: { category_diversification: true },
      }),
    ]) {
      expect(await callsOf(read, plan)).to.equal(0);
    }
    const counting = planned({ ...facets("color"), limit: 3 });
    const { matched, bodies } = await read(counting, [counted]);
    expect(bodies).to.deep.equal([
      {
        size: 0,
        track_total_hits: true,
        query: matchBody(counting, 0)["query"],
        post_filter: undefined,
        aggs: {
          variants: {
            nested: { path: "variants" },
            aggs: { f0: { terms: { field: "variants.data.color", size: 50 } } },
          },
        },
      },
    ]);
    expect([matched.matches.total, JSON.parse(matched.facets)]).to.deep.equal([1, [redFacet()]]);
    expect(await callsOf(read, counting)).to.equal(0);
    expect(await callsOf(read, planned({ facets: { keys: ["color"], max_values: 7 } }), counted)).to.equal(1);
    expect(await callsOf(read, planned({ facets: { keys: ["color", "sizes"] } }), counted)).to.equal(1);
  });

  it("the match cache loads matches once for concurrent requests", async () => {
    const cache = catalogCache();
    const engine = answering(listed(["a"]), counted);
    const plans = [planned(), planned(), planned({ ...facets("color") })];
    const [one, two, three] = await Promise.all(plans.map((plan) => readMatches({ engine, cache }, LIVE, plan, 0)));
    expect(engine.calls.length).to.equal(2);
    expect([two?.matches === one?.matches, three?.matches === one?.matches]).to.deep.equal([true, true]);
    expect([one, two, three].map((matched) => JSON.parse(matched?.facets ?? "") as unknown)).to.deep.equal([
      [],
      [],
      [redFacet()],
    ]);
  });

  it("the match cache stores matches separately for every parameter that affects results", async () => {
    const read = reader();
    const request = (body: Omit<SearchBody, "user"> = {}, given: Given = {}) => callsOf(read, planned(body, given));
    const rules = { at: NOW, half_life_days: 10 };
    const others: [Omit<SearchBody, "user">, Given][] = [
      [{}, {}],
      [{ filters: { color: "red" } }, {}],
      [{ facet_filters: { color: ["blue"] } }, {}],
      [{ limit: 0 }, {}],
      [{ query: "shirt" }, {}],
      [{ query: "shirt" }, { tier: "any" }],
      [{ query: "shirt" }, { intent: "Shirts" }],
      [
        { query: "shirt" },
        { configuration: { search: { ...DEFAULT_CONFIGURATION.search, synonyms: [{ terms: ["shirt", "blouse"] }] } } },
      ],
      [{ query: "shirt" }, { configuration: { language: "german" } }],
      [{ sort: ["price_asc"] }, {}],
      [{ sort: ["price_desc"] }, {}],
      [{ sort: ["price_asc"], limit: 7 }, {}],
      [{}, { rules: { ...rules, scores: [{ key: "up", points: 1, target: RED }] } }],
      [{}, { rules: { ...rules, shown: { kind: "not", filter: RED } } }],
      [{}, { rules: { ...rules, pins: [{ product: "a", position: 1 }] } }],
      [{}, { rules: { ...rules, reservations: [{ key: "red", position: 1, target: RED }] } }],
      [{}, { whole: 10 }],
      [
        {},
        { configuration: { availability: { field: "stock", in_stock: [true], out_of_stock: "bury", sorted: "keep" } } },
      ],
    ];
    for (const [body, given] of others) expect(await request(body, given), JSON.stringify([body, given])).to.equal(1);
    for (const [body, given] of others) expect(await request(body, given), JSON.stringify([body, given])).to.equal(0);
    // The evaluation time is not part of the cache key, because static ranks are added when products are sorted.
    expect(
      await request({}, { rules: { ...rules, at: NOW + 1, scores: [{ key: "up", points: 1, target: RED }] } }),
    ).to.equal(0);
  });

  it("the match cache stores facets separately for each language and label", async () => {
    const cache = catalogCache();
    const stock: Facet = { key: "stock", label: "Stock", type: "list", field: "stock", selection_mode: "multi", collapsed: false, order: "count" }; // prettier-ignore
    const response = listed(["a"], [], { variants: { f0: { buckets: [{ key: 1, key_as_string: "true", doc_count: 1, products: { doc_count: 1 } }] } } }); // prettier-ignore
    const labels = async (given: Partial<Plan["configuration"]>, live = LIVE) => {
      const configuration = { facets: [stock], ...given };
      const { matched } = await reader({ cache, live })(planned({ ...facets("stock") }, { configuration, live }), [
        response,
      ]);
      const [facet] = JSON.parse(matched.facets) as { label: string; values: { label: string }[] }[];
      return [facet?.label, facet?.values.map(({ label }) => label)];
    };
    expect(await labels({})).to.deep.equal(["Stock", ["Yes"]]);
    expect(await labels({ language: "german" })).to.deep.equal(["Stock", ["Ja"]]);
    expect(await labels({ facets: [{ ...stock, label: "There", value_labels: { true: "now" } }] })).to.deep.equal(["There", ["now"]]); // prettier-ignore
    expect(await labels({}, { ...LIVE, multi_variant: true, catalogVersion: 2 })).to.deep.equal(["Stock", ["Yes"]]);
    expect(await labels({})).to.deep.equal(["Stock", ["Yes"]]);
  });

  it("the match cache removes an entry after a minute, or as soon as a product that may match changes", async () => {
    let now = 0;
    const cache = catalogCache(() => now);
    const read = reader({ cache });
    const catalogVersion = (
      number: number,
      ...changed: readonly (readonly [string, string, number])[]
    ): LiveCatalog => {
      const tags = new Map(changed.map(([field, value, at]) => [tagOf(field, value), at]));
      return { ...LIVE, catalogVersion: number, changes: { everything: 1, tags } };
    };
    const calls = async (body: Omit<SearchBody, "user">, at: LiveCatalog, response: object = listed(["a"])) =>
      (await read(planned(body), [response], { at }).catch(() => ({ calls: 0 }))).calls;
    const [red, all, search] = [{ filters: { color: "red" } }, {}, { query: "shirt", filters: { color: "red" } }];
    for (const body of [red, all, search]) expect(await calls(body, catalogVersion(1))).to.equal(1);
    const blue = catalogVersion(2, ["color", "blue", 2]);
    // The listing of red products is still cached. The search is requested again: text scores depend on all products.
    expect([await read(planned(red), [], { at: blue }).then(({ calls: count }) => count), await calls(all, blue), await calls(search, blue)]).to.deep.equal([0, 1, 1]); // prettier-ignore
    expect(await calls(red, catalogVersion(3, ["color", "blue", 2], ["color", "red", 3]))).to.equal(1);
    expect(await calls(red, { ...LIVE, index: "another" })).to.equal(1);
    now = 61_000;
    expect(await calls(red, catalogVersion(3, ["color", "blue", 2], ["color", "red", 3]))).to.equal(1);
  });
});
