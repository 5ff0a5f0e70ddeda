import { expect } from "chai";
import fc from "fast-check";
import type { Json } from "../../../src/catalog/product-document.js";
import { deleteIndex } from "../../../src/engine/indices.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../src/storefront/configuration.js";
import type { ServiceError } from "../../../src/errors.js";
import { usePreparedEngine } from "../../support/engine.js";
import { indexCatalog, storefrontOver, type Request, type FeedVariant } from "../../support/search-catalog.js";
import {
  countRange,
  countValues,
  isWrong,
  ranking,
  spanOf,
  type OracleFacet,
  type Question,
  type Shop,
} from "../../support/search-oracle.js";
import type { FacetResult, TreeValue } from "../../../src/search/response-schema.js";

const FIELDS = ["product_identifier", "title", "color", "sizes", "categories", "price", "qty", "stock", "released_at", "launched", "attributes.material", "nowhere", "name", "category", "fabric"]; // prettier-ignore

const VALUES: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  title: fc.constantFrom("Zeta shirt", "ábaco", "Abacus", "shirt", "Émile", "emil"),
  color: fc.constantFrom<Json[]>(
    "red",
    "blue",
    " Blue\u00a0",
    "Blue",
    "",
    " ",
    null,
    "grün",
    "gru\u0308n",
    "\u{1F534}",
    "\uffee",
  ),
  sizes: fc.subarray<Json>(["38", "40", "100", "M", ""]),
  categories: fc.subarray<Json>(["Clothing: Polo", "Clothing: Knit: Wool", "Shoes ", "Shoes", "Clothing"], {
    maxLength: 2,
  }),
  price: fc.constantFrom<Json[]>(0, 0.1, 19.99, 20, 50, 50.01, 100, 1e21, null),
  qty: fc.oneof(fc.constantFrom<Json[]>(0, 1, -5, 7.5), fc.subarray<Json>([0, 3, 10])),
  stock: fc.constantFrom<Json[]>(true, false, null),
  released_at: fc.constantFrom<Json[]>("2024-05-01T00:00:00Z", "2025-01-15T12:30:00Z", null),
  launched: fc.constantFrom<Json[]>("2024-05-01", "2024-05-01T10:00:00Z", "2024-05-01T12:00:00+02:00"),
  attributes: fc.record({ material: fc.constantFrom<Json[]>("wool", "silk", 0, false, null) }),
};

const data = fc.record(VALUES, { requiredKeys: ["title"] });

const active = fc.nat(4).map((number) => number !== 0);

function shopOf(maxVariants: number): fc.Arbitrary<FeedVariant[]> {
  const variants = fc.array(fc.record({ data, active }), { minLength: 1, maxLength: maxVariants });
  return fc.array(fc.record({ variants, age: fc.nat(3) }), { minLength: 1, maxLength: 14 }).map((products) =>
    products.flatMap((product, number) =>
      product.variants.map((one, position) => ({
        product_identifier: `p${number}`,
        variant_identifier: `p${number}-${position}`,
        active: one.active,
        created_at: `2026-01-0${product.age + 1}T00:00:00.000Z`,
        data: one.data as Readonly<Record<string, Json>>,
      })),
    ),
  );
}

/**
 * Generates mostly valid values and a small share of invalid values, which suffices to test the rejection of invalid
 * values.
 */
const seldom = (wrong: Json, right: fc.Arbitrary<Json>) =>
  fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: fc.constant(wrong) });

