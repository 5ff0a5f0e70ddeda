import { expect } from "chai";
import { readFileSync } from "node:fs";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { flatten } from "../../../src/catalog/flatten.js";
import { demoFeed } from "../../../demo/catalogue/feed.js";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import { wholeConfiguration } from "../../../src/storefront/configuration.js";
import { REFERENCE } from "../../../scripts/settings-tables.js";
import { LANGUAGE_NAMES } from "../../../src/languages/languages.js";

const file = new URL("../../../demo/storefront.json", import.meta.url);
const checked = checkConfiguration(JSON.parse(readFileSync(file, "utf8")));
const configuration = "errors" in checked ? expect.fail(JSON.stringify(checked.errors)) : checked.configuration;

const catalogue = [...demoFeed()].map((line) => {
  const { product_data } = JSON.parse(line) as { product_data: ProductData };
  return flatten(product_data).fields;
});
const leaves = new Set(catalogue.flatMap((variant) => [...variant.keys()]));

describe("demo/storefront.json", () => {
  it("demo/storefront.json contains only fields that the demo catalogue has", () => {
    const fields = [
      ...configuration.facets.map(({ field }) => field),
      ...configuration.sort_keys.flatMap((sort) => (sort.by === "field" ? [sort.field] : [])),
      ...Object.values(configuration.aliases),
      ...Object.keys(configuration.field_types),
      ...(configuration.availability ? [configuration.availability.field] : []),
    ];
    expect(fields.filter((field) => !leaves.has(field))).to.deep.equal([]);
  });

  it("demo/storefront.json assigns every price of the demo catalogue to exactly one price range", () => {
    const price = configuration.facets.find(({ key }) => key === "price");
    const ranges = price?.type === "range" ? price.ranges : expect.fail("price is a range facet");
    const rangesOf = (amount: number) =>
      ranges.filter(({ min = -Infinity, max = Infinity }) => min <= amount && amount <= max).length;
    const prices = new Set(catalogue.flatMap((variant) => variant.get("price") ?? []));
    expect([...prices].filter((amount) => rangesOf(Number(amount)) !== 1)).to.deep.equal([]);
  });

  it("demo/storefront.json sets no limit for deactivated products, and a limit of 10,000 fields", () => {
    expect(configuration.ingestion).to.deep.equal({ max_deactivated_share: null, max_fields: 10_000 });
  });
});

describe("docs/configuration", () => {
  const pages = REFERENCE.map((path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")).join("\n");

  it("the configuration reference contains only valid examples", () => {
    const examples = [...pages.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json ?? "") as unknown);
    expect(examples.length).to.be.greaterThan(10);
    expect(examples.map(checkConfiguration).filter((result) => "errors" in result)).to.deep.equal([]);
  });

  it("the configuration reference describes every setting in exactly one section", () => {
    const settings = Object.keys(wholeConfiguration({})).concat("currency").sort();
    const sections = [...pages.matchAll(/^## ([a-z_]+)$/gm)].map(([, name]) => name).sort();
    expect(sections).to.deep.equal(settings);
  });

  it("the configuration reference lists every language", () => {
    expect(LANGUAGE_NAMES.filter((language) => !pages.includes(`\`${language}\``))).to.deep.equal([]);
  });
});
