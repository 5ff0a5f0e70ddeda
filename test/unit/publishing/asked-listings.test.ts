import { expect } from "chai";
import { canonicalFilter } from "../../../src/filters/canonical-filter.js";
import { parseFilter } from "../../../src/filters/filter-expression.js";
import { lookedAt, nameOf, scopesOf, selectionsIn } from "../../../src/publishing/asked-listings.js";
import { changedRules } from "../../../src/publishing/losses.js";
import { completeRule } from "../../../src/storefront/rules-configuration.js";
import { answering } from "../../support/scripted-engine.js";

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

  describe("of what shoppers opened", () => {
    const listing = (filters: object) => canonicalFilter(parseFilter(filters, "filters"));
    const bucket = (key: string, doc_count: number) => ({ key, doc_count });
    const opened = (
      total: number,
      listings: readonly object[],
      typed: readonly object[],
      requests: readonly (object | null)[],
    ) => ({
      hits: {
        total: { value: total, relation: "eq" },
        hits: requests.map((request) => ({
          _source: { query_attributes: { request: request && JSON.stringify(request) } },
        })),
      },
      aggregations: { listings: { buckets: listings }, typed: { buckets: typed } },
    });
    const categories = (...names: readonly string[]) => ({
      hits: { hits: [] },
      aggregations: {
        variants: { f0: { buckets: names.map((key) => ({ key, doc_count: 9, products: { doc_count: 7 } })) } },
      },
    });
    const look = (engine: ReturnType<typeof answering>, ...rules: Parameters<typeof scopesOf>[0]) =>
      lookedAt(engine, "shop", { index: "live" }, rules);

    it("is every listing and search as often as it was opened, then everything, all categories and what rules are for", async () => {
      const engine = answering(
        opened(
          40,
          [
            bucket(listing({ categories: "Men" }), 12),
            bucket(listing({}), 8),
            bucket(listing({ price: { $lte: 5 } }), 3),
          ],
          [bucket("coat", 6)],
          [{ facet_filters: { color: ["Red"] } }, { query: "coat" }, null, { query: "coat", filters: { a: 1 } }],
        ),
        categories("Men", "Women"),
      );
      const looked = await look(engine, when({ queries: ["coat", "hat"] }));
      expect(looked).to.deep.equal({
        listings: [
          { name: "the category Men", filters: { categories: "Men" }, opened: 12 },
          { name: "the listing of everything", opened: 8 },
          { name: "the listing of price ≤ 5", filters: { price: { $lte: 5 } }, opened: 3 },
          { name: "the search “coat”", query: "coat", opened: 6 },
          // Of a sample of 4 of 40.
          { name: 'the listing of everything, color ["Red"] selected', facet_filters: { color: ["Red"] }, opened: 10 },
          { name: "the search “coat”, a is 1", query: "coat", filters: { a: 1 }, opened: 10 },
          { name: "the category Women", filters: { categories: "Women" }, opened: 0 },
          { name: "the search “hat”", query: "hat", opened: 0 },
        ],
        opened: { all: 40, looked: 12 + 8 + 3 + 6 },
        left_out: 0,
      });
    });

    it("is each request once, in whichever form shoppers and rules ask for it", async () => {
      const men = { gender: "men" };
      const rule = when({ categories: ["Shoes"], filters: men });
      const engine = answering(
        opened(
          2,
          [bucket(listing(men), 5), bucket(listing({ ...men, categories: "Shoes" }), 2)],
          [],
          [
            { query: "coat", filters: men },
            { query: "coat", filters: { gender: { $in: ["men"] } } },
          ],
        ),
        categories(),
      );
      const { listings } = await look(engine, rule, when({ filters: men }));
      expect(listings.map(({ name, opened: times }) => [name, times])).to.deep.equal([
        ['the listing of gender is "men"', 5],
        ['the listing of categories is "Shoes" and gender is "men"', 2],
        ['the search “coat”, gender is "men"', 2],
        ["the listing of everything", 0],
      ]);
    });

    it("is asked of the first pages of one shop's searches in thirty days, with a thousand of them whole", async () => {
      const engine = answering(opened(0, [], [], []), categories());
      await look(engine);
      expect(engine.calls.map(({ path, body }) => ({ path, body }))).to.deep.equal([
        {
          path: `/${encodeURIComponent("test-ubi-queries-*")}/_search`,
          body: {
            size: 1_000,
            track_total_hits: true,
            sort: [{ timestamp: "desc" }],
            _source: ["query_attributes.request"],
            query: {
              bool: {
                filter: [
                  { term: { application: "shop" } },
                  { term: { "query_attributes.kind": "search" } },
                  { range: { timestamp: { gte: "now-30d" } } },
                ],
                must_not: [{ range: { "query_attributes.first_position": { gt: 1 } } }],
              },
            },
            aggs: {
              listings: { terms: { field: "query_attributes.listing", size: 300 } },
              typed: { terms: { field: "user_query", size: 300 } },
            },
          },
        },
        {
          path: "/live/_search",
          body: {
            size: 0,
            track_total_hits: false,
            query: { term: { active: true } },
            aggs: {
              variants: {
                nested: { path: "variants" },
                aggs: {
                  f0: {
                    terms: {
                      field: "variants.data.categories",
                      size: 300,
                      order: [{ products: "desc" }, { _key: "asc" }],
                    },
                    aggs: { products: { reverse_nested: {} } },
                  },
                },
              },
            },
          },
        },
      ]);
    });

    it("is the listing of everything alone in a shop without traffic, categories and rules", async () => {
      const empty = {
        listings: [{ name: "the listing of everything", opened: 0 }],
        opened: { all: 0, looked: 0 },
        left_out: 0,
      };
      expect(await look(answering(opened(0, [], [], []), categories()))).to.deep.equal(empty);
      // Where nothing was ever stored, the engine answers without aggregations.
      const none = { hits: { total: { value: 0, relation: "eq" }, hits: [] } };
      expect(await look(answering(none, none))).to.deep.equal(empty);
    });

    it("is a hundred selections at most, the most frequent, and each as often as it was seen where nothing was left out", async () => {
      const selected = (color: number) => ({ facet_filters: { color: [`c${color}`] } });
      const requests = [
        ...Array.from({ length: 101 }, (_, color) => selected(color)),
        selected(100),
        selected(100),
        selected(99),
      ];
      const { listings } = await look(answering(opened(requests.length, [], [], requests), categories()));
      expect(listings).to.have.length(100 + 1);
      expect(listings.slice(0, 3).map((one) => [one.facet_filters, one.opened])).to.deep.equal([
        [{ color: ["c100"] }, 3],
        [{ color: ["c99"] }, 2],
        [{ color: ["c0"] }, 1],
      ]);
    });

    it("is a category by its name alone where shoppers opened that alone, and a filter where they opened several", async () => {
      const pages = [
        listing({ categories: { $in: ["Men", "Women"] } }),
        listing({ gender: "men" }),
        listing({ $or: [{ a: 1 }, { b: 2 }] }),
      ];
      const { listings } = await look(
        answering(
          opened(
            3,
            pages.map((page) => bucket(page, 1)),
            [],
            [],
          ),
          categories(),
        ),
      );
      expect(listings.map(({ name }) => name)).to.deep.equal([
        'the listing of categories is one of "Men", "Women"',
        'the listing of gender is "men"',
        "the listing of (a is 1 or b is 2)",
        "the listing of everything",
      ]);
    });
  });

  it("is every rule that is new or other than before", () => {
    const rule = (key: string, product: string) => completeRule({ key, action: "hide", products: [product] });
    const before = [rule("same", "p"), rule("other", "p"), rule("gone", "p")];
    const after = [rule("other", "q"), rule("new", "p"), rule("same", "p")];
    expect(changedRules(before, after).map(({ key }) => key)).to.deep.equal(["other", "new"]);
  });
});
