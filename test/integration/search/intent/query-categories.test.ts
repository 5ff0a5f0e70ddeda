import { expect } from "chai";
import type { Explanation } from "../../../../src/search/explain/explanation.js";
import { fetchJson } from "../../../support/http.js";
import { useShop, type Storefront } from "../../../support/shop.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";

const SHOPPER = { user: { device_id: "anonymous" } };

const product = (id: string, title: string, category: string, more: object = {}) => ({
  operation: "insert",
  product_data: { product_identifier: id, variant_identifier: `${id}-v`, title, categories: [category], ...more },
});

/**
 * The titles of some sweets contain "milk" and are shorter than the titles of milk products. The titles of most sweets
 * do not contain "milk".
 */
const GROCERIES = [
  ...["m1", "m2", "m3", "m4"].map((id) => product(id, "Farm fresh whole milk", "Dairy")),
  product("cream", "Cream", "Dairy"),
  ...["s1", "s2", "s3"].map((id) => product(id, "Bar milk", "Sweets")),
  ...Array.from({ length: 9 }, (_, at) => product(`t${at}`, `Toffee ${at}`, "Sweets")),
];
const MILK_FIRST = ["m1", "m2", "m3", "m4", "s1", "s2", "s3"];
const SWEETS_FIRST = ["s1", "s2", "s3", "m1", "m2", "m3", "m4"];

const identifiers = ({ items }: SearchResult) => items.map(({ product_identifier }) => product_identifier);

describe("the categories of the products that a query names", () => {
  const shop = useShop({ instances: 1 });

  async function opened(lines: readonly object[], configuration: object = {}): Promise<Storefront> {
    const storefront = await shop.storefront(configuration);
    await storefront.ingest(lines, "soft_replace");
    return storefront;
  }

  it("a one-word query boosts the category of the products that it names, even if the word is misspelt", async () => {
    const storefront = await opened(GROCERIES);
    for (const query of ["milk", "milks", "mikl"]) {
      expect(identifiers(await storefront.search({ ...SHOPPER, query })), query).to.deep.equal(MILK_FIRST);
    }
    const first = await storefront.search({ ...SHOPPER, query: "milk", limit: 3 });
    const pagination = { page: 2, cursor: first.recommendation_id };
    const second = await storefront.search({ ...SHOPPER, pagination });
    expect([first, second].flatMap(identifiers)).to.deep.equal(MILK_FIRST.slice(0, 6));
    const explained = await fetchJson(`${shop.services[0]?.base_url}/v1/explain`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": storefront.private_key, "Content-Type": "application/json" },
      body: JSON.stringify({ ...SHOPPER, query: "milk", limit: 1 }),
    });
    const { items } = (explained.body as { data: Explanation }).data;
    expect(items[0]?.engine?.signals).to.deep.include({ signal: "category Dairy", points: 2 });
  });

  it("a query boosts no category if category boosts are disabled or the shop sells fashion", async () => {
    const without = await opened(GROCERIES, { search: { category_intent: 0 } });
    expect(identifiers(await without.search({ ...SHOPPER, query: "milk" }))).to.deep.equal(SWEETS_FIRST);
    const fashion = await opened(GROCERIES, { sells_fashion: true });
    expect(identifiers(await fashion.search({ ...SHOPPER, query: "milk" }))).to.deep.equal(SWEETS_FIRST);
    const storefront = await opened([...GROCERIES, product("both", "Whole milk bar", "Sweets")]);
    expect(identifiers(await storefront.search({ ...SHOPPER, query: "bar milk" })).slice(0, 3)).to.deep.equal(
      SWEETS_FIRST.slice(0, 3),
    );
  });
});