const operand = (field: string): fc.Arbitrary<Json> => {
  const own: Readonly<Record<string, fc.Arbitrary<Json>>> = {
    title: fc.constantFrom("shirt", "Abacus"),
    color: fc.constantFrom("red ", "Blue", "gru\u0308n", "z", "\u{1F534}"),
    sizes: fc.constantFrom<Json[]>("38", 38, "100", "M"),
    categories: fc.constantFrom("Clothing", "Clothing: Knit", "Shoes", "Polo"),
    price: seldom("cheap", fc.constantFrom<Json[]>(0, 20, 50, "19.99", 1e21)),
    qty: fc.constantFrom<Json[]>(0, 3, -5, 7.5, "10"),
    stock: fc.constantFrom<Json[]>(true, false, "true"),
    released_at: fc.constantFrom("2024-05-01T00:00:00Z", "2025"),
    launched: seldom(
      "2024-13-45",
      fc.constantFrom<Json[]>("2024-05-01", "2024-05-01T10:00:00.000Z", "2024-05-02T00:00:00Z"),
    ),
    "attributes.material": fc.constantFrom<Json[]>("wool", 0, false, "0"),
    product_identifier: fc.constantFrom("p1", "p3"),
    nowhere: fc.constantFrom<Json[]>("x", 1),
    name: fc.constantFrom("shirt", "Abacus"),
    category: fc.constantFrom("Clothing", "Clothing: Knit", "Clothing: Knit: Wool", " Shoes"),
    fabric: fc.constantFrom<Json[]>("wool", 0, "0"),
  };
  return own[field] ?? fc.constant("x");
};

const orNothing = (value: fc.Arbitrary<Json>) => fc.oneof({ weight: 6, arbitrary: value }, fc.constantFrom(null, ""));

const operators = (field: string) =>
  fc.record(
    {
      $eq: orNothing(operand(field)),
      $ne: orNothing(operand(field)),
      $in: fc.array(orNothing(operand(field)), { maxLength: 3 }),
      $nin: fc.array(orNothing(operand(field)), { maxLength: 3 }),
      $gt: operand(field).filter((value) => typeof value !== "boolean"),
      $gte: operand(field).filter((value) => typeof value !== "boolean"),
      $lt: operand(field).filter((value) => typeof value !== "boolean"),
      $lte: operand(field).filter((value) => typeof value !== "boolean"),
      $exists: fc.boolean(),
    },
    { requiredKeys: [] },
  );

/**
 * Returns the operators that are allowed for a boolean field, or undefined for other fields. Booleans do not support
 * order comparisons.
 */
const comparable = (field: string) => (field === "stock" ? ["$eq", "$ne", "$in", "$nin", "$exists"] : undefined);

const condition = (field: string): fc.Arbitrary<unknown> => {
  const some = operators(field).map((all) => {
    const allowed = comparable(field);
    const kept = Object.entries(all).filter(([name]) => allowed?.includes(name) ?? true);
    return Object.fromEntries(kept.length === 0 ? [["$exists", true]] : kept.slice(0, 2));
  });
  return fc.oneof(
    orNothing(operand(field)),
    some,
    some.map((inner) => ({ $not: inner })),
  );
};

const field = fc.constantFrom(...FIELDS);

const { expression } = fc.letrec<{ expression: Record<string, unknown> }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    field.chain((name) => condition(name).map((inner) => ({ [name]: inner }))),
    fc.tuple(field, field).chain(([a, b]) => fc.record({ [a]: condition(a), [b]: condition(b) })),
    fc.constant({}),
    fc.record({ $and: fc.array(tie("expression"), { maxLength: 3 }) }),
    fc.record({ $or: fc.array(tie("expression"), { maxLength: 3 }) }),
    fc.record({ $not: tie("expression") }),
  ),
}));

const FACETS: readonly OracleFacet[] = [
  { key: "cat", field: "categories", kind: "list" },
  { key: "color", field: "color", kind: "list" },
  { key: "size>of", field: "sizes", kind: "list" },
  { key: "qty", field: "qty", kind: "list" },
  { key: "stock", field: "stock", kind: "list" },
  { key: "nowhere", field: "nowhere", kind: "list" },
  { key: "levels", field: "categories", kind: "tree" },
  { key: "price", field: "price", kind: "range" },
  { key: "amount", field: "qty", kind: "range" },
];

const RANGES = [{ max: 19.99 }, { min: 19.99, max: 50 }, { min: 50, max: 100, label: "dear" }, { min: 100 }];

const range = fc.constantFrom<object[]>({ min: 20 }, { max: 50 }, { min: 50, max: 50 }, { min: 0.05, max: 19.99 });

