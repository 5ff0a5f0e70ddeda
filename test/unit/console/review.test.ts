import { expect } from "chai";
import { changedRules } from "../../../src/console/drafts/changed-rules.js";
import { scopesOf } from "../../../src/console/drafts/emptied-listings.js";
import { derivedPaths } from "../../../src/console/drafts/review.js";
import { completeRule } from "../../../src/storefront/rules-configuration.js";

const when = (scope: object) => completeRule({ key: "r", action: "hide", products: ["p"], when: scope });

describe("what is looked at before a draft is published", () => {
  for (const [what, scope, requests] of [
    ["everything, of a rule without conditions", {}, [{}]],
    ["each search", { queries: ["a", "b"] }, [{ query: "a" }, { query: "b" }]],
    [
      "each search in each category",
      { queries: ["a"], categories: ["X", "X: Y"] },
      [
        { query: "a", filters: { categories: "X" } },
        { query: "a", filters: { categories: "X: Y" } },
      ],
    ],
    ["a filter", { filters: { on_sale: false } }, [{ filters: { on_sale: false } }]],
    [
      "a filter in a category",
      { categories: ["X"], filters: { on_sale: true } },
      [{ filters: { $and: [{ categories: "X" }, { on_sale: true }] } }],
    ],
  ] as const) {
    it(`is ${what}`, () => {
      expect(scopesOf([when(scope)])).to.deep.equal(requests);
    });
  }

  it("is bounded for each rule and for all", () => {
    const queries = Array.from({ length: 100 }, (_, at) => `q${at}`);
    expect(scopesOf([when({ queries })])).to.have.length(20);
    expect(scopesOf(Array.from({ length: 100 }, () => when({ queries })))).to.have.length(300);
  });

  it("is every rule that is new or other than before", () => {
    const rule = (key: string, product: string) => completeRule({ key, action: "hide", products: [product] });
    const before = [rule("same", "p"), rule("other", "p"), rule("gone", "p")];
    const after = [rule("other", "q"), rule("new", "p"), rule("same", "p")];
    expect(changedRules(before, after).map(({ key }) => key)).to.deep.equal(["other", "new"]);
  });

  it("is what documents of products are made by", () => {
    const paths = [
      "language",
      "languages",
      "field_types.a.b",
      "taste.fields[color]",
      "taste.half_lives.long",
      "rules[a]",
    ];
    expect(derivedPaths(paths.map((path) => ({ path })))).to.deep.equal([
      "language",
      "field_types.a.b",
      "taste.fields[color]",
    ]);
  });
});
