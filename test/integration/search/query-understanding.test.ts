import { expect } from "chai";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import type { SearchRules } from "../../../src/storefront/search-configuration.js";
import { usePreparedEngine } from "../../support/engine.js";
import { indexCatalog, storefrontOver, type Request, type FeedVariant } from "../../support/search-catalog.js";

const product = (id: string, data: FeedVariant["data"], variant = `${id}-1`): FeedVariant => ({
  product_identifier: id,
  variant_identifier: variant,
  data,
});

const PRODUCTS = [
  product("cable", { title: "Acme cable", designer: "Brio" }),
  product("orbit", { title: "Orbit cable for desks, with a long name", designer: "ACME" }),
  product("router", { title: "Router of TP-Link make, small and black", designer: "TP-LINK" }),
  product("stand", { title: "Router TP Link stand", designer: "Brio" }),
  product("shirt", { title: "Linen shirt", color: "Red", sizes: ["S"] }, "red"),
  product("shirt", { title: "Linen shirt", color: "Light Blue", sizes: ["S", "XL"] }, "blue"),
];

describe("brands, colours, sizes and prices in a query", () => {
  const suite = usePreparedEngine();
  let shopWith: (search: Partial<SearchRules>) => Request;

  before(async () => {
    const live = await indexCatalog(suite.engine, PRODUCTS);
    shopWith = (search) =>
      storefrontOver(suite.engine, live, { search: { ...DEFAULT_CONFIGURATION.search, minimum_hits: 1, ...search } });
  });

  const found = async (query: string, search: Partial<SearchRules> = {}) =>
    (await shopWith({ heads: 0, product_types: 0, ...search })({ query })).items.map((item) => item.product_identifier);

  it("a brand in the query boosts its own products over products that only mention it", async () => {
    expect(await found("acme")).to.deep.equal(["orbit", "cable"]);
    expect(await found("acme cable")).to.deep.equal(["orbit", "cable"]);
    expect(await found("acme cable", { brand: 0 })).to.deep.equal(["cable", "orbit"]);
  });

  it("a brand in the query is recognized by its synonym and regardless of the separator between its words", async () => {
    expect((await found("router TP LINK"))[0]).to.equal("router");
    expect((await found("router TP LINK", { brand: 0 }))[0]).to.equal("stand");
    const synonyms = [{ terms: ["wayfarer"], to: ["acme"] }];
    expect(await found("wayfarer cable", { synonyms })).to.deep.equal(["orbit", "cable"]);
    expect(await found("wayfarer cable", { synonyms, brand: 0 })).to.deep.equal(["cable", "orbit"]);
  });

  it('a brand after "for" does not boost the products of the brand', async () => {
    const without = await found("cable for acme", { brand: 0 });
    expect(await found("cable for acme")).to.deep.equal(without);
  });

  it("a price in the query is ignored if hardly any product has a price", async () => {
    const ignored = [
      { code: "price_ignored", field: "price", message: "almost no product has a price, so the price limit in `query` is ignored" },
    ]; // prettier-ignore
    const request = shopWith({});
    const first = await request({ query: "cable under 100", limit: 1 });
    expect([first.total, first.meta.price, first.meta.warnings]).to.deep.equal([2, undefined, ignored]);
    const cursor = first.recommendation_id;
    const second = await request({ query: "cable under 100", limit: 1, pagination: { cursor, page: 2 } });
    expect([second.total, second.items.length, second.meta.warnings]).to.deep.equal([2, 1, ignored]);
    expect((await request({ query: "under 100" })).total).to.equal(5);
  });

  it("a price in the query filters the results if at least a tenth of the products have a price", async () => {
    const priced = (id: string, price: number) => product(id, { title: "Lamp", price });
    const lamps = Array.from({ length: 8 }, (_, at) => product(`lamp-${at}`, { title: "Lamp" }));
    const live = await indexCatalog(suite.engine, [...lamps, priced("cheap", 50), priced("dear", 500)]);
    const { items, meta } = await storefrontOver(suite.engine, live)({ query: "lamp under 100" });
    expect([items.map((item) => item.product_identifier), meta]).to.deep.equal([["cheap"], { price: { max: 100 } }]);
  });

  it("a price range in the query filters the results by both bounds", async () => {
    const priced = (id: string, price: number) => product(id, { title: `Shoes ${id}`, price });
    const live = await indexCatalog(suite.engine, [
      ...[10, 20, 45, 60, 75].map((price) => priced(`p${price}`, price)),
      product("vitamins", { title: "Over 50 Multivitamin", price: 20 }),
      product("monitor", { title: "Curved monitor 30 inch", price: 300 }),
    ]);
    const request = storefrontOver(suite.engine, live, {
      search: { ...DEFAULT_CONFIGURATION.search, minimum_hits: 1 },
    });
    const read = async (query: string) => {
      const { items, meta } = await request({ query });
      return [items.map((item) => item.product_identifier).sort(), meta.price];
    };
    expect(await read("shoes between $20 and $60")).to.deep.equal([["p20", "p45", "p60"], { min: 20, max: 60 }]);
    expect(await read("shoes 40-70 €")).to.deep.equal([["p45", "p60"], { min: 40, max: 70 }]);
    expect(await read("monitor over 30 inch")).to.deep.equal([["monitor"], undefined]);
    expect(await read("over 50 multivitamin")).to.deep.equal([["vitamins"], undefined]);
  });

  it("a colour or size in the query determines which variant of a product is shown", async () => {
    const shown = async (query: string, named_variant: boolean) =>
      (await shopWith({ named_variant })({ query })).items[0]?.variant_identifier;
    for (const query of ["light blue shirt", "shirt XL"]) {
      expect([await shown(query, true), await shown(query, false)]).to.deep.equal(["blue", "red"]);
    }
    expect(await shown("red shirt", true)).to.equal("red");
  });
});