const selection: Readonly<Record<string, fc.Arbitrary<unknown>>> = Object.fromEntries(
  FACETS.map(({ key, field: fieldName, kind }) => {
    const one: fc.Arbitrary<unknown> =
      kind === "range" ? range : operand(fieldName).filter((value) => value !== null && value !== "");
    return [key, fc.oneof(one, fc.array(one, { maxLength: 3 }))];
  }),
);

const facetFilters = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.record(selection, { requiredKeys: [] }).map(atMostThree) },
);

function atMostThree(all: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).slice(0, 3));
}

const SORTS = ["featured", "price", "-price", "title", "-title", "released_at", "-released_at", "qty", "-qty", "-launched", "color", "nowhere"]; // prettier-ignore

interface Requested {
  readonly filters: Record<string, unknown> | null;
  readonly facet_filters: Record<string, unknown>;
  readonly sort: string;
  readonly facets: string[];
}

const question: fc.Arbitrary<Requested> = fc.record({
  filters: fc.option(expression, { nil: null }),
  facet_filters: facetFilters,
  sort: fc.constantFrom(...SORTS),
  facets: fc.constantFrom<string[][]>(["*"], ["*"], ["*"], ["price", "color"], ["amount"]),
});

const CONFIGURATION: StorefrontConfiguration = {
  ...DEFAULT_CONFIGURATION,
  aliases: { fabric: "attributes.material" },
  sort_keys: SORTS.map((key) =>
    key === "featured"
      ? { key, label: key, by: "featured" }
      : { key, label: key, by: "field", field: key.replace("-", ""), order: key.startsWith("-") ? "desc" : "asc" },
  ),
  facets: FACETS.map(({ key, field: fieldName, kind }) => {
    const base = { key, label: key, field: fieldName, collapsed: false, selection_mode: "multi" as const };
    if (kind === "range") return { ...base, type: "range", ranges: key === "price" ? RANGES : [] };
    if (kind === "tree") return { ...base, type: "tree", order: "count" };
    return { ...base, type: "list", order: key === "color" ? "value" : key === "size>of" ? "natural" : "count" };
  }),
};

const availability = fc.constantFrom(
  null,
  { rule: "hide", sorted: "keep" } as const,
  { rule: "bury", sorted: "keep" } as const,
  { rule: "bury", sorted: "bury" } as const,
);

async function check(request: Request, shop: Shop, requested: Requested): Promise<void> {
  const sort: Question["sort"] =
    requested.sort === "featured"
      ? "featured"
      : { field: requested.sort.replace("-", ""), order: requested.sort.startsWith("-") ? "desc" : "asc" };
  const full: Question = { filters: requested.filters, facet_filters: requested.facet_filters, sort };
  const response = request({
    filters: requested.filters,
    facet_filters: requested.facet_filters,
    sort: [requested.sort],
    facets: { keys: requested.facets, max_values: 100 },
    limit: 250,
  });
  if (isWrong(shop, full)) {
    const refusal = await response.then(
      () => undefined,
      (error: unknown) => error as ServiceError,
    );
    expect(refusal?.code, JSON.stringify(requested)).to.equal("validation_error");
    expect(refusal?.context?.["field"]).to.match(/^(filters|facet_filters)\./);
    return;
  }
  const result = await response;
  const expected = ranking(shop, full);
  expect(result.items.map((item) => [item.product_identifier, item.variant_identifier])).to.deep.equal(expected);
  expect(result.total).to.equal(expected.length);
  const keys = requested.facets.includes("*") ? FACETS.map(({ key }) => key) : requested.facets;
  expect(result.facets.map(({ key }) => key)).to.deep.equal(keys);
  for (const facet of result.facets) {
    const oracle = FACETS.find(({ key }) => key === facet.key)!;
    if (oracle.kind === "tree") {
      checkTree(facet, countValues(shop, full, oracle), [requested.facet_filters[facet.key] ?? []].flat().map(String));
    } else if (oracle.kind === "list") {
      const counts = countValues(shop, full, oracle);
      const shown = facet.values.filter((value) => value.count > 0);
      expect(new Map(shown.map(({ value, count }) => [value as string, count])), facet.key).to.deep.equal(counts);
      const wanted = [requested.facet_filters[facet.key] ?? []].flat().map((one) =>
        String(one as string | number | boolean)
          .normalize("NFC")
          .trim(),
      );
      for (const { value, selected, count } of facet.values) {
        const name = value as string;
        expect(selected, `${facet.key} ${name}`).to.equal(isWanted(name, wanted, oracle));
        if (count === 0) expect(selected).to.equal(true);
      }
    } else {
      const { min, max } = spanOf(shop, full, oracle);
      expect(facet, facet.key).to.deep.include({ type: "range", min, max });
      const wanted = [requested.facet_filters[facet.key] ?? []].flat();
      for (const { value, count, selected } of facet.values) {
        expect(count, `${facet.key} ${JSON.stringify(value)}`).to.equal(
          countRange(shop, full, oracle, value as object),
        );
        expect(selected).to.equal(wanted.some((one) => JSON.stringify(one) === JSON.stringify(value)));
      }
      for (const one of wanted) expect(facet.values.map(({ value }) => value)).to.deep.include(one);
    }
  }
}

