import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { identifiers } from "../../../support/chain.js";
import { fetchJson } from "../../../support/http.js";
import { useShop, type Storefront } from "../../../support/shop.js";
import { envelope, productView } from "../../../support/tracker-payload.js";
import { BROWSER } from "../../../support/user-agent.js";
import { IN_STOCK_RULE, windowLines } from "../../recommendation/shop-window.js";
import type { Explanation } from "../../../../src/search/explain/explanation.js";

const DEVICE = "somebody";
/**
 * Maximum accepted rounding error. Scores and their components are 32-bit floats. The scores of products in stock
 * contain an offset of 8,192, which leaves a precision of a thousandth.
 */
const ROUNDING = 2e-3;

describe("POST /v1/explain", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;

  before("open a shop in which one shopper has viewed products", async () => {
    storefront = await shop.storefront({
      availability: IN_STOCK_RULE,
      // Fatigue is disabled. Otherwise, products that were shown in one request would rank lower in the next one.
      ranking: { fatigue: 0 },
      rules: [
        { key: "first", action: "pin", product: "p40", position: 2 },
        { key: "up", action: "boost", filters: { designer: "Duna" }, points: 1 },
        { key: "down", action: "bury", filters: { color: "Red", designer: "Acme" }, points: 2 },
        { key: "away", action: "hide", products: ["p3"] },
        { key: "elsewhere", action: "hide", filters: { color: "Blue" }, when: { queries: ["nothing like it"] } },
      ],
    });
    await storefront.ingest(windowLines(Date.now()), "soft_replace");
    const views = ["p0", "p6", "p24", "p0"].map((id, at) =>
      productView(id, {
        aid: storefront.client_id,
        duid: DEVICE,
        eid: randomUUID(),
        dtm: String(Date.now() - (4 - at) * 1_000),
        stm: String(Date.now()),
      }),
    );
    const response = await fetch(`${shop.services[0]?.base_url}/com.snowplowanalytics.snowplow/tp2`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(envelope(...views)),
    });
    expect(response.status).to.equal(200);
  });

  async function explain(body: object, { private_key } = storefront): Promise<Explanation> {
    const response = await fetchJson(`${shop.services[0]?.base_url}/v1/explain`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": private_key, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    return (response.body as { data: Explanation }).data;
  }

  const REQUESTS = [
    { limit: 30 },
    { limit: 10, query: "coat" },
    { limit: 20, query: "acme casual shirt" },
    { limit: 24, filters: { color: "Red" }, facet_filters: { designer: ["Duna", "Brio"] }, facets: { keys: ["*"] } },
    { limit: 120, context: { category_diversification: true } },
    { limit: 12, sort: ["price_asc"] },
  ];

  for (const user of [{ device_id: "stranger" }, { device_id: DEVICE }]) {
    it(`the explain endpoint explains the page shown to ${user.device_id === DEVICE ? "a known shopper" : "an unknown shopper"}`, async () => {
      for (const request of REQUESTS) {
        const about = JSON.stringify(request);
        const body = { user, ...request };
        const page = await storefront.search(body);
        const explanation = await explain(body);
        const shown = explanation.items.map(({ item }) => item.product_identifier);
        expect(shown, about).to.deep.equal(identifiers(page));
        expect([explanation.total, explanation.items.map(({ rank }) => rank)], about).to.deep.equal([
          ...[page.total, shown.map((_, at) => at + 1)],
        ]);
        for (const { item, engine, rerank, pinned } of explanation.items) {
          const where = `${item.product_identifier} of ${about}`;
          expect(engine === null, where).to.equal(pinned !== null);
          if (engine === null) continue;
          const isScored = request.sort === undefined;
          expect(engine.score !== null, where).to.equal(isScored);
          const sum = engine.signals.reduce((all, { points }) => all + points, 0);
          expect(Math.abs(sum - (engine.score ?? 0)), where).to.be.lessThan(ROUNDING);
          const score = rerank?.signals.reduce((all, one) => all + one.score, 0) ?? 0;
          expect(Math.abs(score - (rerank?.score ?? 0)), where).to.be.lessThan(1e-9);
        }
      }
    });
  }

  it("the explain endpoint lists the points of each ranking signal", async () => {
    const { items, rules, personalized } = await explain({ user: { device_id: DEVICE }, limit: 120 });
    expect(personalized).to.equal(true);
    expect(rules.map(({ key }) => key)).to.deep.equal(["first", "up", "down", "away"]);
    expect(items[1]).to.deep.include({ engine: null, rerank: null, pinned: { rule: "first", wanted_position: 2 } });
    expect(items[1]?.rules).to.deep.equal([{ key: "first", action: "pin" }]);
    const names = new Set(items.flatMap(({ engine }) => engine?.signals.map(({ signal }) => signal) ?? []));
    expect([...names]).to.include.members(["prior", "stock", "rule up", "rule down", "taste designer=Acme"]);
    const duna = items.find(
      ({ item }) => Number(item.product_identifier.slice(1)) % 24 >= 18 && item.product_identifier !== "p40",
    );
    expect(duna?.engine?.signals).to.deep.include({ signal: "rule up", points: 1 });
    expect(duna?.rules).to.deep.equal([{ key: "up", action: "boost" }]);
    const buried = items.filter((one) => one.rules.some(({ key, action }) => key === "down" && action === "bury"));
    expect(buried).not.to.have.length(0);
    expect(buried.flatMap(({ engine }) => engine!.signals).map(({ signal }) => signal)).not.to.include("rule down");
    // Products that exceed the quota of a brand or category on a page are replaced by lower-ranked products.
    const page = await explain({ user: { device_id: DEVICE }, limit: 24 });
    expect(Math.max(...page.items.map(({ engine }) => engine?.rank ?? 0))).to.be.greaterThan(24);
    const found = await explain({ user: { device_id: "stranger" }, query: "acme casual shirt", limit: 5 });
    const text = new Set(found.items.flatMap(({ engine }) => engine?.signals.map(({ signal }) => signal) ?? []));
    expect([...text]).to.include.members(["text words", "text as typed"]);
  });

  it("the explain endpoint reports the position set by a rule and the actual position of the product", async () => {
    const rival = await shop.storefront({
      rules: [
        { key: "one", action: "pin", product: "p5", position: 2 },
        { key: "two", action: "pin", product: "p7", position: 2 },
        { key: "coats", action: "reserve", filters: { categories: "Clothing: Coats" }, position: 2 },
      ],
    });
    await rival.ingest(windowLines(Date.now()), "soft_replace");
    const { items } = await explain({ user: { device_id: "stranger" }, limit: 3 }, rival);
    const wanted = items.map(({ item, pinned, rank }) => [rank, item.product_identifier, pinned]);
    expect(wanted.slice(1)).to.deep.equal([
      [2, "p5", { rule: "one", wanted_position: 2 }],
      [3, "p7", { rule: "two", wanted_position: 2 }],
    ]);
  });
});
