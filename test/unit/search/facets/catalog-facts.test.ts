import { expect } from "chai";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { EngineUnavailableError, type Engine, type EngineCall } from "../../../../src/engine/engine.js";
import { readCatalogFacts } from "../../../../src/search/facets/catalog-facts.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import type { Facet } from "../../../../src/storefront/facets-configuration.js";
import { catalogCache } from "../../../support/catalog-cache.js";

const { facets } = DEFAULT_CONFIGURATION;
const weight: Facet = { key: "w", label: "W", field: "weight", type: "range", selection_mode: "multi", collapsed: false, ranges: [] }; // prettier-ignore

const live: LiveCatalog = {
  index: "catalog",
  fields: new Map([
    ["price", "number"],
    ["weight", "number"],
    ["color", "string"],
  ]),
  multi_variant: false,
  version: 1,
  catalogVersion: 1,
};

/** Creates a fake engine that returns statistics of field values between 0 and `max`. The test can change `max`. */
function engineWith(state: { max: number | null; away?: boolean }): { engine: Engine; calls: EngineCall[] } {
  const calls: EngineCall[] = [];
  const call = (_operation: string, request: EngineCall) => {
    calls.push(request);
    if (state.away === true) return Promise.reject(new EngineUnavailableError("away"));
    const { max } = state;
    const stats = { min: max === null ? null : 0, max };
    const percentiles = {
      values: [20, 40, 60, 80].map((key) => ({ key, value: max === null ? null : (max * key) / 100 })),
    };
    return Promise.resolve({
      _shards: { total: 3 },
      aggregations: { variants: { s0: stats, p0: percentiles, s1: stats, p1: percentiles } },
    });
  };
  return { engine: { prefix: "t-", call: call as Engine["call"], close: () => Promise.resolve() }, calls };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("readCatalogFacts", () => {
  it("the value ranges of all facets without configured ranges are read in one search", async () => {
    const { engine, calls } = engineWith({ max: 100 });
    const facts = await readCatalogFacts({ engine, cache: catalogCache() }, live, [...facets, weight]);
    const ranges = [{ max: 20 }, { min: 20, max: 40 }, { min: 40, max: 60 }, { min: 60, max: 80 }, { min: 80 }];
    expect(facts).to.deep.equal({ shards: 3, proposed: new Map([["price", ranges], ["weight", ranges]]) }); // prettier-ignore
    const percentiles = (field: string) => ({
      percentiles: { field: `variants.data.${field}`, percents: [20, 40, 60, 80], keyed: false },
    });
    const stats = (field: string) => ({ stats: { field: `variants.data.${field}` } });
    expect(calls.map(({ body }) => body)).to.deep.equal([
      {
        size: 0,
        track_total_hits: false,
        aggs: {
          variants: {
            nested: { path: "variants" },
            aggs: { s0: stats("price"), p0: percentiles("price"), s1: stats("weight"), p1: percentiles("weight") },
          },
        },
      },
    ]);
  });

  it("range proposals are omitted for a field without values and for a non-numeric field", async () => {
    const { engine } = engineWith({ max: null });
    const deps = { engine, cache: catalogCache() };
    expect((await readCatalogFacts(deps, live, facets)).proposed).to.deep.equal(new Map());
    expect((await readCatalogFacts(deps, live, [{ ...weight, field: "color" }])).proposed).to.deep.equal(new Map());
  });

  it("the statistics of a catalogue version are loaded once, and reloaded in the background after 90 seconds", async () => {
    const state = { max: 100 };
    const { engine, calls } = engineWith(state);
    let now = 0;
    const deps = { engine, cache: catalogCache(() => now) };
    const first = await readCatalogFacts(deps, live, facets);
    now = 90_000;
    state.max = 1_000;
    expect(await readCatalogFacts(deps, live, facets)).to.equal(first);
    expect(calls.length).to.equal(1);
    now = 90_001;
    expect(
      await Promise.all([readCatalogFacts(deps, live, facets), readCatalogFacts(deps, live, facets)]),
    ).to.deep.equal([first, first]);
    await settled();
    expect((await readCatalogFacts(deps, live, facets)).proposed.get("price")?.at(-1)).to.deep.equal({ min: 800 });
    expect(calls.length).to.equal(2);
    // Cached facts remain valid for a new `catalogVersion`, but not for a new `version` of the live catalogue.
    await readCatalogFacts(deps, { ...live, catalogVersion: 2 }, facets);
    expect(calls.length).to.equal(2);
    await readCatalogFacts(deps, { ...live, fields: new Map(live.fields), version: 2 }, facets);
    expect(calls.length).to.equal(3);
  });

  it("catalogue statistics remain cached if a reload fails, and the reload is retried later", async () => {
    const state = { max: 100, away: true };
    const { engine } = engineWith(state);
    let now = 0;
    const deps = { engine, cache: catalogCache(() => now) };
    const failed: unknown = await readCatalogFacts(deps, live, facets).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(EngineUnavailableError);
    state.away = false;
    const known = await readCatalogFacts(deps, live, facets);
    state.away = true;
    now = 120_000;
    expect(await readCatalogFacts(deps, live, facets)).to.equal(known);
    await settled();
    expect(await readCatalogFacts(deps, live, facets)).to.equal(known);
  });
});
