import { expect } from "chai";
import type { Explanation } from "../../../../src/search/explain/explanation.js";
import { fetchJson } from "../../../support/http.js";
import type { QueryResult, SlotsResult } from "../../../../src/recommendation/response.js";
import type { CampaignDocument } from "../../../../src/storefront/campaigns-configuration.js";
import type { RuleDocument } from "../../../../src/storefront/rules-configuration.js";
import { putConfiguration } from "../../../support/publishing.js";
import { followToEnd, identifiers } from "../../../support/chain.js";
import { useShop, type Storefront } from "../../../support/shop.js";
import { until } from "../../../support/until.js";
import { IN_STOCK_RULE, isSoldOut, PRODUCTS, windowLines } from "../../recommendation/shop-window.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";

const pinned = (key: string, product: string, position: number): RuleDocument => ({
  key,
  action: "pin",
  product,
  position,
});

describe("merchandising rules", () => {
  const shop = useShop({ instances: 2 });
  let storefront: Storefront;
  let order: readonly string[];
  let versions = 0;

  before("open a shop", async () => {
    storefront = await shop.storefront({ availability: IN_STOCK_RULE });
    await storefront.ingest(windowLines(Date.now()), "soft_replace");
    order = identifiers(await storefront.search({ limit: PRODUCTS }));
  });

  const configure = (json: object) =>
    putConfiguration({ engine: shop.engine, now: () => new Date() }, storefront.client_id, json, { author: "test" });

  /** Publishes rules in the same way as another process, and waits until both service instances use these rules. */
  const publish = (...rules: readonly RuleDocument[]) => publishIn([], ...rules);

  async function publishIn(campaigns: readonly CampaignDocument[], ...rules: readonly RuleDocument[]): Promise<void> {
    const url = `/v${++versions}`;
    const redirects = [{ queries: ["which version"], url }];
    await configure({ availability: IN_STOCK_RULE, campaigns, rules, redirects });
    for (const instance of [0, 1]) {
      await until("the rules to be in force", async () => {
        const { meta } = await storefront.search({ query: "which version", limit: 0 }, instance);
        return meta.redirect?.url === url;
      });
    }
  }

  const listing = async (body: object = {}): Promise<string[]> =>
    identifiers(await storefront.search({ limit: PRODUCTS, ...body }));
  const at = (position: number) => order[position] ?? "";

  it("rules pin matching products and keep the order of all other products", async () => {
    const late = at(60);
    await publish(
      { key: "first", action: "pin", product: late, position: 1 },
      { key: "same_place", action: "pin", product: at(70), position: 1 },
      { key: "unknown", action: "pin", product: "no such product", position: 2 },
      { key: "deep", action: "pin", product: at(0), position: 40 },
    );
    const rest = order.filter((id) => ![late, at(70), at(0)].includes(id));
    const expected = [late, at(70), ...rest.slice(0, 37), at(0), ...rest.slice(37)];
    expect(await listing()).to.deep.equal(expected);
    const pages = await followToEnd(storefront, { limit: 7 });
    expect(pages.flatMap(identifiers)).to.deep.equal(expected);
    expect([...new Set(pages.map(({ total }) => total))]).to.deep.equal([PRODUCTS]);
    // A requested sort order takes precedence over pins.
    expect((await listing({ sort: ["name_asc"] }))[0]).not.to.equal(late);
    expect(await listing({ filters: { product_identifier: { $in: [at(5), at(6)] } } })).to.deep.equal([at(5), at(6)]);
  });

  it("rules reserve positions for the best products that match a filter", async () => {
    const designers = async (body: object = {}) =>
      (await storefront.search({ limit: PRODUCTS, projection: ["designer"], ...body })).items.map(
        ({ designer, product_identifier }) => ({ designer, id: product_identifier }),
      );
    await publish();
    const before = await designers();
    const duna = before.filter(({ designer }) => designer === "Duna").map(({ id }) => id);
    const others = before.flatMap(({ designer, id }) => (designer === "Duna" ? [] : [id]));
    // Pins of other products occupy two of the first three positions, so that a position must be reserved.
    await publish(
      ...others.slice(-6).map((id, position) => pinned(`other${position}`, id, position + 1)),
      { key: "one of eight", action: "reserve", filters: { designer: "Duna" }, position: 8 },
      { key: "one of seven", action: "reserve", filters: { designer: "Duna" }, position: 7 },
      { key: "none", action: "reserve", filters: { designer: "Nobody" }, position: 1 },
      { key: "elsewhere", action: "reserve", filters: { designer: "Acme" }, position: 1, when: { queries: ["coat"] } },
    );
    const expected = await designers();
    expect(expected.slice(6, 8).map(({ id }) => id)).to.deep.equal(duna.slice(0, 2));
    const ids = expected.map(({ id }) => id);
    expect([...ids].sort()).to.deep.equal([...order].sort());
    const moved = new Set([...others.slice(-6), ...duna.slice(0, 2)]);
    expect(ids.filter((id) => !moved.has(id))).to.deep.equal(order.filter((id) => !moved.has(id)));
    const pages = await followToEnd(storefront, { limit: 5 });
    expect(pages.flatMap(identifiers)).to.deep.equal(ids);
    expect([...new Set(pages.map(({ total }) => total))]).to.deep.equal([PRODUCTS]);
    expect((await designers({ query: "coat" }))[0]?.designer).to.equal("Acme");
    const { body } = await fetchJson(`${shop.services[0]!.base_url}/v1/explain`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": storefront.private_key, "Content-Type": "application/json" },
      body: JSON.stringify({ user: { device_id: "nobody" }, limit: 7 }),
    });
    const { items } = (body as { data: Explanation }).data;
    expect(items[6]?.item.product_identifier).to.equal(duna[0]);
    expect(items[6]?.pinned).to.include({ rule: "one of seven" });
  });

  it("a position reserved by a rule shows a matching variant on any page", async () => {
    const reserve = { key: "a red one", action: "reserve", filters: { color: "Red" }, position: 3 } as const;
    const shirts = await shop.storefront({ availability: IN_STOCK_RULE, rules: [reserve] });
    const variant = (product: string, color: string, in_stock = true) => ({
      operation: "insert",
      product_data: {
        product_identifier: product,
        variant_identifier: `${product}-${color}`,
        title: "Shirt",
        color,
        in_stock,
      },
    });
    const colors = async (body: object) =>
      (await followToEnd(shirts, { limit: 2, projection: ["color"], ...body })).flatMap(({ items }) =>
        items.map(({ color }) => color),
      );
    await shirts.ingest([
      ...["a", "b", "c", "d"].map((id) => variant(id, "White")),
      ...["White", "Red", "Blue"].map((color) => variant("z", color)),
    ]);
    expect(await colors({})).to.deep.equal(["White", "White", "Red", "White", "White"]);
    expect(await colors({ sort: ["name_asc"] })).to.deep.equal(["White", "White", "White", "White", "White"]);
    expect(await colors({ filters: { color: { $in: ["White", "Blue"] } } })).to.deep.equal(Array(5).fill("White"));
    // The red variant is not shown once it is sold out, because variants in stock have priority.
    await shirts.ingest([variant("z", "Red", false)]);
    await until("the red one to be sold out", async () => !(await colors({})).includes("Red"));
  });

  it("rules boost and bury products, but sold-out products stay below products in stock", async () => {
    const soldOut = order.find(isSoldOut) ?? "";
    await publish(
      { key: "up", action: "boost", products: [at(50), soldOut], points: 20 },
      { key: "down", action: "bury", products: [at(0), at(1)], points: 20 },
      { key: "words", action: "boost", filters: { designer: "Duna" }, points: 20, when: { queries: ["coat"] } },
    );
    const sold = order.filter((id) => !isSoldOut(id));
    const bought = sold.filter((id) => ![at(50), at(0), at(1)].includes(id));
    const others = order.filter((id) => isSoldOut(id) && id !== soldOut);
    expect(await listing()).to.deep.equal([at(50), ...bought, at(0), at(1), soldOut, ...others]);
    const found = await storefront.search({ query: "coat", limit: 4, projection: ["designer"] });
    expect(found.items.map(({ designer }) => designer)).to.deep.equal(Array<string>(4).fill("Duna"));
    const other = await storefront.search({ query: "shirt", limit: 4, projection: ["designer"] });
    expect(new Set(other.items.map(({ designer }) => designer)).size).to.be.greaterThan(1);
  });

  it("rules hide products and variants from results, totals, facets and recommendations", async () => {
    await publish(
      { key: "one", action: "hide", products: [at(0)] },
      { key: "red", action: "hide", filters: { color: "Red" } },
      { key: "brio", action: "hide", filters: { designer: "Brio" } },
    );
    const page = await storefront.search({
      limit: PRODUCTS,
      facets: { keys: ["color", "designer"] },
      projection: ["color"],
    });
    const brio = PRODUCTS / 4;
    const total = PRODUCTS - 1 - brio;
    expect([page.total, page.count]).to.deep.equal([total, total]);
    expect(identifiers(page)).not.to.include(at(0));
    expect(new Set(page.items.map(({ color }) => color))).to.deep.equal(new Set(["Blue"]));
    const counts = new Map(
      page.facets.flatMap(({ values }) => values.map(({ value, count }) => [value, count] as const)),
    );
    expect(counts).to.have.all.keys("Blue", "Acme", "Corvo", "Duna");
    expect(counts.get("Blue")).to.equal(total);
    const requested = { profile: "popular", limit: 60, projection: ["designer", "color"] };
    const block = (await storefront.requestFor("query", requested)).body as QueryResult;
    const slots = (
      (await storefront.requestFor("query/slots", { ...requested, placement: "home", profile: undefined }))
        .body as SlotsResult
    ).slots;
    const items = [...block.items, ...slots.flatMap((slot) => slot.items)];
    expect(items.length).to.be.greaterThan(40);
    const wrong = items.filter(
      ({ designer, color, product_identifier }) =>
        designer === "Brio" || color === "Red" || product_identifier === at(0),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("rules that are limited to searches or to listings do not apply to other requests", async () => {
    await publish();
    const [searched = "", listed = ""] = identifiers(await storefront.search({ query: "coat" }));
    const rulesOf = (requests: "searches" | "listings", product: string): RuleDocument[] => [
      { key: requests, action: "hide", products: [product], when: { requests } },
      { key: `${requests} banner`, action: "banner", text: requests, when: { requests } },
    ];
    await publish(...rulesOf("searches", searched), ...rulesOf("listings", listed));
    const coats = { filters: { product_identifier: { $in: [searched, listed] } } };
    const seen = async (body: object) => {
      const page = await storefront.search({ ...coats, ...body });
      return { ids: identifiers(page), banners: page.meta.banners?.map(({ text }) => text) };
    };
    expect(await seen({})).to.deep.equal({ ids: [searched], banners: ["listings"] });
    expect(await seen({ query: "coat" })).to.deep.equal({ ids: [listed], banners: ["searches"] });
    const requested = { profile: "popular", limit: PRODUCTS, ...coats };
    const { items } = (await storefront.requestFor("query", requested)).body as QueryResult;
    expect(items.map(({ product_identifier }) => product_identifier)).to.have.members([searched, listed]);
  });

  it("rules that are published while a shopper pages through results apply to the remaining pages", async () => {
    await publish();
    const ordered = { limit: 5, sort: ["name_asc"] };
    const byName = await listing({ sort: ["name_asc"] });
    await publish(
      { key: "first", action: "pin", product: at(60), position: 1 },
      { key: "later", action: "pin", product: at(61), position: 9 },
      { key: "up", action: "boost", products: [at(50)], points: 20 },
      { key: "away", action: "hide", products: [at(2)] },
    );
    const begun = [await storefront.search({ limit: 5 }), await storefront.search(ordered)] as const;
    const [first, cheapest] = begun.map(identifiers) as [string[], string[]];
    expect([begun[0].total, first.includes(at(60)), first.includes(at(2))]).to.deep.equal([PRODUCTS - 1, true, false]);
    const hidden = byName.at(-1) ?? "";
    await publish(
      { key: "last", action: "pin", product: at(70), position: 2 },
      { key: "away too", action: "hide", products: [hidden] },
    );
    const readOn = async (page: SearchResult, body: object) => {
      const pages = [page];
      for (let last = page; last.pagination.has_more; last = pages.at(-1) as SearchResult) {
        const pagination = { page: pages.length + 1, cursor: last.recommendation_id };
        pages.push(await storefront.search({ ...body, pagination }));
      }
      expect([...new Set(pages.slice(1).map(({ total }) => total))]).to.deep.equal([PRODUCTS - 1]);
      return pages.slice(1).flatMap(identifiers);
    };
    const left = (all: readonly string[], shown: readonly string[]) =>
      all.filter((id) => id !== hidden && !shown.includes(id));
    // Position 2 is on a page that was already returned, so the pinned product is on the next page.
    expect(await readOn(begun[0], { limit: 5 })).to.deep.equal([at(70), ...left(order, [...first, at(70)])]);
    expect(await readOn(begun[1], ordered)).to.deep.equal(left(byName, cheapest));
    expect((await listing())[1]).to.equal(at(70));
  });

  it("banners of a rule appear for matching queries, or for every request if the rule has no condition", async () => {
    const text = "<b>Sale</b> & more";
    await publish(
      { key: "everywhere", action: "banner", text, url: "/sale" },
      { key: "coats", action: "banner", text: "Coats", image: "/coats.png", when: { queries: ["coat"] } },
      { key: "over", action: "banner", text: "Gone", ends_at: "2020-01-01T00:00:00Z" },
    );
    const everywhere = { key: "everywhere", text, image: null, url: "/sale" };
    const coats = { key: "coats", text: "Coats", image: "/coats.png", url: null };
    const shown = async (body: object) => (await storefront.search(body)).meta.banners;
    expect(await shown({ query: "coats", limit: 3 })).to.deep.equal([everywhere, coats]);
    expect(await shown({ query: "zzz coat", limit: 3 })).to.deep.equal([everywhere]);
    expect(await shown({ limit: 0 })).to.deep.equal([everywhere]);
    const pages = await followToEnd(storefront, { query: "a coat", limit: 7, sort: ["name_asc"] });
    expect(pages.length).to.be.greaterThan(1);
    for (const { meta } of pages) expect(meta.banners).to.deep.equal([everywhere, coats]);
    const first = await storefront.search({ limit: 5 });
    await publish({ key: "other", action: "banner", text: "Other" });
    const pagination = { page: 2, cursor: first.recommendation_id };
    const other = { key: "other", text: "Other", image: null, url: null };
    expect(await shown({ limit: 5, pagination })).to.deep.equal([other]);
  });

  it("rules start and end in the time zone of their campaign", async () => {
    const clock = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, "2026-11-26T04:16".length);
    const hour = 3_600_000;
    // The campaign times are one local time: in UTC, one hour from now. In Kiribati (UTC+14), this time has passed.
    const campaigns = [
      { key: "Kiribati", starts_at: clock(hour), time_zone: "Pacific/Kiritimati" },
      { key: "Iceland", starts_at: clock(hour), time_zone: "UTC" },
      { key: "Over", ends_at: clock(hour), time_zone: "Pacific/Kiritimati" },
    ];
    const banner = (campaign: string) => ({ key: campaign, action: "banner", text: campaign, campaign }) as const;
    const starts_at = new Date(Date.now() + 4_000).toISOString();
    await publishIn(
      campaigns,
      ...campaigns.map(({ key }) => banner(key)),
      { ...pinned("later", at(60), 1), campaign: "Kiribati", starts_at },
      { ...pinned("never", at(70), 1), campaign: "Iceland" },
    );
    const shown = async () => (await storefront.search({ limit: 0 })).meta.banners?.map(({ key }) => key);
    expect(await shown()).to.deep.equal(["Kiribati"]);
    // All requests are for the same page, so that later responses may come from the cache.
    const early: string[] = [];
    const late: string[] = [];
    await until("the rule to have begun", async () => {
      const requested = Date.now();
      const first = (await listing())[0] ?? "";
      if (Date.now() < Date.parse(starts_at)) early.push(first);
      if (requested >= Date.parse(starts_at)) late.push(first);
      return late.length > 3;
    });
    // `early` is empty if publishing took longer than the delay, as on a very busy machine.
    for (const first of early) expect(first).to.equal(order[0]);
    expect([...new Set(late)]).to.deep.equal([at(60)]);
  });

  it("live rules remain active if a publication of invalid rules is rejected", async () => {
    await publish({ key: "first", action: "pin", product: at(60), position: 1 });
    const wrong = [{ key: "a", action: "hide", filters: { price: { $gt: [1] } } }];
    const refused = await configure({ rules: wrong }).catch((error: unknown) => error);
    expect(refused).to.have.nested.property("context.errors[0].path", "rules.0.filters.price.$gt");
    expect((await listing())[0]).to.equal(at(60));
  });

  it("the search response is marked as degraded if too many rules apply to the request", async () => {
    const many = Array.from({ length: 80 }, (_, number): RuleDocument => {
      return { key: `r${number}`, action: "boost", filters: { price: number }, points: 1 };
    });
    await publish(...many);
    const page = await storefront.search({ limit: 3 });
    expect(page.meta).to.deep.equal({ degraded: ["rules"] });
    expect(identifiers(page)).to.have.length(3);
    expect((await storefront.search({ limit: 3, sort: ["name_asc"] })).meta).to.deep.equal({});
  });
});
