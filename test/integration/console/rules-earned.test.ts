import { expect } from "chai";
import type { RulesEarned } from "../../../console/server/earned/rules-earned.js";
import type { MetricsOfProducts } from "../../../console/server/insights/product-metrics.js";
import type { StreamLine } from "../../../console/server/stream.js";
import { countDocuments, searchDocuments } from "../../../src/engine/search-documents.js";
import { refresh } from "../../../src/engine/indices.js";
import { seeded } from "../../../demo/random.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import type { UbiQuery } from "../../../src/tracking/impressions.js";
import type { UbiEvent } from "../../../src/tracking/ubi-event.js";
import { identifiers } from "../../support/chain.js";
import { signIn } from "../../support/console-session.js";
import { boughtByHand } from "../../support/insights-oracle.js";
import { storeAll } from "../../support/learning.js";
import { base, cart, product, purchase } from "../../support/shopper-events.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";
import { designerOf, IN_STOCK_RULE, isSoldOut, windowLines } from "../recommendation/shop-window.js";

const COATS = "Clothing: Coats";
const RULES: RuleDocument[] = [
  { key: "up", action: "pin", product: "p96", position: 1, when: { queries: ["shirt"] } },
  { key: "brand", action: "boost", filters: { designer: "Duna" }, points: 9, when: { categories: [COATS] } },
  { key: "all", action: "boost", products: ["p3", "p5"], points: 1 },
  { key: "never", action: "pin", product: "p1", position: 1, when: { queries: ["nobody types this"] } },
  { key: "typed", action: "boost", products: ["p7"], points: 1, when: { requests: "searches" } },
  { key: "typed in coats", action: "boost", products: ["p15"], points: 1, when: { requests: "searches", categories: [COATS] } }, // prettier-ignore
  { key: "browsed", action: "boost", products: ["p21"], points: 1, when: { requests: "listings" } },
  { key: "down", action: "bury", products: ["p2"] },
];

const REQUESTED = [
  { query: "shirt", by: ["up", "all", "typed"] },
  { query: "Shirts ", by: ["up", "all", "typed"] },
  { query: "shirtt", by: ["up", "all", "typed"] },
  { query: "tote", by: ["all", "typed"] },
  { query: "coat", filters: { categories: COATS }, by: ["all", "typed", "typed in coats"] },
  { filters: { categories: COATS }, by: ["brand", "all", "browsed"] },
  { filters: { categories: COATS, color: "Red" }, by: ["brand", "all", "browsed"] },
  { filters: { categories: "Clothing: Trousers" }, by: ["all", "browsed"] },
] as const;