/**
 * Checks that a facet tree contains every category path with matching products. Other paths must be selected paths or
 * ancestors of selected paths.
 */
function checkTree({ values }: FacetResult, counts: ReadonlyMap<string, number>, wanted: readonly string[]): void {
  const found = new Map<string, number>();
  const leading = new Set(
    wanted.flatMap((path) => path.split(": ").map((_, at, all) => all.slice(0, at + 1).join(": "))),
  );
  const walk = (nodes: readonly TreeValue[], above: string) => {
    for (const { value, label, count, selected, children } of nodes) {
      expect(value).to.equal(above + label);
      expect(label).to.not.include(": ");
      expect(selected, value).to.equal(wanted.includes(value));
      if (count > 0) found.set(value, count);
      else expect([...leading]).to.include(value);
      leading.delete(value);
      walk(children, `${value}: `);
    }
    expect(nodes.map(({ count }) => count)).to.deep.equal(nodes.map(({ count }) => count).sort((a, b) => b - a));
  };
  walk(values as readonly TreeValue[], "");
  expect(found).to.deep.equal(counts);
  expect([...leading]).to.deep.equal([]);
}

/** Returns whether a facet value is selected. "10" selects the number 10, and "true" selects the boolean. */
const isWanted = (value: string, wanted: readonly string[], { field: fieldName }: OracleFacet) =>
  fieldName === "qty" ? wanted.some((one) => Number(one) === Number(value)) : wanted.includes(value);

describe("search over random catalogues", () => {
  const suite = usePreparedEngine();

  for (const { title, maxVariants, shards } of [
    {
      title: "search results equal the results of a brute-force search for products with several variants",
      maxVariants: 3,
      shards: 1,
    },
    {
      title: "search results equal the results of a brute-force search for products with one variant",
      maxVariants: 1,
      shards: 1,
    },
    {
      title: "search results equal the results of a brute-force search on an index with three shards",
      maxVariants: 3,
      shards: 3,
    },
  ]) {
    it(title, async () => {
      await fc.assert(
        fc.asyncProperty(
          shopOf(maxVariants),
          availability,
          fc.array(question, { minLength: 25, maxLength: 25 }),
          async (variants, rule, questions) => {
            const live = await indexCatalog(suite.engine, variants, { shards, dateFields: ["launched"] });
            const types = Object.fromEntries(live.fields);
            const stock = rule === null ? null : { field: "stock", values: [true], ...rule };
            const request = storefrontOver(suite.engine, live, {
              ...CONFIGURATION,
              availability: stock && {
                field: stock.field,
                in_stock: [true],
                out_of_stock: stock.rule,
                sorted: stock.sorted,
              },
            });
            for (const one of questions) await check(request, { variants, types, facets: FACETS, stock }, one);
            await deleteIndex(suite.engine, live.index);
          },
        ),
        { numRuns: 12, interruptAfterTimeLimit: 40_000 },
      );
    });
  }
});
