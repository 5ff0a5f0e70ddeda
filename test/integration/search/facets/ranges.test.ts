import { expect } from "chai";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";
import { usePreparedEngine } from "../../../support/engine.js";
import { indexCatalog, storefrontOver, type Request, type FeedVariant } from "../../../support/search-catalog.js";

/** Prices of the test products. Half of the prices are round and may equal the lower bound of a range. */
const PRICES = Array.from({ length: 140 }, (_, at) => (at % 2 === 0 ? 10 * (at % 5) : 0.5 + (at % 45)));

const VARIANTS = PRICES.map((price, at): FeedVariant => ({
  product_identifier: `p${at}`,
  variant_identifier: `p${at}`,
  active: true,
  data: { title: "Mug", price },
}));

const configured = {
  key: "price",
  label: "Price",
  field: "price",
  type: "range",
  selection_mode: "multi",
  collapsed: false,
  ranges: [{ max: 0 }, { min: 0, max: 10 }, { min: 10, max: 20 }, { min: 20, max: 30 }, { min: 30 }],
} as const;

describe("range facets", () => {
  const suite = usePreparedEngine();
  let requestOf: (configuration: StorefrontConfiguration) => Request;

  before(async () => {
    const live = await indexCatalog(suite.engine, VARIANTS);
    requestOf = (configuration) => storefrontOver(suite.engine, live, configuration);
  });

  const cases: readonly [string, StorefrontConfiguration][] = [
    ["proposed", DEFAULT_CONFIGURATION],
    ["configured", { ...DEFAULT_CONFIGURATION, facets: [configured] }],
  ];
  for (const [name, configuration] of cases) {
    it(`range facets count every product once in ${name} ranges`, async () => {
      const request = requestOf(configuration);
      const { facets } = await request({ facets: { keys: ["price"] }, limit: 0 });
      const values = facets[0]?.values ?? [];
      expect(values.length).to.be.at.least(4);
      expect(values.reduce((sum, { count }) => sum + count, 0)).to.equal(PRICES.length);
      for (const { value, count, label } of values) {
        const selected = await request({ facet_filters: { price: value }, facets: { keys: ["price"] }, limit: 0 });
        expect(selected.total, label).to.equal(count);
        expect(selected.facets[0]?.values.filter((one) => one.selected)).to.deep.equal([
          { value, label, count, selected: true },
        ]);
      }
    });
  }

  it("range facets treat the bounds of a requested range as inclusive", async () => {
    const { total } = await requestOf(DEFAULT_CONFIGURATION)({
      facet_filters: { price: { min: 10, max: 20 } },
      limit: 0,
    });
    expect(total).to.equal(PRICES.filter((price) => price >= 10 && price <= 20).length);
  });
});
