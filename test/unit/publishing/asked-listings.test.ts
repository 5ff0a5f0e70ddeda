import { expect } from "chai";
import { nameOf, scopesOf, selectionsIn } from "../../../src/publishing/asked-listings.js";
import { changedRules } from "../../../src/publishing/losses.js";
import { derivedPaths } from "../../../src/publishing/review.js";
import { completeRule } from "../../../src/storefront/rules-configuration.js";

const when = (scope: object, action: "hide" | "boost" = "hide") =>
  completeRule({ key: "r", action, products: ["p"], when: scope });

describe("what is looked at before a configuration comes into force", () => {
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
      expect(scopesOf([when(scope)])).to.deep.equal({ scopes: requests, left_out: 0 });
    });
  }

  it("is nothing of a rule that hides nothing", () => {
    expect(scopesOf([when({ queries: ["a"] }, "boost")])).to.deep.equal({ scopes: [], left_out: 0 });
  });

  it("is bounded for each rule and for all, and says how many were left out", () => {
    const queries = Array.from({ length: 21 }, (_, at) => `q${at}`);
    const one = scopesOf([when({ queries })]);
    expect([one.scopes.length, one.scopes.at(-1), one.left_out]).to.deep.equal([20, { query: "q19" }, 1]);
    const fifty = Array.from({ length: 50 }, () => when({ queries: queries.slice(0, 20) }));
    expect([scopesOf(fifty).scopes.length, scopesOf(fifty).left_out]).to.deep.equal([1_000, 0]);
    const more = scopesOf([...fifty, when({ queries: ["last"] })]);
    expect([more.scopes.length, more.left_out]).to.deep.equal([1_000, 1]);
  });

  it("is every selection and every search with filters that shoppers opened, as often as they did", () => {
    const text = (request: object) => JSON.stringify(request);
    expect(
      selectionsIn([
        text({ query: "coat", limit: 24, filters: { gender: "men" } }),
        null,
        undefined,
        text({ filters: { gender: "men" }, facet_filters: { color: ["Red"] }, sort: ["price"] }),
        text({ query: " coat ", filters: { gender: "men" }, facet_filters: {} }),
        text({ facet_filters: { color: "Red" } }),
      ]),
    ).to.deep.equal([
      { query: "coat", filters: { gender: "men" }, opened: 2 },
      { filters: { gender: "men" }, facet_filters: { color: ["Red"] }, opened: 1 },
      { facet_filters: { color: "Red" }, opened: 1 },
    ]);
    // The words or the filters tell these whole.
    expect(selectionsIn([text({ query: "coat" }), text({ filters: { a: 1 } }), text({}), text({ query: " ", filters: null, facet_filters: {} })])).to.deep.equal([]); // prettier-ignore
  });

  for (const [asked, name] of [
    [{}, "the listing of everything"],
    [{ query: "coat" }, "the search “coat”"],
    [{ filters: { categories: "Men: Coats" } }, "the category Men: Coats"],
    [{ query: "coat", filters: { categories: "Men" } }, "the category Men, the search “coat”"],
    [{ filters: { gender: "men" } }, 'the listing of gender is "men"'],
    [{ query: "coat", filters: { price: { $lte: 50 } } }, "the search “coat”, price ≤ 50"],
    [{ filters: { categories: "Men", on_sale: true } }, 'the listing of categories is "Men" and on_sale is true'],
    [{ facet_filters: { color: ["Red"] } }, 'the listing of everything, color ["Red"] selected'],
    [{ query: "coat", facet_filters: { price: { min: 1 } } }, 'the search “coat”, price {"min":1} selected'],
  ] as const) {
    it(`calls it ${name}`, () => {
      expect(nameOf(asked)).to.equal(name);
    });
  }

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
