import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { SuggestResult } from "../../../../src/search/suggest/schema.js";
import { impressionId } from "../../../../src/tracking/shopper-id.js";
import { fetchJson } from "../../../support/http.js";
import { useShop, type Storefront } from "../../../support/shop.js";
import { envelope, productView } from "../../../support/tracker-payload.js";
import { until } from "../../../support/until.js";
import { BROWSER } from "../../../support/user-agent.js";

const product = (id: string, title: string, designer: string, more: object = {}) => ({
  operation: "insert",
  product_data: {
    product_identifier: id,
    variant_identifier: `${id}-v`,
    title,
    designer,
    price: 40,
    categories: ["Clothing: Shirts"],
    in_stock: true,
    ...more,
  },
});

const LINES = [
  product("p1", "Linen Shirt", "Acme"),
  product("p2", "Linen Shirt", "Brio"),
  product("p3", "Oxford Shirt", "Brio"),
  product("p4", "Laptop Sleeve", "Bravo", { categories: ["Bags: Sleeves"] }),
  product("p5", "Laptop", "Corvo", { categories: ["Computers"] }),
  product("p6", "Linen Trousers", "Duna", { categories: ["Clothing: Trousers"], in_stock: false }),
];

describe("POST /v2/recommendations/suggest", () => {
  const shop = useShop({
    instances: 1,
    settings: { LEARN_EVERY_SECONDS: "86400" },
  });
  let storefront: Storefront;

  before("open a shop", async () => {
    storefront = await shop.storefront({
      availability: { field: "in_stock", in_stock: [true], out_of_stock: "hide" },
      redirects: [{ queries: ["sale"], url: "/sale" }],
    });
    await storefront.ingest(LINES, "soft_replace");
  });

  async function suggest(query: string | null, more: object = {}, of = storefront): Promise<SuggestResult> {
    const response = await of.requestFor("suggest", { query, ...more });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    return response.body as SuggestResult;
  }
  const queries = (result: SuggestResult) => result.queries.map(({ query }) => query);
  const products = (result: SuggestResult) => result.products.map((item) => item.product_identifier);

  async function look(device: string, id: string, recommendationId?: string): Promise<void> {
    const page =
      recommendationId === undefined
        ? {}
        : { url: `https://shop.example/?recommendation_id=${impressionId(recommendationId)}` };
    const fields = { aid: storefront.client_id, duid: device, eid: randomUUID(), ...page };
    const response = await fetch(`${shop.services[0]?.base_url}/com.snowplowanalytics.snowplow/tp2`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(envelope(productView(id, fields))),
    });
    expect(response.status).to.equal(200);
  }

  it("suggestions contain queries, categories, brands and products for a few letters", async () => {
    expect(await suggest("l", { limits: { products: 2 }, projection: ["name"] })).to.deep.equal({
      queries: [
        { query: "linen shirt", from: "catalog" },
        { query: "laptop", from: "catalog" },
        { query: "laptop sleeve", from: "catalog" },
      ],
      categories: [],
      brands: [],
      products: (await suggest("l", { limits: { products: 2 }, projection: ["name"] })).products,
      meta: {},
    });
    const { categories, brands } = await suggest("b");
    expect(brands).to.deep.equal([
      { value: "Brio", label: "Brio", count: 2 },
      { value: "Bravo", label: "Bravo", count: 1 },
    ]);
    expect(categories).to.deep.equal([{ value: "Bags", label: "Bags", count: 1 }]);
  });

  it("suggestions rank a product before its accessories, even for a prefix", async () => {
    for (const typed of ["lap", "laptop"]) expect(products(await suggest(typed))).to.deep.equal(["p5", "p4"]);
    expect(products(await suggest("laptop sl"))).to.deep.equal(["p4"]);
    expect(products(await suggest("brio linen sh"))).to.deep.equal(["p2"]);
  });

  it("suggestions contain synonyms of words in product titles, and category names that occur in no title", async () => {
    const synonym = await suggest("noteb");
    expect([queries(synonym), products(synonym), synonym.meta]).to.deep.equal([["notebook"], ["p5", "p4"], {}]);
    expect(queries(await suggest("cloth"))).to.deep.equal(["clothing"]);
  });

  it("suggestions contain unescaped ampersands in the labels of brands and categories", async () => {
    const escaped = await shop.storefront({});
    await escaped.ingest(
      [product("q1", "Mug", "Salt &amp; Pepper", { categories: ["Cups &amp; mugs"] })],
      "soft_replace",
    );
    const labels = async (typed: string) => {
      const { brands, categories } = await suggest(typed, {}, escaped);
      return [...brands, ...categories].map(({ value, label, count }) => [value, label, count]);
    };
    expect([await labels("salt"), await labels("cup")]).to.deep.equal([
      [["Salt &amp; Pepper", "Salt & Pepper", 1]],
      [["Cups &amp; mugs", "Cups & mugs", 1]],
    ]);
  });

  it("suggestions complete the last word of a query if products match the completed query", async () => {
    expect(queries(await suggest("brio s"))).to.deep.equal(["brio shirt"]);
    expect(queries(await suggest("corvo s"))).to.deep.equal([]);
    expect(queries(await suggest("acme note"))).to.deep.equal([]);
    expect(queries(await suggest("corvo note"))).to.deep.equal(["corvo notebook"]);
  });

  it("suggestions exclude sold-out products that the storefront hides", async () => {
    const result = await suggest("trou");
    expect([queries(result), result.categories, products(result)]).to.deep.equal([[], [], []]);
    expect((await suggest("dun")).brands).to.deep.equal([]);
  });

  it("suggestions tolerate a typo in a long prefix", async () => {
    const result = await suggest("lptop");
    expect([result.meta.suggestion, queries(result)[0], products(result)]).to.deep.equal([
      "laptop",
      "laptop",
      ["p5", "p4"],
    ]);
    expect((await suggest("lpt")).meta).to.deep.equal({});
  });

  it("suggestions for an empty query contain the most common queries", async () => {
    const result = await suggest(null, { limits: { queries: 1, products: 20 } });
    expect([queries(result), products(result).length]).to.deep.equal([["shirt"], 5]);
    expect((await suggest("sale")).meta).to.deep.equal({ redirect: { url: "/sale" } });
  });

  it("suggestions contain current products as soon as an ingestion job has ended", async () => {
    const [before] = (await suggest("brio ox", { projection: ["price"] })).products;
    expect([before?.product_identifier, before?.["price"]]).to.deep.equal(["p3", 40]);
    await storefront.ingest([product("p3", "Oxford Shirt", "Brio", { price: 30 })]);
    expect((await suggest("brio ox", { projection: ["price"] })).products[0]?.["price"]).to.equal(30);
    await storefront.ingest([product("p3", "Oxford Shirt", "Brio", { in_stock: false })]);
    expect(products(await suggest("brio ox"))).to.deep.equal([]);
    await storefront.ingest([product("p3", "Oxford Shirt", "Brio")]);
    expect(products(await suggest("brio ox"))).to.deep.equal(["p3"]);
  });

  it("suggestions list a shopper's preferred brand first", async () => {
    const unpersonalizedBrands = async () =>
      (await suggest("br", { user: { device_id: "anonymous" } })).brands.map(({ value }) => value);
    await until("phrases to be read since the last job", async () => (await unpersonalizedBrands())[0] === "Brio");
    const device = `device-${randomUUID()}`;
    await look(device, "p4");
    await look(device, "p4");
    const result = await suggest("br", { user: { device_id: device } });
    expect(result.brands.map(({ value }) => value)).to.deep.equal(["Bravo", "Brio"]);
    expect(products(result)[0]).to.equal("p4");
    expect(await unpersonalizedBrands()).to.deep.equal(["Brio", "Bravo"]);
  });

  it("suggestions contain a query from shoppers only if several shoppers typed it", async () => {
    const type = async (query: string, device: string) => {
      const { recommendation_id } = await storefront.search({ user: { device_id: device }, query });
      await look(device, "p1", recommendation_id);
    };
    for (const device of ["d1", "d2", "d3"]) await type("Breezy Linen", device);
    for (const device of ["d1", "d2", "d1"]) await type("linen of my own", device);
    const stored = async () => {
      await shop.services[0]?.learn();
      // A title also contains these words, so the catalogue may suggest the query first.
      const suggested = (await suggest("breezy")).queries;
      return suggested.some(({ query, from }) => query === "breezy linen" && from === "shoppers");
    };
    // "breezy" appears in no title, so the query has results only while this product exists.
    await storefront.ingest([product("p7", "Breezy Linen", "Acme")]);
    for (const device of ["d1", "d2", "d3"]) await type("breezy linen", device);
    await until("the query to be suggested", stored);
    expect((await suggest("bree")).queries[0]).to.deep.equal({ query: "breezy linen", from: "shoppers" });
    expect(queries(await suggest("linen of my"))).to.deep.equal([]);
    await storefront.ingest([{ operation: "delete", product_data: { product_identifier: "p7" } }]);
    await until("the query to be gone with what it found", async () => queries(await suggest("bree")).length === 0);
  });

  for (const query of [
    "",
    "   ",
    "!!! ???",
    "🦄🦄",
    "مرحبا بالعالم",
    "a\u0001b\u0007",
    "title:* AND (foo OR",
    "x".repeat(1_000),
    "w ".repeat(400),
    "ｶﾞ",
  ]) {
    it(`suggestions are returned for the query ${JSON.stringify(query.slice(0, 20))}`, async () => {
      expect(Object.keys(await suggest(query))).to.deep.equal(["queries", "categories", "brands", "products", "meta"]);
    });
  }

  for (const [what, body, field] of [
    ["a query of 10,000 characters", { query: "x".repeat(10_000) }, "query"],
    ["a query that is a number", { query: 7 }, "query"],
    ["a query with a lone surrogate", { query: "\ud800" }, "query"],
    ["a limit above the maximum", { limits: { queries: 21 } }, "limits.queries"],
    ["an unknown field", { limit: 5 }, "limit"],
    ["an unknown projection", { projection: ["nope"] }, "projection"],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const { status, body: reported } = await storefront.requestFor("suggest", body);
      const { errors } = reported as { errors: { code: string; context: object }[] };
      expect([status, errors[0]?.code, errors[0]?.context]).to.deep.equal([400, "validation_error", { field }]);
    });
  }

  it("suggestions are empty until products are ingested for the first time", async () => {
    const other = await shop.storefront();
    const nothing = { queries: [], categories: [], brands: [], products: [], meta: {} };
    expect(await suggest("l", {}, other)).to.deep.equal(nothing);
    const url = `${shop.services[0]?.base_url}/v2/recommendations/suggest?service_api_client=${storefront.client_id}`;
    const headers = { "X-SERVICE-API-KEY": other.public_key, "Content-Type": "application/json" };
    const response = await fetchJson(url, {
      method: "POST",
      headers,
      body: JSON.stringify({ user: { device_id: "d" } }),
    });
    expect(response.status).to.equal(403);
  });

  describe("suggestions for colours and materials", () => {
    const dress = (colour: string, more: object = {}) =>
      product("d1", "Silk Dress", "Acme", {
        variant_identifier: `d1-${colour}`,
        color: colour,
        material: "Silk",
        categories: ["Women", "Women: Dresses"],
        ...more,
      });
    before("open a shop", async () => {
      storefront = await shop.storefront({
        availability: { field: "in_stock", in_stock: [true], out_of_stock: "hide" },
        facets: [{ key: "season", label: "Season", type: "list", field: "season" }],
      });
      await storefront.ingest([
        ...[dress("White"), dress("Navy", { in_stock: false }), dress("Red")],
        product("k1", "Wool Sweater", "Brio", { color: "Navy", material: "Wool", season: "Winter" }),
        product("b1", "Canvas Backpack", "Brio", {
          color: "Black",
          material: "Canvas",
          description: "Waterproof, with canvat lining.",
        }),
        product("b2", "Leather Bag", "Brio", { color: "Grey", material: "Leather" }),
      ]);
    });

    it("suggestions contain the typed attribute value, alone and combined with matching product types", async () => {
      expect(queries(await suggest("nav"))).to.deep.equal(["navy", "navy shirts", "navy sweater", "navy wool sweater"]);
      expect(queries(await suggest("red dr"))).to.deep.equal(["red dress"]);
      expect(queries(await suggest("winter s"))).to.deep.equal(["winter shirts", "winter sweater"]);
      expect(queries(await suggest("silk d"))).to.deep.equal(["silk dress"]);
    });

    it("suggestions do not combine attribute values with private categories", async () => {
      const other = await shop.storefront({ fields: { private: ["categories"] } });
      await other.ingest([product("k1", "Wool Sweater", "Brio", { color: "Navy" })]);
      expect(queries(await suggest("nav", {}, other))).to.deep.equal(["navy", "navy sweater", "navy wool sweater"]);
    });

    it("suggestions show the variant of a product that matches the typed text", async () => {
      const shown = async (query: string) =>
        (await suggest(query)).products.map(({ variant_identifier }) => variant_identifier);
      expect(await Promise.all(["blac", "navy", "red dr", "red", "whi", "silk"].map(shown))).to.deep.equal([
        ...[["b1-v"], ["k1-v"], ["d1-Red"], ["d1-Red"], ["d1-White"], ["d1-White"]],
      ]);
    });

    it("suggestions do not correct words that occur in products", async () => {
      for (const typed of ["waterpr", "canvat", "canvat lin"]) {
        const result = await suggest(typed);
        expect([typed, result.meta, products(result)]).to.deep.equal([typed, {}, ["b1"]]);
      }
      const bag = await suggest("grey bagg");
      expect([bag.meta, queries(bag)]).to.deep.equal([{ suggestion: "grey bag" }, ["grey bag"]]);
      expect((await suggest("blakc")).meta).to.deep.equal({ suggestion: "black" });
    });
  });

  describe("searches that contain a price", () => {
    const priced = [1, 2, 3].map((at) => product(`s${at}`, "Socks", "Acme", { price: 10 * at }));
    before("open a shop with prices", async () => {
      storefront = await shop.storefront({
        search: { minimum_hits: 1 },
        redirects: [{ queries: ["under 10"], url: "/cheap" }],
      });
      await storefront.ingest(priced);
    });
    const found = (result: { items: readonly { product_identifier: string }[] }) =>
      result.items.map((item) => item.product_identifier).sort();

    it("a search with a price limit finds only products within this limit", async () => {
      const first = await storefront.search({ query: "socks under 25", limit: 1 });
      expect([first.total, first.meta]).to.deep.equal([2, { price: { max: 25 } }]);
      const pagination = { page: 2, cursor: first.recommendation_id };
      const second = await storefront.search({ query: "socks under 25", limit: 1, pagination });
      expect(found({ items: [...first.items, ...second.items] })).to.deep.equal(["s1", "s2"]);
      expect([second.pagination.has_more, second.meta]).to.deep.equal([false, { price: { max: 25 } }]);
      expect(
        found(await storefront.search({ query: "socks over 20 €", filters: { price: { $lt: 30 } } })),
      ).to.deep.equal(["s2"]);
    });

    it("a search may consist only of a price", async () => {
      const { items, meta } = await storefront.search({ query: "under 10" });
      expect([found({ items }), meta]).to.deep.equal([["s1"], { price: { max: 10 }, redirect: { url: "/cheap" } }]);
    });

    it("a price in a search is treated as ordinary words if the storefront disables price detection", async () => {
      const other = await shop.storefront({ search: { minimum_hits: 1, price_words: false } });
      await other.ingest(priced);
      expect((await other.search({ query: "socks under 25" })).meta).to.deep.equal({
        query_relaxed: true,
        all_words: 0,
      });
    });
  });

  describe("searches without results", () => {
    before("open a shop", async () => {
      storefront = await shop.storefront();
      await storefront.ingest(LINES);
    });

    it("a search without results suggests a correction if the correction has results", async () => {
      expect((await storefront.search({ query: "Zinen shirt" })).meta.suggestion).to.equal(undefined);
      const { meta } = await storefront.search({ query: "Laptpo sleeve" });
      expect(meta).to.deep.equal({ query_relaxed: true, all_words: 0, suggestion: "laptop sleeve" });
      expect((await storefront.search({ query: "laptpo linnen" })).meta.suggestion).to.equal(undefined);
      expect((await storefront.search({ query: "laptop" })).meta.suggestion).to.equal(undefined);
    });
  });
});
