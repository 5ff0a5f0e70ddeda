import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import { EngineUnavailableError, type Engine } from "../../../src/engine/engine.js";
import { createLastKnown } from "../../../src/search/last-known.js";
import { search, type SearchDeps } from "../../../src/search/listing/page.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../src/storefront/configuration.js";
import { catalogCache } from "../../support/catalog-cache.js";
import { chainDeps } from "../../support/chain-deps.js";
import { answering } from "../../support/scripted-engine.js";
import { matchedText } from "../../support/hashes.js";
import { strangers } from "../../support/strangers.js";

const LIVE: LiveCatalog = { index: "shop", multi_variant: false, version: 1, edition: 1, leaves: new Map() };
const MINUTE = 60_000;
/** Longer than a page waits for the engine, shorter than a test. */
const SLOW_MS = 1_500;
/** Longer than a page waits for an engine that is ill, shorter than for one that is well. */
const BUSY_MS = 120;

const hit = (id: string) => ({
  _id: id,
  sort: [id],
  _source: { product_identifier: id, source: [{ variant_identifier: id, active: true, data: { title: id } }] },
});
/** To whatever is asked: matches, their features, and products. */
const found = {
  hits: { total: { value: 60, relation: "eq" }, hits: ["a", "b"].map(hit) },
  aggregations: { found: { value: matchedText(["a", "b"]) } },
};

type Health = "well" | "busy" | "slow" | "dead";

/** A process with an engine that falls ill, and clocks that are set. */
function shop() {
  const state = { health: "well" as Health, now: 0, calls: 0 };
  const engine = {
    ...answering(),
    async call<T>(): Promise<T> {
      state.calls += 1;
      if (state.health === "dead") throw new EngineUnavailableError("gone");
      if (state.health === "slow") await delay(SLOW_MS);
      if (state.health === "busy") await delay(BUSY_MS);
      return found as T;
    },
  } satisfies Engine;
  const now = () => state.now;
  const cache = catalogCache(now);
  const deps: SearchDeps = {
    ...chainDeps(engine, { now: () => Date.parse("2026-05-01") + state.now }),
    ...strangers(engine),
    cache,
    staleMs: 5 * MINUTE,
    lastKnown: createLastKnown({ cache, now }),
    liveCatalogs: { get: () => Promise.resolve(LIVE) },
  };
  const ask = (body: object = {}, configuration: Partial<StorefrontConfiguration> = {}, device_id = "d") => {
    const storefront = {
      client_id: "shop",
      name: "Shop",
      origins: [],
      signing_hashes: [],
      configuration: configurationOf(configuration),
    };
    return search(deps, storefront, { user: { device_id }, limit: 2, ...body });
  };
  return { state, ask };
}

const configurations = new Map<string, StorefrontConfiguration>();

/** The same object for the same settings. */
function configurationOf(given: Partial<StorefrontConfiguration>): StorefrontConfiguration {
  const key = JSON.stringify(given);
  const known = configurations.get(key) ?? { ...DEFAULT_CONFIGURATION, ...given };
  configurations.set(key, known);
  return known;
}

const idsOf = ({ items }: Awaited<ReturnType<ReturnType<typeof shop>["ask"]>>) =>
  items.map(({ product_identifier }) => product_identifier);

describe("while the engine is ill", () => {
  it("listings that were served all the time are answered from what was last known, however long ago their products were read", async () => {
    const { state, ask } = shop();
    for (let minutes = 0; minutes <= 6; minutes += 1) {
      state.now = minutes * 61_000;
      expect((await ask()).meta.degraded).to.equal(undefined);
    }
    state.now += 61_000;
    state.health = "dead";
    const page = await ask();
    expect([idsOf(page), page.meta]).to.deep.equal([["a", "b"], { degraded: ["stale"] }]);
  });
});
