import { expect } from "chai";
import fc from "fast-check";
import { ruleKey, scopeOf, curate, type Steering } from "../../../console/pages/listings/curate.js";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";

const shoes = scopeOf({ query: " ", category: "Shoes", filters: null });

const pin = (more: Partial<Steering> = {}): Steering => ({
  action: "pin",
  product: "1",
  position: 2,
  points: 3,
  scope: shoes,
  starts_at: null,
  ends_at: null,
  ...more,
});

describe("curation", () => {
  it("applies exactly to the previewed request", () => {
    expect(scopeOf({ query: " red  dress ", category: "Women", filters: { on_sale: true } })).to.deep.equal({
      queries: ["red  dress"],
      categories: ["Women"],
      filters: { on_sale: true },
    });
    expect(scopeOf({ query: "", category: null, filters: null })).to.deep.equal({});
    const words = { match: "contains", exact: true } as const;
    expect(scopeOf({ query: "dress ", category: null, filters: null }, words)).to.deep.equal({
      queries: ["dress"],
      ...words,
    });
    expect(scopeOf({ query: "", category: "Shoes", filters: null }, words)).to.deep.equal({ categories: ["Shoes"] });
  });

  it("puts its rule before all others, and replaces the product's rule with the same action for the same requests", () => {
    const configuration: ConfigurationDocument = {
      currency: "EUR",
      rules: [
        { key: "other-place", action: "pin", product: "1", position: 9, when: {} },
        { key: "same", action: "pin", product: "1", position: 9, when: { categories: ["Shoes"] } },
        { key: "other-product", action: "pin", product: "2", position: 9, when: { categories: ["Shoes"] } },
        { key: "raised", action: "boost", products: ["1"], when: { categories: ["Shoes"] } },
        { key: "several", action: "boost", products: ["1", "2"], when: { categories: ["Shoes"] } },
      ],
    };
    const keys = (steering: Steering) => curate(configuration, steering, "new").rules?.map(({ key }) => key);
    expect(keys(pin())).to.deep.equal(["new", "other-place", "other-product", "raised", "several"]);
    expect(keys(pin({ action: "bury" }))).to.deep.equal(["new", "other-place", "same", "other-product", "several"]);
    expect(curate(configuration, pin({ action: "hide", ends_at: "2026-12-01T00:00:00.000Z" }), "new")).to.deep.equal({
      ...configuration,
      rules: [
        {
          key: "new",
          action: "hide",
          products: ["1"],
          when: { categories: ["Shoes"] },
          starts_at: null,
          ends_at: "2026-12-01T00:00:00.000Z",
        },
        ...configuration.rules!,
      ],
    });
  });

  it("creates publishable configurations for any product identifiers and queries", () => {
    const steering = fc.record({
      action: fc.constantFrom("pin", "boost", "bury", "hide"),
      product: fc.string({ minLength: 1, maxLength: 512 }),
      position: fc.integer({ min: 1, max: 1000 }),
      points: fc.constantFrom(0.7, 3, 8),
      scope: fc.record({ query: fc.string({ maxLength: 100 }), category: fc.option(fc.constantFrom("Shoes", "Shoes: Boots")), filters: fc.constant(null) }).map(scopeOf),
      starts_at: fc.constant(null),
      ends_at: fc.constantFrom(null, "2026-12-01T00:00:00.000Z"),
    }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(steering, { maxLength: 6 }), (all) => {
        let configuration: ConfigurationDocument = {};
        all.forEach((one, at) => {
          configuration = curate(configuration, one, ruleKey(one.action, one.product, String(at)));
        });
        expect(checkConfiguration(configuration)).not.to.have.property("errors");
      }),
    );
  });
});
