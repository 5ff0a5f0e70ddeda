import { expect } from "chai";
import { readFileSync } from "node:fs";
import type { ProductData } from "../../../src/catalog/document.js";
import { flatten } from "../../../src/catalog/flatten.js";
import { demoFeed } from "../../../src/demo/feed.js";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";

const file = new URL("../../../config/demo.storefront.json", import.meta.url);
const checked = checkConfiguration(JSON.parse(readFileSync(file, "utf8")));
const configuration = "mistakes" in checked ? expect.fail(JSON.stringify(checked.mistakes)) : checked.configuration;

const catalogue = [...demoFeed()].map((line) => {
  const { product_data } = JSON.parse(line) as { product_data: ProductData };
  return flatten(product_data).leaves;
});
const leaves = new Set(catalogue.flatMap((variant) => [...variant.keys()]));

describe("config/demo.storefront.json", () => {
  it("names only fields that the demo catalogue has", () => {
    const fields = [
      ...configuration.facets.map(({ field }) => field),
      ...configuration.sort_keys.flatMap((sort) => (sort.by === "field" ? [sort.field] : [])),
      ...Object.values(configuration.aliases),
      ...configuration.date_fields,
      ...(configuration.availability ? [configuration.availability.field] : []),
    ];
    expect(fields.filter((field) => !leaves.has(field))).to.deep.equal([]);
  });

  it("has exactly one price range for every price", () => {
    const price = configuration.facets.find(({ key }) => key === "price");
    const ranges = price?.type === "range" ? price.ranges : expect.fail("price is a range facet");
    const rangesOf = (amount: number) =>
      ranges.filter(({ min = -Infinity, max = Infinity }) => min <= amount && amount <= max).length;
    const prices = new Set(catalogue.flatMap((variant) => variant.get("price") ?? []));
    expect([...prices].filter((amount) => rangesOf(Number(amount)) !== 1)).to.deep.equal([]);
  });

  it("lets any catalogue be loaded into the demo", () => {
    expect(configuration.ingestion).to.deep.equal({ max_deactivated_share: null, max_leaves: 10_000 });
  });
});
