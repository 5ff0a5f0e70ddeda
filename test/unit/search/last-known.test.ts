import type { Searching } from "../../../src/search/searching.js";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import { EngineUnavailableError, type Engine } from "../../../src/engine/engine.js";
import { createLastKnown } from "../../../src/search/last-known.js";
import { search } from "../../../src/search/listing/page.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../src/storefront/configuration.js";
import { catalogCache } from "../../support/catalog-cache.js";
import { chainDeps } from "../../support/chain-deps.js";
import { until } from "../../support/until.js";
import { answering } from "../../support/scripted-engine.js";
import { matchedText } from "../../support/hashes.js";
import { unknownShoppers } from "../../support/unknown-shoppers.js";
import { completeRule } from "../../support/defaults.js";

const LIVE: LiveCatalog = { index: "shop", multi_variant: false, version: 1, catalogVersion: 1, fields: new Map() };
const MINUTE = 60_000;
/**
 * Response time of a slow engine, in milliseconds: longer than a page waits for the engine, shorter than the timeout of
 * a test.
 */
const SLOW_MS = 1_500;
/**
 * Response time of a busy engine, in milliseconds: longer than a page waits for a failing engine, shorter than a page
 * waits for a healthy engine.
 */
const BUSY_MS = 120;

const hit = (id: string) => ({
  _id: id,
  sort: [id],
  _source: { product_identifier: id, source: [{ variant_identifier: id, active: true, data: { title: id } }] },
});
/** Fake engine response to all requests: contains matches, features of the matches, and products. */
const found = {
  hits: { total: { value: 60, relation: "eq" }, hits: ["a", "b"].map(hit) },
  aggregations: { found: { value: matchedText(["a", "b"]) } },
};

/** Health of the fake engine. `large`: the engine is healthy, but searches are slow because the catalogue is large. */
type Health = "well" | "large" | "busy" | "slow" | "dead";

/** A service process whose clock and engine health are set by the test. */
function shop() {
  const state = { health: "well" as Health, now: 0, calls: 0 };
  const engine = {
    ...answering(),
    async call<T>(operation: string): Promise<T> {
      state.calls += 1;
      if (state.health === "large" && operation !== "ping") await delay(SLOW_MS);
      if (state.health === "dead") throw new EngineUnavailableError("gone");
      if (state.health === "slow") await delay(SLOW_MS);
      if (state.health === "busy") await delay(BUSY_MS);
      return found as T;
    },
  } satisfies Engine;
  const now = () => state.now;
  const cache = catalogCache(now);
  const searching = chainDeps(engine, { now: () => Date.parse("2026-05-01") + state.now, elapsed: now });
  const deps: Searching = {
    ...searching,
    ...unknownShoppers(engine),
    cache,
    config: { ...searching.config, staleSeconds: 300 },
    lastKnown: createLastKnown(searching, cache),
    liveCatalogs: { get: () => Promise.resolve(LIVE) },
  };
  const request = (body: object = {}, configuration: Partial<StorefrontConfiguration> = {}, device_id = "d") => {
    const storefront = {
      client_id: "shop",
      name: "Shop",
      origins: [],
      signing_hashes: [],
      configuration: configurationOf(configuration),
    };
    return search(deps, storefront, { user: { device_id }, limit: 2, ...body });
  };
  return { state, request };
}

const configurations = new Map<string, StorefrontConfiguration>();

/** Returns the same configuration object for the same settings. */
function configurationOf(given: Partial<StorefrontConfiguration>): StorefrontConfiguration {
  const key = JSON.stringify(given);
  const known = configurations.get(key) ?? { ...DEFAULT_CONFIGURATION, ...given };
  configurations.set(key, known);
  return known;
}

const idsOf = ({ items }: Awaited<ReturnType<ReturnType<typeof shop>["request"]>>) =>
  items.map(({ product_identifier }) => product_identifier);

