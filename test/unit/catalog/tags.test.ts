import { expect } from "chai";
import fc from "fast-check";
import type { Json, ProductData, ProductSource } from "../../../src/catalog/product-document.js";
import { ChangedProducts } from "../../../src/catalog/ingestion/job.js";
import type { FieldTypes } from "../../../src/catalog/fields.js";
import { BASE_FIELD_TYPES } from "../../../src/catalog/field-types.js";
import { conditionTags, productTags } from "../../../src/catalog/tags.js";
import { productTag, tagOf } from "../../../src/catalog/catalog-version.js";
import { parseFilter } from "../../../src/filters/filter-expression.js";
import { filterFields } from "../../../src/filters/field-names.js";
import { productMatcher } from "../../../src/catalog/matching/variant-choice.js";
import { simplified } from "../../../src/catalog/matching/filter-match.js";
import { createTimeSlice } from "../../../src/lib/periodic.js";

const TYPES: FieldTypes = new Map([
  ...BASE_FIELD_TYPES,
  ["stock", "boolean"],
  ["qty", "number"],
  ["launched", "date"],
  ["attributes.material", "string"],
]);

const FIELDS = filterFields({ fabric: "attributes.material" });
const filterOf = (expression: unknown) => parseFilter(expression, "filters", FIELDS);
const tagsOf = (expression: unknown) => conditionTags(filterOf(expression), TYPES);

interface Variant {
  readonly active: boolean;
  readonly data: Readonly<Record<string, Json>>;
}

const product = (id: string, variants: readonly Variant[]): ProductSource => ({
  product_identifier: id,
  active: variants.some(({ active }) => active),
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  source: variants.map(({ active, data }, at) => {
    const named = { ...data, product_identifier: id, variant_identifier: `${id}-${at}` } as ProductData;
    return { variant_identifier: `${id}-${at}`, active, digest: "", data: named };
  }),
});

describe("productTags", () => {
  const tags = (one: ProductSource) => new Set([...productTags(one, TYPES)].flat());

  it("productTags returns a cache tag for every value by which filters can find an active variant", () => {
    const data = {
      color: [" Red", "gru\u0308n"],
      stock: true,
      qty: 3,
      price: 5,
      launched: "2024-05-01",
      unknown: "leaf",
      categories: ["Clothing: Knit: Wool"],
      attributes: { material: 7 },
    };
    const expected = [
      ["product_identifier", "P"],
      ["variant_identifier", "P-0"],
      ["color", "Red"],
      ["color", "gr\u00fcn"],
      ["stock", true],
      ["categories", "Clothing"],
      ["categories", "Clothing: Knit"],
      ["categories", "Clothing: Knit: Wool"],
      ["_category", "Clothing: Knit: Wool"],
      ["attributes.material", "7"],
    ] as const;
    const variants = [
      { active: true, data },
      { active: false, data: { color: "Blue" } },
    ];
    expect(tags(product("P", variants))).to.deep.equal(new Set(expected.map(([field, value]) => tagOf(field, value))));
  });

  it("productTags returns only the product's own cache tag if the product is inactive", () => {
    expect(tags(product("P", [{ active: false, data: { color: "Red" } }]))).to.deep.equal(new Set([productTag("P")]));
  });
});

describe("conditionTags", () => {
  it("conditionTags returns the cache tags of the values in an equality condition", () => {
    expect(tagsOf({ color: " Red" })).to.deep.equal([tagOf("color", "Red")]);
    expect(tagsOf({ fabric: { $in: [7, "wool"] } })).to.deep.equal([
      tagOf("attributes.material", "7"),
      tagOf("attributes.material", "wool"),
    ]);
    expect(tagsOf({ stock: "true" })).to.deep.equal([tagOf("stock", true)]);
    expect(tagsOf({ category: "Shoes" })).to.deep.equal([tagOf("_category", "Shoes")]);
    expect(tagsOf({ product_identifier: { $in: ["P", "P"] } })).to.deep.equal([productTag("P")]);
  });

  it("conditionTags returns the smallest tag set of an `$and` filter and all tags of an `$or` filter", () => {
    const colors = { color: { $in: ["Red", "Blue"] } };
    expect(tagsOf({ ...colors, designer: "Acme", price: { $gt: 3 } })).to.deep.equal([tagOf("designer", "Acme")]);
    expect(tagsOf({ $or: [colors, { designer: "Acme" }] })).to.deep.equal([
      tagOf("color", "Red"),
      tagOf("color", "Blue"),
      tagOf("designer", "Acme"),
    ]);
  });

  it("conditionTags returns no cache tags for a filter that cannot match with the current field types", () => {
    expect(tagsOf({ nowhere: "x" })).to.deep.equal([]);
    expect(tagsOf({ stock: "maybe" })).to.deep.equal([]);
    expect(tagsOf({ color: "Red", $or: [] })).to.deep.equal([]);
  });

  it("conditionTags returns undefined for conditions without cache tags, such as ranges", () => {
    for (const expression of [
      {},
      { color: { $ne: "Red" } },
      { color: null },
      { color: { $in: ["Red", null] } },
      { color: { $gt: "Red" } },
      { qty: 3 },
      { launched: "2024-05-01" },
      { $or: [{ color: "Red" }, { price: 3 }] },
      { $not: { color: "Red", designer: "Acme" } },
      { color: { $in: Array.from({ length: 21 }, (_, at) => `color ${at}`) } },
    ]) {
      expect(tagsOf(expression), JSON.stringify(expression)).to.equal(undefined);
    }
  });
});

