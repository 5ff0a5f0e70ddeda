import { expect } from "chai";
import fc from "fast-check";
import type { LeafTypes } from "../../../../src/catalog/leaves.js";
import {
  combinedAggregations,
  combinedPhrases,
  namedBy,
  qualifyingLeaves,
} from "../../../../src/search/suggest/combined-phrases.js";
import type { Facet } from "../../../../src/storefront/facets-configuration.js";

const strings = (...names: readonly string[]): LeafTypes => new Map(names.map((name) => [name, "string"] as const));
const list = (field: string): Facet => ({
  key: field,
  label: field,
  type: "list",
  field,
  selection_mode: "multi",
  collapsed: false,
  order: "count",
});
const bucket = (key: string, doc_count: number) => ({ key, doc_count });
const category = (key: string, doc_count: number) => ({ ...bucket(key, 2 * doc_count), products: { doc_count } });

const BUCKETS = {
  buckets: [
    {
      ...bucket("Red", 8),
      products: { doc_count: 4, phrases: { buckets: [bucket("dress", 3), bucket("red dress", 1), bucket("bag", 1)] } },
      categories: {
        buckets: [...[category("Women", 4), category("Women: Dresses", 3)], category("Women: Garment Upper body", 2)],
      },
    },
  ],
};

describe("qualifying leaves", () => {
  it("are list facets of strings, the brand, colours and materials", () => {
    const leaves: LeafTypes = new Map([
      ...strings("designer", "color", "categories", "sizes", "attributes.size", "attributes.fabric", "base_colour"),
      ...strings("attributes.type", "season", "attributes.text.material"),
      ["on_sale", "boolean"],
    ]);
    const facets = ["season", "categories", "sizes", "attributes.size", "attributes.type", "on_sale", "gone"].map(list);
    expect(qualifyingLeaves({ facets }, leaves)).to.deep.equal([
      ...["season", "designer", "attributes.fabric", "attributes.text.material", "color"],
    ]);
  });

  it("are limited, however many facets there are", () => {
    const names = Array.from({ length: 20 }, (_, at) => `leaf_${at}`);
    expect(qualifyingLeaves({ facets: names.map(list) }, strings(...names))).to.deep.equal(names.slice(0, 6));
  });
});

describe("combined phrases", () => {
  it("are counted within one variant, by products", () => {
    const phrases = { terms: { field: "text.phrases", size: 40 } };
    expect(combinedAggregations(["color"], strings("color", "categories"))).to.deep.equal({
      qualified_0: {
        terms: { field: "variants.data.color", size: 50, collect_mode: "breadth_first" },
        aggs: {
          products: { reverse_nested: {}, aggs: { phrases } },
          categories: {
            terms: { field: "variants.data.categories", size: 20 },
            aggs: { products: { reverse_nested: {} } },
          },
        },
      },
    });
  });

  it("join a value and a product name, in the order of the language", () => {
    expect(combinedPhrases({ qualified_0: BUCKETS }, ["color"], { language: "english" }, 10)).to.deep.equal({
      values: [{ leaf: "color", value: "Red", text: "red" }],
      alone: [["red", 4]],
      combined: [
        ["red dress", 3],
        ["red dresses", 3],
        ["red bag", 1],
      ],
    });
    expect(combinedPhrases({ qualified_0: BUCKETS }, ["color"], { language: "french" }, 1).combined).to.deep.equal([
      ["dress red", 3],
    ]);
  });

  it("have no sizes, numbers, booleans or long values; brands are not suggested by themselves", () => {
    const counts = (leaf: string, ...keys: readonly string[]) => {
      const phrases = { buckets: [bucket("laptop", 1)] };
      const buckets = keys.map((key) => ({ ...bucket(key, 1), products: { doc_count: 1, phrases } }));
      return combinedPhrases({ qualified_0: { buckets } }, [leaf], { language: "english" }, 10);
    };
    const none = { values: [], alone: [], combined: [] };
    expect(counts("color", "XL", "38", "Yes", "RAL 7016", "as seen on the runway", "x".repeat(31))).to.deep.equal(none);
    expect(counts("designer", "HP", "X")).to.deep.equal({
      values: [{ leaf: "designer", value: "HP", text: "hp" }],
      alone: [],
      combined: [["hp laptop", 1]],
    });
    expect(combinedPhrases({}, ["color"], { language: "english" }, 10)).to.deep.equal(none);
  });

  it("are no more than requested, those with the most products first", () => {
    const counted = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{2,6}$/), fc.nat({ max: 99 })), { maxLength: 20 });
    fc.assert(
      fc.property(counted, fc.nat({ max: 30 }), (things, most) => {
        const phrases = { buckets: things.map(([key, count]) => bucket(key, count)) };
        const buckets = ["Navy", "Crimson"].map((key) => ({ ...bucket(key, 1), products: { doc_count: 1, phrases } }));
        const { combined } = combinedPhrases({ qualified_0: { buckets } }, ["color"], { language: "english" }, most);
        const products = combined.map(([, count]) => count);
        expect(products).to.deep.equal([...products].sort((a, b) => b - a));
        expect(combined.length).to.be.at.most(most);
        expect(new Set(combined.map(([phrase]) => phrase)).size).to.equal(combined.length);
      }),
    );
  });
});

describe("named values", () => {
  const values = ["Red", "Rose", "Redwood", "Light blue"].map((value) => ({
    leaf: "color",
    value,
    text: value.toLowerCase(),
  }));
  const named = (word: string, isBegun: boolean) => namedBy(values, word, isBegun).map(({ value }) => value);

  it("begin with the word being typed, from three letters on, and match other words whole", () => {
    expect([
      named("red", true),
      named("RED", false),
      named("ro", true),
      named("ros", false),
      named("", true),
    ]).to.deep.equal([["Red", "Redwood"], ["Red"], [], [], []]);
  });
});
