import { expect } from "chai";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { productTag } from "../../../../src/catalog/catalog-version.js";
import { matchingProducts, readItems } from "../../../../src/search/listing/items.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { textQuery } from "../../../../src/search/text/text-query.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";
import { catalogCache } from "../../../support/catalog-cache.js";
import { answering } from "../../../support/scripted-engine.js";
import { LIVE, planned } from "../match/planned.js";

const source = (id: string, color = "red", active = true) => ({
  product_identifier: id,
  active,
  source: [{ variant_identifier: `${id}-1`, active, data: { color, title: id.toUpperCase() } }],
});
const found = (...sources: readonly object[]) => ({ hits: { hits: sources.map((_source) => ({ _source })) } });
const reading = (...ids: readonly string[]) => ({
  size: ids.length,
  track_total_hits: false,
  docvalue_fields: ["taste"],
  query: { constant_score: { filter: { ids: { values: ids } } } },
});
const item = (id: string) => ({ type: "product", product_identifier: id, variant_identifier: `${id}-1` });

/** Live catalogue in which products have several variants. */
const MANY: LiveCatalog = { ...LIVE, multi_variant: true };

/** A query plan without projected fields. */
const NAMES = planned({ projection: [] });

describe("readItems", () => {
  /** Returns a function that reads items through one cache for all calls. */
  function reader() {
    const cache = catalogCache();
    return async (plan: Plan, ids: readonly string[], responses: readonly object[], live: LiveCatalog = LIVE) => {
      const engine = answering(...responses);
      const items = await readItems({ engine, cache }, live, plan, ids);
      const read = ids.flatMap((id) => items.get(id) ?? []).map((text) => JSON.parse(text) as unknown);
      return { items: read, bodies: engine.calls.map(({ body }) => body) };
    };
  }

  it("readItems loads all items that are not cached in one request", async () => {
    const read = reader();
    const plan = planned({ projection: ["title"] });
    const titled = (id: string) => ({ ...item(id), title: id.toUpperCase() });
    expect(await read(plan, ["b", "a"], [found(source("a"), source("b"))])).to.deep.equal({
      items: [titled("b"), titled("a")],
      bodies: [reading("b", "a")],
    });
    expect(await read(plan, ["a"], [])).to.deep.equal({ items: [titled("a")], bodies: [] });
    expect(await read(plan, ["a", "c"], [found(source("c"))])).to.deep.equal({
      items: [titled("a"), titled("c")],
      bodies: [reading("c")],
    });
  });

  it("readItems excludes products that are deleted, inactive, or do not match the filters", async () => {
    const plan = planned({ filters: { color: "red" }, projection: [] });
    const response = found(source("b", "blue"), source("red"), source("off", "red", false));
    expect((await reader()(plan, ["red", "b", "off", "gone"], [response])).items).to.deep.equal([item("red")]);
  });

  it("readItems serves all fields and variants of a cached product from the cache until the product changes", async () => {
    const read = reader();
    const shown = async (body: Omit<SearchBody, "user">) =>
      (await read(planned({ projection: [], ...body }), ["a"], [], MANY)).items;
    await read(NAMES, ["a"], [found(source("a"))], MANY);
    expect(await shown({ projection: ["color"] })).to.deep.equal([{ ...item("a"), color: "red" }]);
    expect(await shown({ filters: { color: "blue" } })).to.deep.equal([]);
    expect(await shown({})).to.deep.equal([item("a")]);
    const changed = (catalogVersion: number, id: string): LiveCatalog => {
      return { ...MANY, catalogVersion, changes: { everything: 1, tags: new Map([[productTag(id), catalogVersion]]) } };
    };
    expect((await read(NAMES, ["a"], [], changed(2, "b"))).items).to.deep.equal([item("a")]);
    expect((await read(NAMES, ["a"], [found()], changed(3, "a"))).items).to.deep.equal([]);
  });

  it("readItems shares items among all requests for the same fields if products have one variant", async () => {
    const read = reader();
    await read(NAMES, ["a"], [found(source("a"))]);
    const plan = planned({ projection: [], query: "a", filters: { color: "red" }, sort: ["price_asc"] });
    expect(await read(plan, ["a"], [])).to.deep.equal({ items: [item("a")], bodies: [] });
  });

  it("readItems omits a field as soon as the configuration makes the field private", async () => {
    const read = reader();
    const shown = async (configuration: Partial<StorefrontConfiguration>, projection: string[], many: boolean) => {
      const plan = planned({ projection }, { configuration });
      return (await read(plan, ["a"], [found(source("a"))], many ? MANY : LIVE)).items;
    };
    for (const many of [false, true]) {
      expect(await shown({}, ["color"], many)).to.deep.equal([{ ...item("a"), color: "red" }]);
      expect(await shown({ fields: { private: ["color"], public: null } }, ["color"], many)).to.deep.equal([item("a")]);
      expect(await shown({ aliases: { tint: "color" } }, ["tint"], many)).to.deep.equal([
        { ...item("a"), tint: "red" },
      ]);
      expect(await shown({ aliases: { tint: "title" } }, ["tint"], many)).to.deep.equal([{ ...item("a"), tint: "A" }]);
    }
  });
});

describe("matchingProducts", () => {
  it("matchingProducts returns the ids of active products that match the filters and the query", async () => {
    const plan = planned({ query: "dress", filters: { color: "red" } });
    const engine = answering({ hits: { hits: [{ _id: "a" }] } });
    expect([...(await matchingProducts(engine, "shop", plan, ["b", "a"]))]).to.deep.equal(["a"]);
    expect(engine.calls.map(({ body }) => body)).to.deep.equal([
      {
        size: 2,
        track_total_hits: false,
        _source: false,
        query: {
          bool: {
            filter: [
              { ids: { values: ["b", "a"] } },
              { nested: { path: "variants", score_mode: "none", query: { term: { "variants.data.color": "red" } } } },
              textQuery("dress", DEFAULT_CONFIGURATION, "strict"),
            ],
          },
        },
      },
    ]);
  });

  it("matchingProducts returns an empty set for an empty list of ids without calling the engine", async () => {
    expect([...(await matchingProducts(answering(), "shop", planned(), []))]).to.deep.equal([]);
  });
});
