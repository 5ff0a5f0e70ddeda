import { expect } from "chai";
import type { QueryResult } from "../../../src/recommendation/response.js";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import { storeAll } from "../../support/learning.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { purchase, view } from "../../support/shopper-events.js";
import { until } from "../../support/until.js";
import { windowLines } from "./shop-window.js";

const SHOPPERS = 12;

describe("recommendations from shopper behaviour", () => {
  const settings = { LEARN_EVERY_SECONDS: "3600", EVENT_POLL_MS: "3600000" };
  const shop = useShop({ instances: 1, settings });
  let storefront: Storefront;

  before("open a shop with shopper history", async () => {
    const now = Date.now();
    storefront = await shop.storefront({ sells_fashion: true });
    await storefront.ingest(windowLines(now), "soft_replace");
    const events: ShopperEvent[] = [];
    const by = (device_id: string) => ({ client_id: storefront.client_id, device_id });
    for (let shopper = 0; shopper < SHOPPERS; shopper += 1) {
      // A shirt is viewed with a coat and bought with shoes; other products are viewed and bought in varying pairs.
      events.push(view("p60", now, by(`a${shopper}`)), view("p63", now, by(`a${shopper}`)));
      events.push(purchase(`t${shopper}`, ["p60", "p64"], now, by(`b${shopper}`)));
      events.push(view(`p${70 + shopper}`, now, by(`c${shopper}`)), view(`p${90 + shopper}`, now, by(`c${shopper}`)));
      events.push(purchase(`u${shopper}`, [`p${70 + shopper}`, `p${91 + shopper}`], now, by(`d${shopper}`)));
    }
    await storeAll(shop.engine, events);
    await shop.services[0]?.learn();
    const hasLearnt = async () => (await query({ profile: "popular", limit: 1 }))[0]?.[0] === "p60";
    await until("the shop to have learnt", hasLearnt);
  });

  async function query(body: object): Promise<[id: string, by: string][]> {
    const response = await storefront.requestFor("query", { user: { device_id: "stranger" }, ...body });
    const { items, meta } = response.body as QueryResult;
    return items.map(({ product_identifier }, at) => [product_identifier, meta.recommenders[at] ?? ""]);
  }

  it("recommendations list products viewed in the same sessions before products that are merely similar", async () => {
    const response = await query({ seed: { product_identifiers: ["p60"] }, limit: 4 });
    const by = "session_neighbours";
    expect(response.slice(0, 2)).to.have.deep.members([["p63", by], ["p64", by]]); // prettier-ignore
    expect(response.slice(2).map(([, by]) => by)).to.deep.equal(["content", "content"]);
  });

  it("recommendations complete an outfit with products that were bought together", async () => {
    const look = { profile: "complete_the_look", seed: { product_identifiers: ["p60"] }, limit: 1 };
    expect(await query(look)).to.deep.equal([["p64", "complementary"]]);
    const [other] = await query({ ...look, filters: { product_identifier: { $ne: "p64" } } });
    expect(other?.[1]).to.equal("outfit");
  });

  it("recommendations of the popular profile contain the most popular products", async () => {
    expect((await query({ profile: "popular", limit: 3 })).map(([id]) => id)).to.have.members(["p60", "p63", "p64"]);
  });
});

describe("recommendations from sessions of other shoppers", () => {
  const shop = useShop({ instances: 1, settings: { EVENT_POLL_MS: "100", LEARN_EVERY_SECONDS: "3600" } });

  it("recommendations for a product soon include the products that other shoppers viewed after this product", async () => {
    const storefront = await shop.storefront();
    const now = Date.now();
    await storefront.ingest(windowLines(now), "soft_replace");
    const by = (device_id: string) => ({ client_id: storefront.client_id, device_id });
    const events = ["a", "b", "c"].flatMap((device) => [view("p60", now, by(device)), view("p90", now, by(device))]);
    await storeAll(shop.engine, events);
    const seed = { product_identifiers: ["p60"] };
    await until("sessions to be read", async () => {
      const response = await storefront.requestFor("query", {
        user: { device_id: "stranger" },
        profile: "similar",
        seed,
      });
      const { items, meta } = response.body as QueryResult;
      return items[0]?.product_identifier === "p90" && meta.recommenders[0] === "session_neighbours";
    });
  });
});
