import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { monthOf } from "../../../../src/tracking/month.js";
import { findImpressions } from "../../../../src/tracking/tail.js";
import { fetchJson } from "../../../support/http.js";
import { useShop, type Storefront } from "../../../support/shop.js";
import { entity, envelope, payload } from "../../../support/tracker-payload.js";
import { until } from "../../../support/until.js";
import { BROWSER } from "../../../support/user-agent.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";
import type { Explanation } from "../../../../src/search/explain/explanation.js";

const product = (id: string, title: string, category: string) => ({
  operation: "insert",
  product_data: { product_identifier: id, variant_identifier: `${id}-v`, title, categories: [category] },
});

/** Products with short titles rank first. The cases (c1 to c3) have shorter titles than the headphones (h1 to h3). */
const LINES = [
  ...["c1", "c2", "c3"].map((id) => product(id, "Pulse case", "Bags: Cases")),
  ...["h1", "h2", "h3"].map((id) => product(id, "Pulse over the ear with a cord", "Audio: Headphones")),
  product("b1", "Note book", "Aaa: Books"),
];
const CASES_FIRST = ["c1", "c2", "c3", "h1", "h2", "h3"];
const HEADPHONES_FIRST = ["h1", "h2", "h3", "c1", "c2", "c3"];

const RECOMMENDATION = "iglu:vitrine/recommendation/jsonschema/1-0-0";

const identifiers = ({ items }: SearchResult) => items.map(({ product_identifier }) => product_identifier);

describe("categories that shoppers choose after a query", () => {
  const shop = useShop({ settings: { LEARN_EVERY_SECONDS: "86400" } });
  let storefront: Storefront;

  before("open a shop", async () => {
    // Popularity is disabled, because selected products become popular, which would change the order.
    storefront = await shop.storefront({ search: { popularity: 0 } });
    await storefront.ingest(LINES, "soft_replace");
  });

  /**
   * Simulates several devices that search, and then add a product from the results and a book from elsewhere to the
   * cart.
   */
  async function choose(query: string, devices: readonly string[], id: string): Promise<void> {
    const responses = await Promise.all(
      devices.map(async (device_id) => (await storefront.search({ user: { device_id }, query })).recommendation_id),
    );
    const months = [monthOf(Date.now())];
    const isRemembered = async () => (await findImpressions(shop.engine, responses, months)).size === responses.length;
    await until("the answers to be remembered", isRemembered);
    const events = devices.map((duid, at) => {
      const from = { schema: RECOMMENDATION, data: { recommendation_id: responses[at] } };
      const products = [`${id}-v`, "b1"].map((one) => entity("product", { id: one, price: 12.5, currency: "EUR" }));
      const fields = { aid: storefront.client_id, duid, eid: randomUUID() };
      return payload({ type: "add_to_cart" }, [...products, from], fields);
    });
    const response = await fetch(`${shop.services[0]?.base_url}/com.snowplowanalytics.snowplow/tp2`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(envelope(...events)),
    });
    expect(response.status).to.equal(200);
    await shop.services[0]?.learn();
  }

  async function intentsOf(query: string): Promise<Record<string, string>> {
    const response = await fetchJson(`${shop.services[1]?.base_url}/v1/explain`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": storefront.private_key, "Content-Type": "application/json" },
      body: JSON.stringify({ user: { device_id: "anonymous" }, query }),
    });
    const { items } = (response.body as { data: Explanation }).data;
    const lifted = items.flatMap(({ item, engine }) =>
      (engine?.signals ?? [])
        .filter(({ signal }) => signal.startsWith("intent "))
        .map(({ signal, points }) => [item.product_identifier, `${signal} ${points}`]),
    );
    return Object.fromEntries(lifted) as Record<string, string>;
  }

  it("a search boosts the category that several shoppers chose after the same query", async () => {
    const unknownShoppers = { user: { device_id: "anonymous" }, query: "pulse" };
    expect(identifiers(await storefront.search(unknownShoppers))).to.deep.equal(CASES_FIRST);
    const before = await storefront.search({ ...unknownShoppers, limit: 2 });

    await choose("Pulse", ["d1", "d2"], "h1");
    expect(await intentsOf("pulse")).to.deep.equal({});

    await choose(" pulse ", ["d3"], "h2");
    for (const instance of [0, 1]) {
      const isLifted = async () => identifiers(await storefront.search(unknownShoppers, instance))[0] === "h1";
      await until(`instance ${instance} to know`, isLifted);
      expect(identifiers(await storefront.search(unknownShoppers, instance))).to.deep.equal(HEADPHONES_FIRST);
    }
    const intent = "intent Audio: Headphones 4";
    expect(await intentsOf("PULSE")).to.deep.equal({ h1: intent, h2: intent, h3: intent });
    expect(await intentsOf("pulse case")).to.deep.equal({});

    const shown = identifiers(before);
    expect(shown).to.deep.equal(CASES_FIRST.slice(0, 2));
    expect(await readOn(before)).to.deep.equal([...shown, ...HEADPHONES_FIRST.filter((id) => !shown.includes(id))]);
    expect(await readOn(await storefront.search({ ...unknownShoppers, limit: 2 }))).to.deep.equal(HEADPHONES_FIRST);
  });

  /**
   * Returns the products on all pages of a cursor chain. Pages are requested from the two service instances in turn.
   */
  async function readOn(first: SearchResult): Promise<string[]> {
    const shown = identifiers(first);
    let page = first;
    while (page.pagination.has_more) {
      const pagination = { page: page.pagination.page + 1, cursor: page.recommendation_id };
      page = await storefront.search({ user: { device_id: "anonymous" }, pagination });
      shown.push(...identifiers(page));
    }
    return shown;
  }
});
