import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { getDocument } from "../../../src/engine/documents.js";
import type { ErrorEnvelope } from "../../../src/http/envelope.js";
import type { QueryResult } from "../../../src/recommendation/response.js";
import { DEFAULT_PROFILES } from "../../../src/storefront/recommendation-configuration.js";
import { impressionId } from "../../../src/tracking/shopper-id.js";
import { monthOf } from "../../../src/tracking/month.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { envelope, productView } from "../../support/tracker-payload.js";
import { until } from "../../support/until.js";
import { BROWSER } from "../../support/user-agent.js";
import { categoryOf, designerOf, IN_STOCK_RULE, isSoldOut, PRODUCTS, windowLines } from "./shop-window.js";

const SHIRT = "p0";
const PROFILES = Object.keys(DEFAULT_PROFILES);

describe("POST /v2/recommendations/query", () => {
  const shop = useShop({ instances: 1 });
  let storefront: Storefront;
  let other: Storefront;
  let devices = 0;

  before("open two shops", async () => {
    storefront = await shop.storefront({ availability: IN_STOCK_RULE, sells_fashion: true });
    other = await shop.storefront();
    await storefront.ingest(windowLines(Date.now()), "soft_replace");
  });

  const newDevice = () => `device-${++devices}`;
  const seed = (...product_identifiers: string[]) => ({ seed: { product_identifiers } });
  const idsOf = ({ items }: QueryResult) => items.map(({ product_identifier }) => product_identifier);

  async function query(body: object, of = storefront): Promise<QueryResult> {
    const response = await of.requestFor("query", { user: { device_id: newDevice() }, ...body });
    if (response.status === 200) return response.body as QueryResult;
    throw new Error(`${JSON.stringify(body)} was answered ${response.status} ${JSON.stringify(response.body)}`);
  }

  /**
   * Sends product views one second apart, in the same way as a tracker. After the response, the taste profile contains
   * these views.
   */
  const look = (device: string, ...products: string[]) => viewIn(storefront, device, ...products);

  async function viewIn({ client_id }: Storefront, device: string, ...products: string[]): Promise<void> {
    const sent = products.map((id, at) =>
      productView(id, {
        aid: client_id,
        duid: device,
        eid: randomUUID(),
        dtm: String(Date.now() - (products.length - at) * 1_000),
        stm: String(Date.now()),
      }),
    );
    const response = await fetch(`${shop.services[0]?.base_url}/com.snowplowanalytics.snowplow/tp2`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(envelope(...sent)),
    });
    expect(response.status).to.equal(200);
  }

  it("recommendations are returned in the documented response format", async () => {
    const filters = { color: "Red" };
    const body = { profile: "similar", limit: 2, ...seed(SHIRT), filters, projection: ["name", "color"] };
    const response = await query({ ...body, group_by_product: true, metadata: { session_index: "1" } });
    const { recommendation_id, items, ...rest } = response;
    expect(recommendation_id).to.match(/^[A-Za-z0-9_-]{24}$/);
    expect(rest).to.deep.equal({
      count: 2,
      applied_filters: { filters, facet_filters: {} },
      metadata: { profile: "similar", seed_state: "seeded" },
      meta: { recommenders: ["content", "content"] },
    });
    for (const item of items) {
      const { product_identifier: id } = item;
      const name = `${designerOf(id)} Casual shirt ${id.slice(1)}`;
      expect(item).to.deep.equal({
        type: "product",
        product_identifier: id,
        variant_identifier: `${id}-red`,
        name,
        color: "Red",
      });
    }
  });

  it("recommendations of similar products list products of the same designer first", async () => {
    const ids = idsOf(await query({ ...seed(SHIRT), limit: 12 }));
    expect(ids).to.have.length(12).and.not.include(SHIRT);
    expect(new Set(ids).size).to.equal(12);
    expect(new Set(ids.slice(0, 8).map(categoryOf))).to.deep.equal(new Set([categoryOf(SHIRT)]));
    expect(ids.slice(0, 3).map(designerOf)).to.deep.equal(["Acme", "Acme", "Acme"]);
  });

  it("complementary recommendations in a non-fashion shop are products viewed in the same sessions as the seed", async () => {
    const grocery = await shop.storefront();
    const titles = [
      "Mint toothpaste",
      "Herb toothpaste",
      "Soft toothbrush",
      "Lavender soap",
      "Almond soap",
      "Rose soap",
    ];
    const lineOf = (title: string) => {
      const id = title.toLowerCase().replace(" ", "-");
      const product_data = { product_identifier: id, variant_identifier: id, title, categories: ["Care"], price: 3 };
      return { operation: "insert", product_data };
    };
    const bread = ["Rye bread", "Oat bread", "Corn bread"]
      .map(lineOf)
      .map((line) => ({ ...line, product_data: { ...line.product_data, categories: ["Bread"] } }));
    await grocery.ingest([...titles.map(lineOf), ...bread], "soft_replace");
    const beside = async (profile: string) => idsOf(await query({ profile, ...seed("mint-toothpaste"), limit: 5 }, grocery)); // prettier-ignore
    expect(await beside("complete_the_look")).to.deep.equal([]);
    expect(await beside("similar")).to.include("soft-toothbrush");
    for (let visit = 0; visit < 15; visit += 1)
      await viewIn(grocery, newDevice(), "mint-toothpaste", "soft-toothbrush");
    await until("sessions to tell", async () => (await beside("complete_the_look")).join(" ") === "soft-toothbrush");
    const similar = await beside("similar");
    expect(similar).to.include("herb-toothpaste");
    expect(similar).to.not.include("soft-toothbrush");
  });

  it("recommendations for an outfit alternate between product types other than the type of the seed product", async () => {
    const ids = idsOf(await query({ profile: "complete_the_look", ...seed(SHIRT), limit: 4 }));
    const categories = ids.map(categoryOf);
    expect(categories.slice(0, 2)).to.have.members(["Shoes: Sneakers", "Bags: Totes"]);
    expect(categories.slice(2)).to.have.members(["Shoes: Sneakers", "Bags: Totes"]);
    const all = idsOf(await query({ profile: "complete_the_look", ...seed(SHIRT), limit: 250 }));
    expect(all).to.have.length(40);
  });

  it("recommendations for a page that is not found match the words of the requested URL or of the search query", async () => {
    const words = (metadata: object) => query({ profile: "not_found", limit: 5, metadata });
    for (const metadata of [{ url: "https://shop.example/p/acme-tote-11.html" }, { query: "Acme totes" }]) {
      const ids = idsOf(await words(metadata));
      expect(new Set(ids.map(categoryOf)), JSON.stringify(metadata)).to.deep.equal(new Set(["Bags: Totes"]));
    }
    expect(idsOf(await words({ url: "/%ff/42x" }))).to.have.length(5);
  });

  it("recommendations of recently viewed products depend only on the device, not on the user", async () => {
    const device = newDevice();
    await look(device, "p7", "p3", "p5");
    const recent = (user: object, more: object = {}) => query({ profile: "recently_viewed", user, ...more });
    expect(idsOf(await recent({ device_id: device }))).to.deep.equal(["p5", "p3", "p7"]);
    expect(idsOf(await recent({ device_id: device }, seed("p5")))).to.deep.equal(["p3", "p7"]);
    expect(idsOf(await recent({ device_id: newDevice(), user_id: device }))).to.deep.equal([]);
    expect(idsOf(await recent({ device_id: "anonymous" }))).to.deep.equal([]);
  });

  it("recommendations for a known shopper match the shopper's taste and omit viewed products", async () => {
    const device = newDevice();
    const seen = ["p10", "p34", "p58"];
    await look(device, ...seen);
    const response = await query({ profile: "for_you", user: { device_id: device }, limit: 6 });
    expect(idsOf(response)).to.not.include.members(seen);
    expect(response.meta.recommenders[0]).to.equal("affinity");
    const liked = idsOf(response).filter((id) => designerOf(id) === "Brio" || categoryOf(id) === categoryOf("p10"));
    expect(liked.length).to.be.at.least(5);
  });

  it("recommendations for shoppers with no history list new products first and sold-out products last", async () => {
    for (const profile of ["new_in", "popular", "trending", "for_you"]) {
      const ids = idsOf(await query({ profile, limit: 12 }));
      expect(ids, profile).to.deep.equal(["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p10", "p11", "p12"]);
    }
    const all = idsOf(await query({ profile: "new_in", limit: 250 }));
    expect([all.length, all.slice(-12).every(isSoldOut)]).to.deep.equal([PRODUCTS, true]);
  });

  it("recommendations contain more categories if the request enables category diversification", async () => {
    const spread = async (category_diversification: boolean) => {
      const context = { category_diversification };
      return new Set(idsOf(await query({ ...seed(SHIRT), limit: 6, context })).map(categoryOf)).size;
    };
    expect(await spread(true)).to.be.greaterThan(await spread(false));
  });

  it("recommendations list individual variants if the request does not group variants by product", async () => {
    const { items } = await query({ ...seed(SHIRT), limit: 4, group_by_product: false });
    const [a, , b] = items.map(({ product_identifier }) => product_identifier);
    expect(items.map(({ variant_identifier }) => variant_identifier)).to.deep.equal([
      ...[`${a}-blue`, `${a}-red`, `${b}-blue`, `${b}-red`],
    ]);
  });

  it("recommendations report whether the seed products were found completely, partially or not at all", async () => {
    const state = async (...ids: string[]) => (await query(ids.length === 0 ? {} : seed(...ids))).metadata.seed_state;
    expect([await state("p1", "p2"), await state("p1", "nope"), await state("nope"), await state()]).to.deep.equal([
      ...["seeded", "partially_seeded", "unseeded", "unseeded"],
    ]);
  });

  it("recommendations accept a variant as a seed and exclude the variant's product", async () => {
    const responseTo = async (...ids: string[]) => {
      const { items, metadata } = await query({ ...seed(...ids), profile: "similar", limit: 250 });
      return { ids: items.map(({ product_identifier }) => product_identifier), state: metadata.seed_state };
    };
    const expected = await responseTo("p4", SHIRT);
    expect(expected.ids).to.not.include.members(["p4", SHIRT]);
    expect(await responseTo("p4-red", "p0-blue")).to.deep.equal(expected);
    expect(await responseTo("p4", "p0-blue", "p4-blue", SHIRT, "p0-red")).to.deep.equal(expected);
    expect(await responseTo("nope", "p4-red", SHIRT)).to.deep.equal({ ...expected, state: "partially_seeded" });
  });

  it("recommendations accept an inactive product as a seed but do not return inactive products", async () => {
    const gone = { product_identifier: "p6", variant_identifier: "p6-blue" };
    const lines = [gone, { ...gone, variant_identifier: "p6-red" }].map((product_data) => ({
      operation: "delete",
      product_data,
    }));
    const before = await query({ ...seed(SHIRT), limit: 250 });
    await storefront.ingest(lines);
    const response = await query({ ...seed("p6"), limit: 10 });
    expect(response.metadata.seed_state).to.equal("seeded");
    expect(new Set(idsOf(response).slice(0, 8).map(categoryOf))).to.deep.equal(new Set([categoryOf("p6")]));
    const after = await query({ ...seed(SHIRT), limit: 250 });
    expect([idsOf(before).includes("p6"), idsOf(after).includes("p6")]).to.deep.equal([true, false]);
  });

  it("recommendations include a product as soon as it is ingested", async () => {
    const product_data = {
      product_identifier: "brand-new",
      title: "Acme Casual shirt 0",
      designer: "Acme",
      color: "Blue",
      categories: [categoryOf(SHIRT)],
      price: 40,
      in_stock: true,
    };
    await storefront.ingest([{ operation: "insert", product_data }]);
    expect(idsOf(await query({ ...seed(SHIRT), limit: 1 }))).to.deep.equal(["brand-new"]);
    expect(idsOf(await query({ ...seed("brand-new"), limit: 1 }))).to.deep.equal([SHIRT]);
  });

  it("recommendations contain current prices and stock after an ingestion", async () => {
    const [first = "", second = ""] = idsOf(await query({ ...seed("p3"), limit: 2 }));
    const written = windowLines(Date.now()) as { product_data: object }[];
    const change = (id: string, more: object) => {
      const at = 2 * Number(id.slice(1));
      const lines = written.slice(at, at + 2);
      return storefront.ingest(lines.map(({ product_data }) => ({ operation: "insert", product_data: { ...product_data, ...more } }))); // prettier-ignore
    };
    const expectAt = async (price: number, expected: readonly string[]) => {
      for (const profile of ["similar", "popular"]) {
        const { items } = await query({ profile, ...seed("p3"), filters: { price }, projection: ["price"] });
        const shown = items.map((item) => [item.product_identifier, item["price"]]);
        expect(shown, profile).to.deep.equal(expected.map((id) => [id, price]));
      }
    };
    for (const price of [11, 12]) {
      await change(first, { price });
      await expectAt(price, [first]);
    }
    await change(second, { price: 12, in_stock: false });
    await expectAt(12, [first, second]);
    await change(first, { price: 12, in_stock: false });
    await change(second, { price: 12 });
    await expectAt(12, [second, first]);
    for (const id of [first, second]) await change(id, {});
    await expectAt(12, []);
  });

  it("recommendations that are served from the cache apply filters exactly like recommendations served from the engine", async () => {
    const device = newDevice();
    const seen = Array.from({ length: 18 }, (_, at) => `p${at * 6 + (at % 6)}`);
    await look(device, ...seen);
    const response = async (profile: string, filters: object) =>
      idsOf(await query({ profile, filters, limit: 250, user: { device_id: device } })).filter((id) =>
        seen.includes(id),
      );
    for (const filters of [
      ...[{ color: "Red" }, { categories: "Clothing: Shirts" }, { categories: "Clothing", price: { $lte: 40 } }],
      ...[{ price: { $gt: 40 } }, { color: { $ne: "Red" } }, { $or: [{ designer: "Acme" }, { designer: "Duna" }] }],
    ]) {
      const found = await response("new_in", filters);
      expect(await response("recently_viewed", filters), JSON.stringify(filters)).to.have.members(found);
      expect(found.length, JSON.stringify(filters)).to.be.greaterThan(0);
    }
  });

  it("recommendations are empty if no product matches the filters", async () => {
    for (const profile of PROFILES) {
      const none = await query({ profile, ...seed(SHIRT), filters: { color: "Mauve" } });
      expect([none.items, none.count, none.metadata.profile], profile).to.deep.equal([[], 0, profile]);
      expect((await query({ profile, ...seed(SHIRT) }, other)).items, profile).to.deep.equal([]);
    }
    const { meta } = await query({ filters: { colour: "Red" } });
    expect(meta.warnings?.map(({ field }) => field)).to.deep.equal(["colour"]);
  });

  it("recommendations are stored as an impression", async () => {
    const device = newDevice();
    const response = await query({ profile: "new_in", limit: 3, user: { device_id: device, user_id: "ada" } });
    const index = `${shop.engine.prefix}ubi-queries-${monthOf(Date.now())}`;
    const remembered = () =>
      getDocument<Record<string, unknown>>(shop.engine, index, impressionId(response.recommendation_id));
    await until("the answer to be remembered", async () => (await remembered()) !== undefined);
    const { query_response_hit_ids, query_attributes } = (await remembered())?.source ?? {};
    expect({ query_response_hit_ids, query_attributes }).to.deep.equal({
      query_response_hit_ids: idsOf(response),
      query_attributes: {
        kind: "query",
        profile: "new_in",
        user_id: "ada",
        placement: null,
        slot: null,
        arm: null,
      },
    });
  });

  describe("refuses", () => {
    const device = { user: { device_id: "d" } };
    const thousand = Array.from({ length: 1_000 }, (_, at) => `p${at}`);
    const refused: readonly (readonly [string, object, string])[] = [
      ["no user", {}, "user"],
      ["an empty device id", { user: { device_id: "" } }, "user.device_id"],
      ["1,000 seed products", { ...device, ...seed(...thousand) }, "seed.product_identifiers"],
      ["a limit of 0", { ...device, limit: 0 }, "limit"],
      ["a limit of −1", { ...device, limit: -1 }, "limit"],
      ["a limit of 1e9", { ...device, limit: 1e9 }, "limit"],
      ["an unknown profile", { ...device, profile: "simlar" }, "profile"],
      ["a profile with the name of an inherited object property", { ...device, profile: "constructor" }, "profile"],
      [
        "a metadata value that is not a string",
        { ...device, metadata: { session_index: 1 } },
        "metadata.session_index",
      ],
      ["an unknown projection", { ...device, projection: ["nope"] }, "projection"],
      ["an unknown operator", { ...device, filters: { price: { $near: 1 } } }, "filters.price.$near"],
      ["more filter conditions than the engine accepts", { ...device, filters: conditions(900) }, "filters"],
    ];
    for (const [what, body, field] of refused) {
      it(what, async () => {
        const response = await storefront.requestFor(
          "query",
          "user" in body || what !== "no user" ? body : { user: undefined },
        );
        const [error] = (response.body as ErrorEnvelope).errors;
        expect([response.status, error?.code, error?.context]).to.deep.equal([400, "validation_error", { field }]);
        if (field !== "profile") return;
        for (const profile of PROFILES) expect(error?.message).to.include(`\`${profile}\``);
      });
    }
  });
});

function conditions(count: number) {
  return { $and: Array.from({ length: count }, (_, at) => ({ price: { $lte: 1_000 + at } })) };
}
