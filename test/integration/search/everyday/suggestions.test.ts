import { expect } from "chai";
import type { Explanation } from "../../../../src/search/explain/explanation.js";
import type { SuggestResult } from "../../../../src/search/suggest/schema.js";
import { fetchJson } from "../../../support/http.js";
import { useShop, type Storefront } from "../../../support/shop.js";
import { NOISE } from "./noise.js";

interface Product {
  readonly title: string;
  readonly designer?: string;
}

const SHOP: Readonly<Record<string, Product>> = {
  shampoo: { title: "Elvive Protect Shampoo", designer: "L'Oréal" },
  mascara: { title: "Volume Mascara", designer: "L'Oréal" },
  top: { title: "Ribbed Tank Top", designer: "H&M" },
  stool: { title: "Kitchen Stool", designer: "Øyvind" },
  shorts: { title: "Hyperfreak Boardshorts", designer: "O'Neill" },
  yoghurt: { title: "Natural Yoghurt", designer: "Müller" },
  headphones: { title: "WH-1000XM4 Wireless Headphones", designer: "Sony" },
  jalapeno: { title: "Pickled Jalapeño Slices" },
  brulee: { title: "Crème Brûlée Dishes" },
  shirt: { title: "Plain T-Shirt" },
  camiseta: { title: "Striped Camiseta" },
  cable: { title: "USB-C Charging Cable" },
  peppers: { title: "Dried Chili Peppers" },
};

/** Prefixes of queries, each with a brand that must be suggested for the prefix. */
const BRANDS = [
  ["lor", "L'Oréal"],
  ["l'or", "L'Oréal"],
  ["l’oré", "L'Oréal"],
  ["l oreal", "L'Oréal"],
  ["h and m", "H&M"],
  ["h&m", "H&M"],
  ["oyvind", "Øyvind"],
  ["øyv", "Øyvind"],
  ["onei", "O'Neill"],
  ["o'ne", "O'Neill"],
  ["o neill", "O'Neill"],
  ["mull", "Müller"],
  ["müll", "Müller"],
] as const;

/** Prefixes of queries, each with the product that must be suggested first. */
const PRODUCTS = [
  ["wh1000", "headphones"],
  ["wh 1000", "headphones"],
  ["WH-1000X", "headphones"],
  ["jal", "jalapeno"],
  ["jalapen", "jalapeno"],
  ["jalapeñ", "jalapeno"],
  ["creme bru", "brulee"],
  ["tshi", "shirt"],
  ["t shi", "shirt"],
  ["usbc", "cable"],
  ["usb c", "cable"],
] as const;

/** Queries, each with the URL of a redirect that is configured for another spelling of the query. */
const REDIRECTS = [
  ["returns?", "/returns"],
  ["Returns!", "/returns"],
  [" “returns” ", "/returns"],
  ["gift card", "/gift-cards"],
  ["giftcard", "/gift-cards"],
  ["café menu", "/cafe"],
  ["d’italia", "/italy"],
] as const;

/** Queries, each with the rule that is configured for another spelling of the query. */
const RULES = [
  ["L'Oréal", "loreal"],
  ["l’oreal", "loreal"],
  ["l oreal", "loreal"],
  ["usbc", "usb c"],
  ["USB-C", "usb c"],
  ["h and m", "h&m"],
  ["JALAPEÑO", "jalapeno"],
] as const;

/** Queries, each with a product that must be found by a synonym that is configured in another spelling. */
const SYNONYMS = [
  ["t-shirt", "camiseta"],
  ["tshirt", "camiseta"],
  ["t shirt", "camiseta"],
  ["camiseta", "shirt"],
  ["jalapeño", "peppers"],
  ["jalapeno", "peppers"],
] as const;

describe("Suggestions, redirects, rules and synonyms for everyday spellings", () => {
  const service = useShop({
    instances: 1,
    settings: { LEARN_EVERY_SECONDS: "86400" },
  });
  let storefront: Storefront;

  before("open a shop", async () => {
    storefront = await service.storefront({
      language: "english",
      redirects: [
        { queries: ["returns"], url: "/returns" },
        { queries: ["gift-card"], url: "/gift-cards" },
        { queries: ["cafe menu"], url: "/cafe" },
        { queries: ["d'italia"], url: "/italy" },
      ],
      rules: ["loreal", "usb c", "h&m", "jalapeno"].map((query) => ({
        key: query,
        action: "boost",
        products: ["shampoo"],
        when: { queries: [query] },
      })),
      search: { synonyms: [{ terms: ["t shirt", "camiseta"] }, { terms: ["jalapeno"], to: ["chili peppers"] }] },
    });
    const products = [...Object.entries(SHOP), ...NOISE.map((title, at) => [`noise-${at}`, { title }] as const)];
    await storefront.ingest(
      products.map(([id, product]) => ({
        operation: "insert",
        product_data: { product_identifier: id, variant_identifier: `${id}-v`, ...product },
      })),
      "soft_replace",
    );
  });

  async function suggest(query: string): Promise<SuggestResult> {
    const response = await storefront.requestFor("suggest", { query });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    return response.body as SuggestResult;
  }

  async function rulesFor(query: string): Promise<string[]> {
    const response = await fetchJson(`${service.services[0]?.base_url}/v1/explain`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": storefront.private_key, "Content-Type": "application/json" },
      body: JSON.stringify({ user: { device_id: "stranger" }, query }),
    });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    return (response.body as { data: Explanation }).data.rules.map(({ key }) => key);
  }

  for (const [prefix, brand] of BRANDS) {
    it(`the prefix "${prefix}" suggests the brand ${brand}`, async () => {
      const { brands } = await suggest(prefix);
      expect(brands.map(({ value }) => value)).to.include(brand);
    });
  }

  for (const [prefix, id] of PRODUCTS) {
    it(`the prefix "${prefix}" suggests the product ${id} first`, async () => {
      const { products } = await suggest(prefix);
      expect(products[0]?.product_identifier).to.equal(id);
    });
  }

  for (const [query, url] of REDIRECTS) {
    it(`the query "${query}" redirects to ${url} in searches and suggestions`, async () => {
      expect((await storefront.search({ query })).meta.redirect).to.deep.equal({ url });
      expect((await suggest(query)).meta.redirect).to.deep.equal({ url });
    });
  }

  for (const query of ["returns label printer", "turns", "gift", "cafe"]) {
    it(`the query "${query}" has no redirect`, async () => {
      expect((await storefront.search({ query })).meta.redirect).to.equal(undefined);
    });
  }

  for (const [query, key] of RULES) {
    it(`the query "${query}" activates the rule for "${key}"`, async () => {
      expect(await rulesFor(query)).to.deep.equal([key]);
    });
  }

  for (const query of ["real", "usb", "hm mascara", "jal"]) {
    it(`the query "${query}" activates no rule`, async () => {
      expect(await rulesFor(query)).to.deep.equal([]);
    });
  }

  for (const [query, id] of SYNONYMS) {
    it(`the query "${query}" finds the product ${id} by a synonym`, async () => {
      const { items } = await storefront.search({ query });
      expect(items.map((item) => item.product_identifier)).to.include(id);
    });
  }
});
