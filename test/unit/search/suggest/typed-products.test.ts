import { expect } from "chai";
import { FeatureTable } from "../../../../src/catalog/features.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import type { Filter } from "../../../../src/filters/filter.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import { NO_FACTS } from "../../../../src/search/facets/catalog-facts.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import { NO_RULES } from "../../../../src/search/rules/active-rules.js";
import { candidatesFor, productsFor, type TypedSearch } from "../../../../src/search/suggest/typed-products.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { matchedText, namesOf } from "../../../support/hashes.js";
import type { Suggesting } from "../../../../src/search/searching.js";
import { suggestingOn } from "../../../support/chain-deps.js";
import { catalogCache } from "../../../support/catalog-cache.js";
import { answering, type ScriptedEngine } from "../../../support/scripted-engine.js";

const LIVE: LiveCatalog = { index: "catalog", multi_variant: false, version: 1, catalogVersion: 1, fields: new Map() };
const RED: Filter = { kind: "in", field: "color", values: ["Red"] };

const source = (id: string, active = true) => ({
  product_identifier: id,
  active,
  created_at: "",
  updated_at: "",
  source: [{ variant_identifier: id, active, digest: "", data: { product_identifier: id, variant_identifier: id } }],
});
const hits = (...ids: readonly string[]) =>
  ids.map((id, at) => ({ sort: [ids.length - at, id], fields: { taste: [] } }));
const found = (...ids: readonly string[]) => ({ responses: [{ timed_out: false, hits: { hits: hits(...ids) } }] });
const products = (...sources: readonly object[]) => ({ hits: { hits: sources.map((_source) => ({ _source })) } });

function searching(
  query: string,
  { catalogVersion: catalogVersion = 1, shown = NO_RULES.shown, limit = 4 } = {},
): TypedSearch {
  const live = { ...LIVE, catalogVersion, fields: new Map([["color", "string"] as const]) };
  const requested = parseSearchRequest({ user: { device_id: "d" }, query, limit }, DEFAULT_CONFIGURATION, live.fields);
  const plan = planSearch(requested, DEFAULT_CONFIGURATION, live, NO_FACTS, {
    rules: { ...NO_RULES, shown },
    intent: null,
  });
  return { live, plan, reading: { meant: undefined, inAllTexts: false, values: [] } };
}

/**
 * Creates product features that do not require an engine.
 * @param liked identifiers of the red products, which the shopper likes
 */
function featuresOf(liked: ReadonlySet<string>): Suggesting["features"] {
  const table = new FeatureTable(1, 0);
  return {
    rowsOf(_live, hashes) {
      const rows = namesOf(hashes).map((id) => table.put(id, { taste: liked.has(id) ? ["color=Red"] : [] }));
      return Promise.resolve({ table, rows: Int32Array.from(rows) });
    },
  };
}

function remembering(engine: ScriptedEngine, now: () => number = () => 0, liked = new Set<string>()): Suggesting {
  return suggestingOn(engine, { cache: catalogCache(now), features: featuresOf(liked) });
}