describe("metrics of rules and products in the console", () => {
  const shop = useShop({ instances: 1, settings: { LEARN_EVERY_SECONDS: "86400" } });
  let storefront: Storefront;
  const responses: { readonly id: string; readonly by: readonly string[] }[] = [];

  before("simulate shoppers", async () => {
    storefront = await shop.storefront({ rules: RULES, currency: "EUR", availability: IN_STOCK_RULE });
    await storefront.ingest(windowLines(Date.now()), "soft_replace");
    const random = seeded("earned");
    const events: ShopperEvent[] = [];
    for (let number = 0; number < 140; number += 1) {
      const { by, ...requested } = random.pick(REQUESTED);
      const device_id = `device-${random.integer(1, 30)}`;
      const page = await storefront.search({ user: { device_id }, limit: 8, ...requested });
      const [recommendation_id = ""] = page.recommendation_id.split(".");
      responses.push({ id: recommendation_id, by });
      const own = { client_id: storefront.client_id, device_id };
      for (const [at, id] of identifiers(page).entries()) {
        if (!random.chance(0.7 / (1 + at))) continue;
        const now = Date.now();
        const named = random.chance(0.3) ? `${id}-red` : id;
        events.push({ ...base(now, { ...own, recommendation_id }), type: "product_view", products: [product(named)] });
        if (random.chance(0.3)) events.push({ ...base(now + 1, { ...own, counts: false }), type: "product_view", products: [product(id)] }); // prettier-ignore
        if (random.chance(0.5)) events.push(cart("add_to_cart", [id], now + 2, own));
        if (random.chance(0.5)) {
          const bought = purchase(`t${number}-${at}`, [], now + 3, own) as ShopperEvent & { type: "transaction" };
          const price = random.chance(0.8) ? 40 : null;
          const currency = random.pick(["USD", null]);
          events.push({ ...bought, currency, products: [product(named, { price, quantity: 2 })] });
        }
      }
    }
    await storeAll(shop.engine, events);
    await until("all answers to be stored", async () => {
      await refresh(shop.engine, `${shop.engine.prefix}ubi-*`);
      return (await countDocuments(shop.engine, queries(), own())) === responses.length;
    });
  });

  const queries = () => `${shop.engine.prefix}ubi-queries-*`;
  const own = () => ({ term: { application: storefront.client_id } });

  async function stored<T>(index: string): Promise<T[]> {
    const { hits } = await searchDocuments<T>(shop.engine, index, { size: 5_000, query: own() });
    return hits.hits.map(({ _source }) => _source);
  }

  const isTarget: Readonly<Record<string, (id: string) => boolean>> = {
    up: (id) => id === "p96",
    brand: (id) => designerOf(id) === "Duna",
    all: (id) => id === "p3" || id === "p5",
    never: (id) => id === "p1",
    typed: (id) => id === "p7",
    "typed in coats": (id) => id === "p15",
    browsed: (id) => id === "p21",
  };

  async function byHand(key: string) {
    const all = await stored<UbiQuery>(queries());
    const happened = (await stored<UbiEvent>(`${shop.engine.prefix}ubi-events-*`)).filter(
      ({ event_attributes }) => event_attributes.counts,
    );
    const ids = new Set(responses.flatMap(({ id, by }) => (by.includes(key) ? [id] : [])));
    const met = all.filter(({ query_id }) => ids.has(query_id));
    const targetsIn = (one: UbiQuery) => one.query_response_hit_ids.filter(isTarget[key]!);
    const nameOf = (id: string) => id.replace("-red", "");
    const chosen = met.flatMap((one) =>
      targetsIn(one).flatMap((id) => {
        const choices = happened.filter(
          (event) => event.query_id === one.query_id && event.client_id === one.client_id,
        );
        const times = choices.flatMap(({ event_attributes, timestamp }) =>
          event_attributes.products!.some((line) => nameOf(line.id) === id) ? [timestamp] : [],
        );
        return times.length === 0 ? [] : [{ id, device: one.client_id, at: times.sort()[0]! }];
      }),
    );
    const carts = chosen.filter(({ id, device, at }) =>
      happened.some(
        (event) =>
          event.action_name === "add_to_cart" &&
          event.client_id === device &&
          event.timestamp >= at &&
          event.event_attributes.products!.some((line) => line.id === id),
      ),
    );
    const variants = (event: UbiEvent): UbiEvent => ({
      ...event,
      event_attributes: {
        ...event.event_attributes,
        products: event.event_attributes.products!.map((line) => ({ ...line, id: nameOf(line.id) })),
      },
    });
    const bought = boughtByHand({ responses: all, events: happened.map(variants) }, "EUR").filter(
      ({ response, product: id }) => ids.has(response.query_id) && isTarget[key]!(id),
    );
    const revenue = [...new Set(bought.map(({ currency }) => currency))].map((currency) => {
      const lines = bought.flatMap((one) => (one.currency === currency ? [one.line] : []));
      const prices = lines.flatMap(({ price, quantity }) => (price === null ? [] : [price * quantity]));
      return {
        currency,
        units: 2 * lines.length,
        revenue: prices.length === 0 ? null : prices.reduce((sum, one) => sum + one, 0),
        without_price: 2 * lines.filter(({ price }) => price === null).length,
      };
    });
    const impressions = met.flatMap(targetsIn).length;
    return { responses: met.length, impressions, clicks: chosen.length, carts: carts.length, revenue };
  }

  const requested = async () => {
    const anna = await signIn(shop.services[0]!, storefront.private_key, "Anna");
    const lines = (await anna.lines("insights/rules", {})) as StreamLine<RulesEarned>[];
    return (lines.at(-1) as { result: RulesEarned }).result;
  };

  const metricsOf = async (of: Storefront, ids: readonly string[]) => {
    const anna = await signIn(shop.services[0]!, of.private_key, "Anna");
    return (await anna<MetricsOfProducts>("POST", "insights/products", { ids })).data;
  };

  it("the metrics of a product equal an independent count of stored responses and events", async () => {
    const all = await stored<UbiQuery>(queries());
    const events = (await stored<UbiEvent>(`${shop.engine.prefix}ubi-events-*`)).filter(
      ({ event_attributes }) => event_attributes.counts,
    );
    const ids = ["p96", "p3", "p19", "p33", "p9", "p119"];
    const { days, products } = await metricsOf(storefront, [...ids, "no such product"]);
    expect(days).to.equal(28);
    expect(products).to.deep.equal(
      ids.map((id) => {
        const own = events.filter((event) =>
          event.event_attributes.products!.some((line) => [id, `${id}-red`].includes(line.id)),
        );
        const eachOf = (names: readonly (string | null | undefined)[]) =>
          new Set(names.filter((one) => one != null)).size;
        const ofAction = (action: string) => own.filter(({ action_name }) => action_name === action);
        return {
          product: id,
          seen: all.filter((one) => one.query_response_hit_ids.includes(id)).length,
          clicked: eachOf(ofAction("product_view").map(({ query_id }) => query_id)),
          ordered: eachOf(ofAction("transaction").map((one) => one.event_attributes.object?.object_id)),
          stock: { in_stock: isSoldOut(id) ? 0 : 2, variants: 2 },
          currency: "EUR",
        };
      }),
    );
    expect(products[0]!.clicked).to.be.above(0);
    expect(products[0]!.ordered).to.be.above(0);
  });

  it("the metrics of a product are null instead of zero if no data exists", async () => {
    const other = await shop.storefront();
    await other.ingest(windowLines(Date.now()), "soft_replace");
    const unknown = { seen: null, clicked: null, ordered: null, stock: null, currency: null };
    expect(await metricsOf(other, ["p1"])).to.deep.equal({ days: 28, products: [{ product: "p1", ...unknown }] });
  });

  it("the metrics of a rule equal an independent count of stored responses and events", async () => {
    const { days, is_cut, rules } = await requested();
    expect({ days, is_cut, keys: rules.map(({ key }) => key) }).to.deep.equal({
      days: 28,
      is_cut: false,
      keys: ["up", "brand", "all", "never", "typed", "typed in coats", "browsed"],
    });
    for (const { key, since, compared, revenue, ...had } of rules) {
      const { revenue: byCurrency, ...counts } = await byHand(key);
      expect(had, key).to.deep.equal(counts);
      expect(revenue, key).to.have.deep.members(byCurrency);
      expect(Date.parse(since), key).to.be.lessThan(Date.now() - 26 * 86_400_000);
      if (key === "never") expect(compared).to.equal(null);
      else expect(compared, key).to.deep.include({ responses: had.responses, clicks: had.clicks });
    }
    const [up, brand] = rules;
    expect([up!.clicks > 0, up!.carts > 0, up!.revenue.length > 0, brand!.clicks > 0]).to.not.include(false);
    // The pinned product is almost the last shirt, so without the pin it appears on no first page.
    expect(up!.compared).to.deep.include({ expected_impressions: 0, impressions: up!.responses });
    expect(up!.compared!.expected_clicks.clicks).to.equal(0);
    const { expected_impressions, expected_clicks } = brand!.compared!;
    expect(expected_impressions).to.be.within(1, brand!.impressions - 1);
    expect(expected_clicks.low < expected_clicks.clicks && expected_clicks.clicks < expected_clicks.high).to.equal(
      true,
    );
    expect(expected_clicks.clicks).to.be.within(0, brand!.clicks);
  });

  it("the metrics of a rule are counted since the publication that last changed the rule", async () => {
    const anna = await signIn(shop.services[0]!, storefront.private_key, "Anna");
    const { data } = await anna<{
      id: string;
      version: string;
      base: { publication: string | null };
      configuration: object;
    }>("POST", "drafts", {
      title: "x",
    });
    const [up, ...others] = RULES;
    const configuration = { ...data.configuration, rules: [{ ...up, position: 2 }, ...others] };
    const draft = await anna<{ version: string }>("PUT", `drafts/${data.id}`, { title: "x", configuration, version: data.version, base: data.base.publication }); // prettier-ignore
    const began = Date.now();
    const { status } = await anna("POST", `drafts/${data.id}/publish`, { version: draft.data.version, note: "x" });
    expect(status).to.be.lessThan(300);
    await until("the console to count from then", async () => (await requested()).rules[0]!.responses === 0);
    const [changed, same] = (await requested()).rules;
    expect(Date.parse(changed!.since)).to.be.at.least(began);
    expect(same!.responses).to.be.above(0);
  });
});
