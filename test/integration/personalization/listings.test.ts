import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { getDocument } from "../../../src/engine/documents.js";
import { canonicalFilter } from "../../../src/filters/canonical-filter.js";
import { EVERYTHING } from "../../../src/filters/filter.js";
import { impressionId } from "../../../src/tracking/shopper-id.js";
import { monthOf } from "../../../src/tracking/month.js";
import { signUser } from "../../support/sign-user.js";
import { identifiers } from "../../support/chain.js";
import { fetchJson } from "../../support/http.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { envelope, productView, type Json } from "../../support/tracker-payload.js";
import { until } from "../../support/until.js";
import { BROWSER } from "../../support/user-agent.js";
import type { SearchResult } from "../../../src/search/response-schema.js";

const DESIGNERS = ["Acme", "Brio", "Corvo", "Duna", "Eter", "Fior"];
const PRODUCTS = 240;
const DAY = 86_400_000;

/**
 * Products of alternating designers, newest first. An unpersonalized page of 24 products contains four products of each
 * designer.
 */
const lines = (now: number) =>
  Array.from({ length: PRODUCTS }, (_, at) => ({
    operation: "insert",
    product_data: {
      product_identifier: `p${at}`,
      variant_identifier: `v${at}`,
      title: `Shirt ${at}`,
      designer: DESIGNERS[at % DESIGNERS.length],
      categories: ["Clothing: Shirts"],
      color: "Blue",
      price: 40,
      released_at: new Date(now - at * DAY).toISOString(),
    },
  }));
const designerOf = (id: string) => DESIGNERS[Number(id.slice(1)) % DESIGNERS.length];
const countOf = (designer: string, ids: readonly string[]) => ids.filter((id) => designerOf(id) === designer).length;
/** Returns the id of a designer's nth product, counted from the newest. */
const productOf = (designer: string, nth: number) => `p${DESIGNERS.indexOf(designer) + nth * DESIGNERS.length}`;

