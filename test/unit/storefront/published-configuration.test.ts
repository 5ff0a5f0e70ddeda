import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { expect } from "chai";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import { PUBLISHED_CONFIGURATION_SCHEMA } from "../../../src/storefront/configuration.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";

describe("the published configuration schema", () => {
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv);
  const validate = ajv.compile(PUBLISHED_CONFIGURATION_SCHEMA);

  const facet = (more: object) => ({ facets: [{ key: "k", label: "K", field: "price", ...more }] });
  const rule = (more: object) => ({ rules: [{ key: "r", action: "hide", ...more }] });
  const redirect = (url: string) => ({ redirects: [{ queries: ["q"], url }] });
  const documents: readonly (readonly [string, object, boolean])[] = [
    ["an empty document", {}, true],
    ["all defaults", DEFAULT_CONFIGURATION, true],
    ["a campaign", { campaigns: [{ key: "Sale", ends_at: "2026-11-30T00:00", time_zone: "UTC" }] }, true],
    [
      "a campaign whose end time contains a UTC offset",
      { campaigns: [{ key: "Sale", ends_at: "2026-11-30T00:00Z", time_zone: "UTC" }] },
      false,
    ],
    ["a tree facet of categories", facet({ type: "tree", field: "categories" }), true],
    ["a tree facet of a different field", facet({ type: "tree" }), false],
    ["a range with one bound", facet({ type: "range", ranges: [{ label: "cheap", max: 0 }] }), true],
    ["a range with only a label", facet({ type: "range", ranges: [{ label: "cheap" }] }), false],
    ["a redirect to a path", redirect("/"), true],
    ["a redirect to a URL", redirect("https://shop.example/a?b#c"), true],
    ["a redirect to another host without a scheme", redirect("//shop.example"), false],
    ["a redirect to a path with a space", redirect("/a b"), false],
    ["a redirect without a target", redirect(""), false],
    ["a rule for products", rule({ products: ["p"] }), true],
    ["a rule for a filter", rule({ products: null, filters: { $or: [{ price: { $gte: 1 } }] } }), true],
    ["a rule without products and filters", rule({}), false],
    ["a rule with both products and filters", rule({ products: ["p"], filters: { price: 1 } }), false],
    ["a rule with an unknown filter operator", rule({ filters: { price: { $like: 1 } } }), false],
    [
      "a rule whose request condition contains a nested object",
      rule({ products: ["p"], when: { filters: { a: { b: 1 } } } }),
      false,
    ],
  ];
  for (const [what, document, isTaken] of documents) {
    it(`the published configuration schema ${isTaken ? "accepts" : "rejects"} ${what}, like the configuration check`, () => {
      expect("configuration" in checkConfiguration(document)).to.equal(isTaken);
      expect(validate(document), JSON.stringify(validate.errors)).to.equal(isTaken);
    });
  }
});
