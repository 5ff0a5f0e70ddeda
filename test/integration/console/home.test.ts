import { expect } from "chai";
import type { HomeReport } from "../../../console/server/home/home.js";
import { signIn, type ConsoleSession } from "../../support/console-session.js";
import { sameResponses } from "../../support/home-traffic.js";
import { storeTraffic } from "../../support/shop-traffic.js";
import { useShop } from "../../support/shop.js";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe("the metrics of the home page", () => {
  const shop = useShop({ instances: 1 });
  let viewer: ConsoleSession;

  before("store traffic of this week and of the week before", async () => {
    const storefront = await shop.storefront();
    viewer = await signIn(shop.services[0]!, storefront.private_key, "Vera", "viewer");
    const now = Date.now();
    const store = (at: number, ...some: Parameters<typeof sameResponses>[2]) =>
      storeTraffic(shop.engine, sameResponses(storefront.client_id, at, some));
    await store(
      now - HOUR_MS,
      { query: "boots", shown: ["A", "B"], responses: 40, clicks: 16, carts: 4, purchases: 15 },
      { query: "Scarf", shown: ["B", "A"], responses: 50 },
      { query: "xyzzy", shown: [], responses: 8 },
      { query: "boots", shown: [], responses: 2 },
      { query: null, shown: ["C"], responses: 20, clicks: 2, purchases: 1 },
    );
    await store(
      now - 7 * DAY_MS - HOUR_MS,
      { query: "boots", shown: ["A", "B"], responses: 75, clicks: 75, purchases: 20 },
      { query: "qqqq", shown: [], responses: 5 },
    );
    // Stores responses that are older than the two periods of the report and must not be counted.
    await store(now - 15 * DAY_MS, { query: "old", shown: [], responses: 40 });
  });

  const home = async (query = "") => (await viewer<HomeReport>("GET", `home${query}`)).data;

  it("metrics of the home page compare the last seven days with the seven days before", async () => {
    const { to_fix, ...metrics } = await home();
    expect(metrics).to.deep.equal({
      searches: { value: 100, before: 80, change: 0.25 },
      without_results: { value: 0.1, before: 0.0625, change: 0.1 / 0.0625 - 1 },
      click_rate: { value: 0.16, before: 0.9375, change: 0.16 / 0.9375 - 1 },
      cart_rate: { value: 0.04, before: 0, change: null },
      search_revenue: [{ currency: "EUR", value: 750, before: 1_000, change: -0.25 }],
      recommendation_revenue: [{ currency: "EUR", value: 50, before: 0, change: null }],
    });
    expect(to_fix.without_results.map((row) => [row.query, row.without_results])).to.deep.equal([["xyzzy", 8]]);
    expect(to_fix.few_clicks.map(({ query, responses, clicked }) => [query, responses, clicked])).to.deep.equal([["scarf", 50, 0]]); // prettier-ignore
  });

  it("metrics of the home page can cover 28 days instead of seven", async () => {
    const { searches, without_results, cart_rate, search_revenue } = await home("?days=28");
    expect(searches).to.deep.equal({ value: 220, before: 0, change: null });
    expect(without_results).to.deep.equal({ value: 55 / 220, before: null, change: null });
    expect(cart_rate).to.deep.equal({ value: 4 / 220, before: null, change: null });
    expect(search_revenue).to.deep.equal([{ currency: "EUR", value: 1_750, before: 0, change: null }]);
  });

  it("metrics of the home page contain no rates and no revenue if the shop has had no shoppers", async () => {
    const { private_key } = await shop.storefront();
    const other = await signIn(shop.services[0]!, private_key, "Otto", "viewer");
    const unknown = { value: null, before: null, change: null };
    expect((await other<HomeReport>("GET", "home")).data).to.deep.equal({
      searches: { value: 0, before: 0, change: null },
      without_results: unknown,
      click_rate: unknown,
      cart_rate: unknown,
      search_revenue: [],
      recommendation_revenue: [],
      to_fix: { without_results: [], few_clicks: [] },
    });
  });

  it("the home page rejects periods other than 7 and 28 days", async () => {
    const { status, error } = await viewer("GET", "home?days=8");
    expect([status, error.message]).to.deep.equal([400, "days: expected 7 or 28"]);
  });
});