const VALUES: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  color: fc.constantFrom<Json[]>("red", " Blue\u00a0", "Blue", "", null, "gr\u00fcn", "gru\u0308n", ["red", "Blue"]),
  categories: fc.subarray<Json>(["Clothing: Polo", "Clothing: Knit: Wool", "Shoes ", "Shoes"], { maxLength: 2 }),
  stock: fc.constantFrom<Json[]>(true, false, "TRUE", "no", null),
  qty: fc.constantFrom<Json[]>(0, 1, "1"),
  price: fc.nat(3),
  attributes: fc.record({ material: fc.constantFrom<Json[]>("wool", 0, "0", false, "false", null) }),
};
const data = fc.record(VALUES, { requiredKeys: [] }) as fc.Arbitrary<Variant["data"]>;
const variant = fc.record({ active: fc.nat(3).map(Boolean), data });
const state = fc.option(fc.array(variant, { minLength: 1, maxLength: 2 }), { nil: undefined });

const operand: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  color: fc.constantFrom<Json[]>("red ", "Blue", "gru\u0308n", null),
  categories: fc.constantFrom("Clothing", "Clothing: Knit", "Shoes", "Polo"),
  category: fc.constantFrom("Clothing: Polo", "Shoes"),
  stock: fc.constantFrom<Json[]>(true, "false", "no", null),
  qty: fc.constantFrom<Json[]>(0, 1),
  fabric: fc.constantFrom<Json[]>("wool", 0, "0", false),
  product_identifier: fc.constantFrom("P0", "P1"),
  nowhere: fc.constant("x"),
};
const condition = fc.constantFrom(...Object.keys(operand)).chain((field) => {
  const one = operand[field] as fc.Arbitrary<Json>;
  const several = fc.array(one, { maxLength: 3 });
  return fc
    .oneof(
      one,
      several.map(($in) => ({ $in })),
      one.map(($ne) => ({ $ne })),
      several.map(($nin) => ({ $nin })),
    )
    .map((value) => ({ [field]: value }));
});
const { expression } = fc.letrec<{ expression: object }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    condition,
    fc.array(tie("expression"), { maxLength: 3 }).map(($and) => ({ $and })),
    fc.array(tie("expression"), { maxLength: 2 }).map(($or) => ({ $or })),
    tie("expression").map(($not) => ({ $not })),
  ),
}));

describe("the cache tags of a product change", () => {
  it("the cache tags of a product change include a tag of every filter whose results change", async () => {
    const changes = fc.array(fc.record({ before: state, after: state }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(changes, fc.array(expression, { minLength: 5, maxLength: 5 }), async (products, requested) => {
        const changed = new ChangedProducts();
        const slice = createTimeSlice();
        const before = new Map<string, ProductSource>();
        const after = new Map<string, ProductSource>();
        for (const [at, one] of products.entries()) {
          const id = `P${at}`;
          if (one.before !== undefined) before.set(id, product(id, one.before));
          // Instead of deleting a product, the catalogue makes all its variants inactive.
          const then = one.after ?? one.before?.map(({ data }) => ({ data, active: false }));
          if (then === undefined) continue;
          after.set(id, product(id, then));
          await changed.add(before.get(id), product(id, then), TYPES, slice);
        }
        const tags = new Set(changed.tags);
        for (const one of requested) {
          const filter = filterOf(one);
          for (const form of [filter, simplified(filter, TYPES)]) {
            const wanted = conditionTags(form, TYPES);
            if (wanted === undefined || wanted.some((tag) => tags.has(tag))) continue;
            const isFound = productMatcher(form, TYPES);
            const found = (all: ReadonlyMap<string, ProductSource>) => [...all.values()].filter(isFound);
            expect(found(after), JSON.stringify(one)).to.deep.equal(found(before));
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("a change of more than 100 products or 1,000 cache tags counts as a change of the whole catalogue", async () => {
    const slice = createTimeSlice();
    const added = async (count: number, data: (at: number) => Variant["data"]) => {
      const changed = new ChangedProducts();
      for (let at = 0; at < count; at += 1) {
        await changed.add(undefined, product(`P${at}`, [{ active: true, data: data(at) }]), TYPES, slice);
      }
      return changed;
    };
    expect((await added(0, () => ({}))).isEmpty).to.equal(true);
    expect((await added(100, () => ({}))).tags).to.have.length(200);
    expect((await added(101, () => ({}))).tags).to.equal(null);
    expect((await added(1, () => ({ color: Array.from({ length: 998 }, (_, one) => `${one}`) }))).tags).to.have.length(
      1_000,
    );
    const over = await added(1, () => ({ color: Array.from({ length: 999 }, (_, one) => `${one}`) }));
    expect([over.tags, over.isEmpty]).to.deep.equal([null, false]);
  });
});
