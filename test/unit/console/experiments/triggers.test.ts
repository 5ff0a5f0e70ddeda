import { expect } from "chai";
import { rulesTried } from "../../../../console/server/experiments/triggers.js";
import type { ConfigurationDocument } from "../../../../src/storefront/configuration.js";
import type { RuleDocument } from "../../../../src/storefront/rules-configuration.js";

const dress: RuleDocument = { key: "dress", action: "pin", product: "p1", position: 1, when: { queries: ["dress"] } };
const coats: RuleDocument = { key: "coats", action: "boost", products: ["p2"], when: { categories: ["Coats"] } };
const all: RuleDocument = { key: "all", action: "boost", products: ["p3"] };
const empty: RuleDocument = { key: "empty", action: "hide", products: ["p4"], when: { categories: ["Coats"] } };

const tried = (base: readonly RuleDocument[], b: readonly RuleDocument[], more: ConfigurationDocument = {}) =>
  rulesTried({ base: { rules: base }, configuration: { rules: b, ...more } })?.map(({ key }) => key) ?? null;

describe("rulesTried", () => {
  it("rulesTried returns the rules that differ between the arms of an experiment", () => {
    expect(tried([all], [all, dress])).to.deep.equal(["dress"]);
    expect(tried([all, dress], [all, coats])).to.deep.equal(["dress", "coats"]);
    expect(tried([dress, all], [{ ...dress, when: { queries: ["gown"] } }, all])).to.deep.equal(["dress", "dress"]);
    expect(tried([], [{ ...empty, when: { queries: ["coat"] } }])).to.deep.equal(["empty"]);
    expect(tried([], [{ ...empty, when: { requests: "searches" } }])).to.deep.equal(["empty"]);
    expect(tried([], [{ ...all, when: { requests: "listings" } }])).to.deep.equal(["all"]);
  });

  it("rulesTried returns campaign rules whose times differ between the arms of an experiment", () => {
    const campaigns = [{ key: "Sale", ends_at: "2031-01-01T00:00", time_zone: "UTC" }];
    const inSale = [all, { ...dress, campaign: "Sale" }];
    const later = [{ ...campaigns[0], ends_at: "2032-01-01T00:00" }];
    expect(tried([all], inSale, { campaigns })).to.deep.equal(["dress"]);
    const arms = { base: { rules: inSale, campaigns }, configuration: { rules: inSale, campaigns: later } };
    expect(rulesTried(arms)?.map(({ ends_at }) => ends_at)).to.deep.equal([
      "2031-01-01T00:00:00.000Z",
      "2032-01-01T00:00:00.000Z",
    ]);
  });

  it("rulesTried returns null if the arms of an experiment differ in a setting that affects all requests", () => {
    expect(tried([dress], [dress, all])).to.equal(null);
    expect(tried([], [dress], { field_weights: { title: 9 } })).to.equal(null);
    expect(tried([dress, coats], [coats, dress])).to.equal(null);
    expect(tried([dress, coats, all], [coats, dress, { ...all, points: 9, when: { queries: ["a"] } }])).to.equal(null);
  });

  it("rulesTried returns null if a listing may be empty in one arm, because empty responses are not stored", () => {
    expect(tried([], [empty])).to.equal(null);
    expect(tried([], [{ ...empty, when: { requests: "listings" } }])).to.equal(null);
  });
});
