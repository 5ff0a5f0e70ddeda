import { expect } from "chai";
import fc from "fast-check";
import {
  curate,
  ruleKey,
  scopeOf,
  scopesOf,
  targetName,
  type Curation,
} from "../../../console/pages/preview/curate.js";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";

const shoes = scopeOf({ query: " ", category: "Shoes", filters: null });

const pin = (more: Partial<Curation> = {}): Curation => ({
  action: "pin",
  target: { products: [{ id: "1", name: "Linen shirt" }] },
  position: 2,
  points: 3,
  scope: shoes,
  starts_at: null,
  ends_at: null,
  ...more,
});

const common = { when: { categories: ["Shoes"] }, starts_at: null, ends_at: null };

describe("curation", () => {
  it("a new rule applies exactly to the previewed request", () => {
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

  it("the scopes offered for a new rule match the previewed page, narrowest first", () => {
    const labels = (page: Parameters<typeof scopesOf>[0]) => scopesOf(page).map(({ label }) => label);
    expect(labels({ query: "dress", category: "Women", filters: null })).to.deep.equal([
      "This search",
      "This category",
      "Everywhere",
    ]);
    expect(labels({ query: "dress", category: null, filters: null })).to.deep.equal(["This search", "Everywhere"]);
    expect(labels({ query: " ", category: "Women", filters: null })).to.deep.equal(["This category", "Everywhere"]);
    expect(labels({ query: "", category: null, filters: { on_sale: true } })).to.deep.equal(["This listing", "Everywhere"]); // prettier-ignore
    expect(labels({ query: "", category: null, filters: null })).to.deep.equal(["Everywhere"]);
  });

  it("a new rule precedes all other rules, and replaces a rule with equal action, product and scope", () => {
    const configuration: ConfigurationDocument = {
      currency: "EUR",
      rules: [
        { key: "other-position", action: "pin", product: "1", position: 9, when: {} },
        { key: "same", action: "pin", product: "1", position: 9, when: { categories: ["Shoes"] } },
        { key: "other-product", action: "pin", product: "2", position: 9, when: { categories: ["Shoes"] } },
        { key: "boosted", action: "boost", products: ["1"], when: { categories: ["Shoes"] } },
        { key: "several", action: "boost", products: ["1", "2"], when: { categories: ["Shoes"] } },
      ],
    };
    const keys = (curation: Curation) => curate(configuration, curation).rules?.map(({ key }) => key);
    expect(keys(pin())).to.deep.equal(["Pin: Linen shirt", "other-position", "other-product", "boosted", "several"]);
    expect(keys(pin({ action: "bury" }))).to.deep.equal([
      "Bury: Linen shirt",
      "other-position",
      "same",
      "other-product",
      "several",
    ]);
    expect(curate(configuration, pin({ action: "hide", ends_at: "2026-12-01T00:00:00.000Z" }))).to.deep.equal({
      ...configuration,
      rules: [
        {
          ...common,
          key: "Hide: Linen shirt",
          action: "hide",
          products: ["1"],
          ends_at: "2026-12-01T00:00:00.000Z",
        },
        ...configuration.rules!,
      ],
    });
  });

  it("several products are pinned to consecutive positions by separate rules, but boosted by one rule", () => {
    const target = { products: [{ id: "1", name: "Shirt" }, { id: "2", name: "Coat" }] }; // prettier-ignore
    expect(curate({}, pin({ target })).rules).to.deep.equal([
      { ...common, key: "Pin: Shirt", action: "pin", product: "1", position: 2 },
      { ...common, key: "Pin: Coat", action: "pin", product: "2", position: 3 },
    ]);
    expect(curate({}, pin({ target, action: "boost", points: 8 })).rules).to.deep.equal([
      { ...common, key: "Boost: Shirt and 1 more", action: "boost", products: ["1", "2"], points: 8 },
    ]);
  });

  it("a new rule that hides a brand replaces an existing rule that hides the brand", () => {
    const target = { field: "designer", value: "STRIDEN" } as const;
    const rule = { ...common, key: "Hide: STRIDEN", action: "hide", filters: { designer: "STRIDEN" } };
    const once = curate({}, pin({ target, action: "hide" }));
    expect(once.rules).to.deep.equal([rule]);
    expect(curate(once, pin({ target, action: "hide" })).rules).to.deep.equal([rule]);
    expect(targetName(target)).to.equal("STRIDEN");
  });

  it("ruleKey adds a number to a rule name that already exists, and shortens a long rule name", () => {
    expect(ruleKey("pin", "Shirt", [{ key: "Pin: Shirt" }, { key: "Pin: Shirt (2)" }])).to.equal("Pin: Shirt (3)");
    expect(ruleKey("hide", "a".repeat(200), [])).to.have.length(90);
  });

  it("new rules result in a valid configuration for any product identifiers, names and queries", () => {
    const curation = fc.record({
      action: fc.constantFrom("pin", "boost", "bury", "hide"),
      target: fc.record({ products: fc.tuple(fc.record({ id: fc.string({ minLength: 1, maxLength: 512 }), name: fc.string({ unit: "binary" }) })) }),
      position: fc.integer({ min: 1, max: 1000 }),
      points: fc.constantFrom(0.7, 3, 8),
      scope: fc.record({ query: fc.string({ maxLength: 100 }), category: fc.option(fc.constantFrom("Shoes", "Shoes: Boots")), filters: fc.constant(null) }).map((page) => scopeOf(page)),
      starts_at: fc.constant(null),
      ends_at: fc.constantFrom(null, "2026-12-01T00:00:00.000Z"),
    }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(curation, { maxLength: 6 }), (all) => {
        const configuration = all.reduce<ConfigurationDocument>(curate, {});
        expect(checkConfiguration(configuration)).not.to.have.property("errors");
      }),
    );
  });
});