describe("a search while the engine is failing", () => {
  const served = async (health: Health, body: object = {}, configuration: Partial<StorefrontConfiguration> = {}) => {
    const one = shop();
    await one.request(body, configuration);
    one.state.now = 61_000;
    await one.request(body, configuration);
    // Cached results are fresh for one minute.
    one.state.now = 2 * MINUTE + 2_000;
    one.state.health = health;
    return one;
  };

  for (const health of ["slow", "dead"] as const) {
    it(`a listing that was served twice before is returned from the cache (${health} engine)`, async () => {
      const { request } = await served(health);
      const page = await request({}, {}, "somebody else");
      expect([idsOf(page), page.total, page.meta]).to.deep.equal([["a", "b"], 60, { degraded: ["stale"] }]);
      expect(page.pagination).to.deep.equal({ page: 1, has_more: false, last_page: 30 });
    });
  }

  it("a regularly requested listing is returned from the cache, even if its products were cached long ago", async () => {
    const { state, request } = shop();
    for (let minutes = 0; minutes <= 6; minutes += 1) {
      state.now = minutes * 61_000;
      expect((await request()).meta.degraded).to.equal(undefined);
    }
    state.now += 61_000;
    state.health = "dead";
    const page = await request();
    expect([idsOf(page), page.meta]).to.deep.equal([["a", "b"], { degraded: ["stale"] }]);
  });

  it("the first page of a sorted listing is returned from the cache in the requested order", async () => {
    const { state, request } = shop();
    const sorted = { sort: ["price_desc"] };
    await request(sorted);
    state.now = 61_000;
    await request(sorted);
    state.now = 2 * MINUTE + 2_000;
    state.health = "dead";
    const page = await request(sorted);
    expect([idsOf(page), page.total, page.meta.degraded]).to.deep.equal([["a", "b"], 60, ["stale"]]);
  });

  it("a search waits for the response if the engine is healthy but slow", async () => {
    const { state, request } = await served("large");
    const large = request();
    await until("the page waits for the engine", () => Promise.resolve(state.calls > 0));
    const other = request({ filters: { color: "red" } });
    expect([(await large).meta.degraded, (await other).meta.degraded]).to.deep.equal([undefined, undefined]);
  });

  it("later requests do not call a failing engine until the next retry is due", async () => {
    const { state, request } = await served("slow");
    await request();
    const before = state.calls;
    for (let time = 0; time < 5; time += 1) await request();
    expect(state.calls).to.equal(before);
    state.health = "well";
    await until("whole listings again", async () => {
      state.now += 1_001;
      return (await request()).meta.degraded === undefined;
    });
  });

  it("a recovered engine is detected by its first response, even if the engine is busy", async () => {
    const { state, request } = await served("dead");
    expect((await request()).meta.degraded).to.deep.equal(["stale"]);
    state.health = "busy";
    state.now += 1_001;
    expect((await request()).meta.degraded).to.deep.equal(["stale"]);
    await until("whole listings again", async () => (await request()).meta.degraded === undefined);
  });

  it("a request for a listing that was served only once fails while the engine is failing", async () => {
    const { state, request } = shop();
    const first = await request();
    state.now = 61_000;
    state.health = "dead";
    const pagination = { page: 2, cursor: first.recommendation_id };
    for (const body of [{}, { filters: { color: "red" } }, { pagination }]) {
      const error: unknown = await request(body).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(EngineUnavailableError);
    }
  });

  it("cached results older than five minutes are not returned while the engine is failing", async () => {
    const { state, request } = await served("dead");
    state.now += 5 * MINUTE;
    expect(await request().catch((reason: unknown) => reason)).to.be.instanceOf(EngineUnavailableError);
  });

  it("cached results are not returned if a new configuration or a newly started rule would change the results", async () => {
    const { request } = await served("dead");
    const closed = { fields: { ...DEFAULT_CONFIGURATION.fields, private: ["title"] } };
    expect(await request({}, closed).catch((reason: unknown) => reason)).to.be.instanceOf(EngineUnavailableError);
    const starts_at = new Date(Date.parse("2026-05-01") + 90_000).toISOString();
    const rules = [completeRule({ key: "away", action: "hide", products: ["a"], starts_at })];
    const hiding = await served("dead", {}, { rules });
    expect(await hiding.request({}, { rules }).catch((reason: unknown) => reason)).to.be.instanceOf(
      EngineUnavailableError,
    );
  });
});