describe("listings ranked by taste", () => {
  // Learning of product signals is disabled, so that the tracked views do not make products popular.
  const shop = useShop({ instances: 2, settings: { LEARN_EVERY_SECONDS: "86400" } });
  let storefront: Storefront;
  let unknownShoppers: string[];
  let devices = 0;

  before("open a shop", async () => {
    storefront = await shop.storefront();
    await storefront.ingest(lines(Date.now()), "soft_replace");
    unknownShoppers = identifiers(await listing("anonymous"));
  });

  const newDevice = () => `device-${++devices}`;
  const listing = (device_id: string, more: object = {}, instance?: number) =>
    storefront.search({ user: { device_id }, limit: 24, ...more }, instance);
  const url = (path: string, instance = 0) => `${shop.services[instance % 2]?.base_url}${path}`;

  /** Sends product views in the same way as a tracker. After the response, the taste profile contains these views. */
  async function look(device: string, products: readonly string[], fields: Json = {}): Promise<void> {
    const sent = products.map((id) =>
      productView(id, { aid: storefront.client_id, duid: device, eid: randomUUID(), ...fields }),
    );
    const response = await fetch(url("/com.snowplowanalytics.snowplow/tp2"), {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(envelope(...sent)),
    });
    expect(response.status).to.equal(200);
  }
  const fond = async (designer: string, fields: Json = {}) => {
    const device = newDevice();
    await look(device, [productOf(designer, 20), productOf(designer, 21)], fields);
    return device;
  };

  async function chain(device: string, request: object = {}): Promise<SearchResult[]> {
    const pages = [await listing(device, { facets: { keys: ["*"] }, ...request })];
    for (;;) {
      const last = pages.at(-1) as SearchResult;
      if (!last.pagination.has_more) return pages;
      const pagination = { page: pages.length + 1, cursor: last.recommendation_id };
      pages.push(await storefront.search({ user: { device_id: device }, pagination }));
    }
  }

  it("listings rank products of a recently viewed designer higher in every process", async () => {
    const device = await fond("Corvo");
    for (const instance of [0, 1]) {
      const ids = identifiers(await listing(device, {}, instance));
      expect(countOf("Corvo", unknownShoppers)).to.equal(4);
      expect(countOf("Corvo", ids)).to.be.at.least(8);
    }
  });

  it("listings for shoppers with opposite tastes contain the same products in clearly different orders", async () => {
    const [corvo, fior, unknownShopper] = [await fond("Corvo"), await fond("Fior"), newDevice()];
    const chains = [await chain(corvo), await chain(fior), await chain(unknownShopper)];
    const firsts = chains.map(([first]) => identifiers(first as SearchResult));
    const [one = [], other = []] = firsts;
    expect(countOf("Corvo", one)).to.be.greaterThan(2 * countOf("Corvo", other));
    expect(countOf("Fior", other)).to.be.greaterThan(2 * countOf("Fior", one));
    for (const pages of chains) {
      const delivered = pages.flatMap(identifiers);
      expect([delivered.length, new Set(delivered).size]).to.deep.equal([PRODUCTS, PRODUCTS]);
      expect(pages.map(({ total }) => total)).to.deep.equal(pages.map(() => PRODUCTS));
      expect(pages[0]?.facets).to.deep.equal(chains[2]?.[0]?.facets);
    }
  });

  it("listings are unpersonalized for a device without history", async () => {
    expect(unknownShoppers).to.deep.equal(Array.from({ length: 24 }, (_, at) => `p${at}`));
    const pages = await chain(newDevice());
    expect(pages.flatMap(identifiers)).to.deep.equal(Array.from({ length: PRODUCTS }, (_, at) => `p${at}`));
  });

  it("listings ignore taste if the shopper sorts by a field", async () => {
    const sort = ["price_asc"];
    const device = await fond("Duna");
    expect((await chain(device, { sort })).flatMap(identifiers)).to.deep.equal(
      (await chain("anonymous", { sort })).flatMap(identifiers),
    );
  });

  it("listings use the taste profile of a user on a new device if the request contains the user id", async () => {
    await fond("Brio", { uid: "ada" });
    const device = newDevice();
    const named = identifiers(await storefront.search({ user: { device_id: device, user_id: "ada" }, limit: 24 }));
    expect(countOf("Brio", named)).to.be.at.least(6);
    expect(identifiers(await listing(device))).to.deep.equal(unknownShoppers);
  });

  it("listings use only signed user ids if the storefront requires signatures", async () => {
    const { private_key } = storefront;
    const configure = async (configuration: object) => {
      const headers = { "X-SERVICE-API-KEY": private_key, "Content-Type": "application/json" };
      const put = { method: "PUT", headers, body: JSON.stringify(configuration) };
      for (const instance of [0, 1])
        expect((await fetchJson(url("/v1/storefront", instance), put)).status).to.equal(200);
    };
    const requested = (user_id: string) => storefront.search({ user: { device_id: newDevice(), user_id }, limit: 24 });
    await configure({ signed_user_ids: true });
    try {
      await fond("Duna", { uid: "grace" });
      await fond("Brio", { uid: signUser(private_key, "grace") });
      const [signed, guessed] = [await requested(signUser(private_key, "grace")), await requested("grace")];
      expect(countOf("Brio", identifiers(signed))).to.be.at.least(6);
      expect(countOf("Duna", identifiers(signed))).to.be.at.most(4);
      expect(signed.meta.degraded).to.equal(undefined);
      expect([identifiers(guessed), guessed.meta.degraded]).to.deep.equal([unknownShoppers, ["user"]]);
    } finally {
      await configure({});
    }
  });

  it("listings demote products that were repeatedly shown on the device but never opened", async () => {
    const tiring = await shop.storefront({ ranking: { fatigue: 0.3 } });
    await tiring.ingest(lines(Date.now()), "soft_replace");
    const device = newDevice();
    await look(device, [productOf("Acme", 20)], { aid: tiring.client_id });
    const first = async (device_id: string) =>
      identifiers(await tiring.search({ user: { device_id }, limit: 24 })).find((id) => id !== productOf("Acme", 20));
    const before = await first(device);
    // Waits for several stored responses, because the first impression of a product has no effect on the ranking.
    await until("the listing has tired of it", async () => (await first(device)) !== before);
    expect(await first("anonymous")).to.equal("p0");
  });

  it("listings for a search query are ranked by the taste profile of the shopper", async () => {
    const device = await fond("Eter");
    const [own, unpersonalized] = [
      await listing(device, { query: "shirt" }),
      await listing(newDevice(), { query: "shirt" }),
    ];
    expect(own.total).to.equal(unpersonalized.total);
    expect(countOf("Eter", identifiers(own))).to.be.greaterThan(countOf("Eter", identifiers(unpersonalized)));
  });

  it("listings are ranked by taste even if filters use nearly all conditions that the engine allows", async () => {
    const device = await fond("Fior");
    const below = (count: number) => ({
      filters: { $and: Array.from({ length: count }, (_, at) => ({ price: { $lte: 1_000 + at } })) },
    });
    const [few, most] = [await listing(device, below(1)), await listing(device, below(490))];
    expect(countOf("Fior", identifiers(most))).to.be.greaterThan(4);
    expect([identifiers(most), most.meta.degraded]).to.deep.equal([identifiers(few), undefined]);
  });

  it("listings do not use a taste profile that was erased, even on later pages", async () => {
    const device = await fond("Acme");
    const first = await listing(device);
    expect(countOf("Acme", identifiers(first))).to.be.at.least(8);
    const headers = { "X-SERVICE-API-KEY": storefront.public_key };
    const taste = url(`/v2/taste?service_api_client=${storefront.client_id}&device_id=${device}`);
    expect((await fetchJson(taste, { method: "DELETE", headers })).status).to.equal(200);
    const pagination = { page: 2, cursor: first.recommendation_id };
    const second = await storefront.search({ user: { device_id: device }, pagination });
    const expected = unknownShoppers.concat(Array.from({ length: 96 }, (_, at) => `p${at + 24}`));
    const seen = new Set(identifiers(first));
    expect(identifiers(second)).to.deep.equal(expected.filter((id) => !seen.has(id)).slice(0, 24));
    expect(identifiers(await listing(device))).to.deep.equal(unknownShoppers);
  });

  it("listings are stored as impressions only if the shopper has given consent", async () => {
    const device = newDevice();
    const before = Date.now();
    const [shown, hidden] = [await listing(device), await listing("anonymous")];
    const index = `${shop.engine.prefix}ubi-queries-${monthOf(before)}`;
    const remembered = (page: SearchResult) =>
      getDocument<Record<string, unknown>>(shop.engine, index, impressionId(page.recommendation_id));
    await until("the answer to be remembered", async () => (await remembered(shown)) !== undefined);
    const { timestamp, ...stored } = (await remembered(shown))?.source ?? {};
    expect(Date.parse(String(timestamp))).to.be.within(before, Date.now());
    expect(stored).to.deep.equal({
      query_id: impressionId(shown.recommendation_id),
      client_id: device,
      application: storefront.client_id,
      user_query: null,
      query_response_hit_ids: identifiers(shown),
      query_attributes: {
        kind: "search",
        profile: null,
        user_id: null,
        request: JSON.stringify({ limit: 24 }),
        listing: canonicalFilter(EVERYTHING),
        total: shown.total,
        corrected: null,
        first_position: 1,
        arm: null,
      },
    });
    expect(await remembered(hidden)).to.equal(undefined);
    const pagination = { page: 2, cursor: shown.recommendation_id };
    const later = await storefront.search({ user: { device_id: device }, pagination });
    await until("the later page to be remembered", async () => (await remembered(later)) !== undefined);
    expect((await remembered(later))?.source["query_attributes"]).to.deep.equal({
      kind: "search",
      profile: null,
      user_id: null,
      request: null,
      listing: canonicalFilter(EVERYTHING),
      total: shown.total,
      corrected: null,
      first_position: 25,
      arm: null,
    });
  });
});