describe("the product search for typed words", () => {
  it("the product search for typed words sends one request for concurrent callers", async () => {
    const engine = answering(found("a"), found("b"), found("c"), found("d"));
    let now = 0;
    const deps = remembering(engine, () => now);
    const ids = async (search: TypedSearch) => namesOf((await candidatesFor(deps, search)).hashes);
    const together = await Promise.all([ids(searching("li")), ids(searching("li", { limit: 2 }))]);
    expect([...together, await ids(searching("li"))]).to.deep.equal([["a"], ["a"], ["a"]]);
    expect(await ids(searching("li", { catalogVersion: 2 }))).to.deep.equal(["b"]);
    expect(await ids(searching("li", { shown: RED }))).to.deep.equal(["c"]);
    now = 60_001;
    expect(await ids(searching("li"))).to.deep.equal(["d"]);
  });

  it("the product search for typed words does not cache a partial result", async () => {
    const slow = { responses: [{ timed_out: true, hits: { hits: hits("a") } }] };
    const failed = { responses: [{ status: 500, error: { type: "boom" } }] };
    const deps = remembering(answering(slow, failed, found("b")));
    const outcomes = [];
    for (let time = 0; time < 4; time += 1) outcomes.push((await candidatesFor(deps, searching("li"))).outcome);
    expect(outcomes).to.deep.equal(["slow", "failed", "answered", "answered"]);
  });

  it("the product search for typed words loads products that are not cached, and omits inactive products", async () => {
    const deps = remembering(answering(found("a", "b", "c"), products(source("a"), source("b", false), source("c"))));
    const search = searching("li", { limit: 1 });
    const candidates = await candidatesFor(deps, search);
    for (let time = 0; time < 2; time += 1) {
      expect(await productsFor(deps, search, candidates)).to.deep.equal({ products: [source("a")], are_whole: true });
    }
    const two = searching("li", { limit: 2 });
    expect((await productsFor(deps, two, candidates)).products).to.deep.equal([source("a"), source("c")]);
  });

  it("the product search for typed words uses text scores as base scores", async () => {
    const deps = remembering(answering(found("a", "b", "c")));
    const { hashes, bases, outcome } = await candidatesFor(deps, searching("li"));
    expect([namesOf(hashes), [...bases], outcome]).to.deep.equal([["a", "b", "c"], [3, 2, 1], "answered"]);
  });

  it("the product search for typed words sorts products by a shopper's taste without a second engine search", async () => {
    const read = products(source("a"), source("b"), source("c"));
    const deps = remembering(answering(found("a", "b", "c"), read), () => 0, new Set(["c"]));
    const search = searching("li", { limit: 2 });
    const candidates = await candidatesFor(deps, search);
    const taste = { at: 0, tokens: [["color=Red", 0.75]], recent: [], ignored: [] } as const;
    const weights = { ...DEFAULT_CONFIGURATION.ranking, text_affinity: 2 };
    const personal = { taste, weights, half_life_days: 30, diversify_categories: false };
    const shown = async (plan: TypedSearch["plan"]) =>
      (await productsFor(deps, { ...search, plan }, candidates)).products.map(
        ({ product_identifier }) => product_identifier,
      );
    // Product c gets 1 + 2 · 0.75 points, which is more than the 2 points of product b.
    expect(await shown({ ...search.plan, personal })).to.deep.equal(["a", "c"]);
    expect(await shown(search.plan)).to.deep.equal(["a", "b"]);
  });

  it("the product search for typed words returns products of the whole catalogue before the first letter is typed", async () => {
    const listed = {
      hits: { total: { value: 2 }, hits: [] },
      aggregations: { found: { value: matchedText(["b", "a"]) } },
    };
    const engine = answering(listed, products(source("a"), source("b")));
    const deps = remembering(engine);
    const search = searching("", { limit: 1 });
    for (let time = 0; time < 2; time += 1) {
      const candidates = await candidatesFor(deps, search);
      expect([namesOf(candidates.hashes), [...candidates.bases], candidates.outcome]).to.deep.equal([
        ["b", "a"],
        [],
        "answered",
      ]);
      expect((await productsFor(deps, search, candidates)).products).to.deep.equal([source("a")]);
    }
    expect(engine.calls.length).to.equal(2);
  });

  it("the product search for typed words loads products in the search request if more than five letters were typed", async () => {
    const hit = { sort: [1, "a"], fields: { taste: ["color=Red"] }, _source: source("a") };
    const engine = answering({ responses: [{ timed_out: false, hits: { hits: [hit] } }] });
    const deps = remembering(engine);
    const search = searching("linen sh");
    const response = await productsFor(deps, search, await candidatesFor(deps, search));
    expect([response.products, engine.calls.length]).to.deep.equal([[source("a")], 1]);
  });
});
