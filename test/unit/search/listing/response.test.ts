import { expect } from "chai";
import type { Json, ProductSource } from "../../../../src/catalog/product-document.js";
import { EVERYTHING } from "../../../../src/filters/filter.js";
import type { FieldType } from "../../../../src/catalog/fields.js";
import { JsonText, writeArray } from "../../../../src/lib/json-text.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import { readFacets } from "../../../../src/search/facets/facet-response.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { itemsFor, searchResult, writeItems, type Page } from "../../../../src/search/listing/response.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";

const fields = new Map<string, FieldType>([
  ["title", "string"],
  ["color", "string"],
  ["sizes", "string"],
  ["price", "number"],
  ["stock", "boolean"],
]);
const FACTS = { shards: 1, proposed: new Map([["price", [{ max: 20 }, { min: 20, max: 50 }, { min: 50 }]]]) };
const ID = "AAAAAAAAAAAAAAAAAAAAAA";

type Data = Readonly<Record<string, Json>>;

function product(id: string, ...variants: readonly (Data & { readonly active?: boolean })[]): ProductSource {
  return {
    product_identifier: id,
    active: true,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    source: variants.map(({ active = true, ...data }, at) => ({
      variant_identifier: `${id}-${at}`,
      active,
      digest: "secret",
      data: { product_identifier: id, variant_identifier: `${id}-${at}`, ...data },
    })),
  };
}

/** Results of a page, with the value of `has_more` from the cursor chain. */
interface Found {
  readonly page: Pick<Page, "total" | "has_more">;
  readonly products: readonly ProductSource[];
  readonly aggregations: Readonly<Record<string, unknown>> | undefined;
}

function foundOf(
  total: number,
  products: readonly ProductSource[],
  aggregations?: Record<string, unknown>,
  has_more = false,
): Found {
  return { page: { total, has_more }, products, aggregations };
}

function result(
  given: Omit<SearchBody, "user">,
  found: Found | undefined,
  configuration: Partial<StorefrontConfiguration> = {},
  more: { readonly multi_variant?: boolean; readonly tier?: "strict" | "any" } = {},
) {
  const storefront = { ...DEFAULT_CONFIGURATION, ...configuration };
  const catalog = {
    fields: found === undefined ? new Map<string, FieldType>() : fields,
    multi_variant: more.multi_variant ?? true,
  };
  const request = parseSearchRequest({ user: { device_id: "d" }, ...given }, storefront, found && fields);
  const plan = planSearch(request, storefront, catalog, FACTS);
  const items = writeItems(plan, found?.products ?? []);
  const facets = readFacets(plan.facets, request.facets, catalog.fields, found?.aggregations, storefront.language);
  const written = searchResult({
    plan: { ...plan, tier: more.tier ?? "strict" },
    facets: new JsonText(JSON.stringify(facets)),
    page: {
      recommendation_id: ID,
      expires_in: 777,
      page: request.page,
      first_position: 1,
      ...(found?.page ?? { total: 0, has_more: false }),
      delivered: [...items.keys()],
      items: writeArray([...items.values()]),
    },
    arm: null,
    has_catalog: found !== undefined,
  });
  return JSON.parse(written.text) as SearchResult;
}

describe("the response of a search", () => {
  it("the response of a search has exactly the fields of the API", () => {
    const shirt = product("p", { title: "Shirt", price: 0, color: "" });
    expect(
      result(
        { limit: 2, projection: ["name", "price", "color"] },
        foundOf(5, [shirt, product("q", {})], undefined, true),
      ),
    ).to.deep.equal({
      recommendation_id: ID,
      expires_in: 777,
      pagination: { page: 1, has_more: true, last_page: 3 },
      items: [
        { type: "product", product_identifier: "p", variant_identifier: "p-0", name: "Shirt", price: 0 },
        { type: "product", product_identifier: "q", variant_identifier: "q-0" },
      ],
      count: 2,
      total: 5,
      facets: [],
      applied_filters: { filters: null, facet_filters: {} },
      meta: {},
    });
  });

  it("the response of a search is well-formed before the first ingestion", () => {
    const given = {
      filters: { color: "red" },
      facet_filters: { color: ["red"], price: { max: 0 } },
      facets: { keys: ["color", "price"] },
      projection: ["name"],
    };
    expect(result(given, undefined)).to.deep.equal({
      recommendation_id: ID,
      expires_in: 777,
      pagination: { page: 1, has_more: false, last_page: 0 },
      items: [],
      count: 0,
      total: 0,
      facets: [
        {
          key: "color",
          label: "Color",
          type: "list",
          selection_mode: "multi",
          collapsed: false,
          values: [{ value: "red", label: "red", count: 0, selected: true }],
        },
        {
          key: "price",
          label: "Price",
          type: "range",
          selection_mode: "multi",
          collapsed: false,
          values: [{ value: { max: 0 }, label: "≤ 0", count: 0, selected: true }],
          min: null,
          max: null,
        },
      ],
      applied_filters: { filters: given.filters, facet_filters: given.facet_filters },
      meta: {},
    });
  });

  it("the response of a search reports whether there is another page", () => {
    const paged = (total: number, limit: number, page: number, has_more: boolean) =>
      result({ limit, pagination: { page } }, foundOf(total, [], undefined, has_more)).pagination;
    expect(paged(24, 24, 1, false)).to.deep.equal({ page: 1, has_more: false, last_page: 1 });
    expect(paged(25, 24, 1, true)).to.deep.equal({ page: 1, has_more: true, last_page: 2 });
    // Products were deleted after they were counted, so `has_more` differs from the total.
    expect(paged(25, 24, 1, false)).to.deep.equal({ page: 1, has_more: false, last_page: 2 });
    expect(paged(25, 24, 9, true)).to.deep.equal({ page: 9, has_more: true, last_page: 2 });
    expect(paged(25, 0, 1, false)).to.deep.equal({ page: 1, has_more: false, last_page: 0 });
    expect(paged(0, 24, 1, false)).to.deep.equal({ page: 1, has_more: false, last_page: 0 });
  });

  describe("the variant that is shown for a product", () => {
    const several = product(
      "p",
      { color: "red", price: 9, sizes: ["M"], active: false, stock: true },
      { color: "red", price: 7, sizes: ["S"], title: "Öl", stock: false },
      { color: "blue", price: 0, sizes: ["M"], title: "Zett" },
      { color: "red", price: 5, sizes: ["M", "L"], title: "oel" },
    );
    const shown = (given: Omit<SearchBody, "user">, configuration: Partial<StorefrontConfiguration> = {}) =>
      result(given, foundOf(1, [several]), configuration).items[0]?.variant_identifier;

    it("a product is shown as the variant that is first in the feed by default", () =>
      expect(shown({})).to.equal("p-1"));
    it("a product is shown as the variant that matches the filters", () =>
      expect(shown({ filters: { color: "blue" } })).to.equal("p-2"));
    it("a product is shown as the variant that matches both the filters and the facet filters", () =>
      expect(shown({ filters: { color: "red" }, facet_filters: { sizes: "M" } })).to.equal("p-3"));
    it("a product is shown as the variant that determines its sort value", () => {
      expect(shown({ sort: ["price_asc"] })).to.equal("p-2");
      expect(shown({ sort: ["price_desc"] })).to.equal("p-1");
      expect(shown({ sort: ["price_asc"], filters: { color: "red" } })).to.equal("p-3");
      expect(shown({ sort: ["name_asc"] })).to.equal("p-3");
      expect(shown({ sort: ["newest"], filters: { color: "blue" } })).to.equal("p-2");
    });
    it("a product is shown as the variant that is in stock if the storefront configures availability", () => {
      const availability = { field: "stock", in_stock: [true], out_of_stock: "bury", sorted: "keep" } as const;
      expect(shown({}, { availability })).to.equal("p-2");
      expect(shown({ filters: { color: "red" } }, { availability })).to.equal("p-3");
      expect(shown({ filters: { sizes: "S" } }, { availability })).to.equal("p-1");
    });
  });

  describe("the facets of a search response", () => {
    const bucket = (key: string | number, variants: number, products: number, key_as_string?: string) => ({
      key,
      doc_count: variants,
      products: { doc_count: products },
      ...(key_as_string === undefined ? {} : { key_as_string }),
    });
    const value = (name: string, count: number, selected = false) => ({ value: name, label: name, count, selected });

    it("the facets of a response appear in the requested order, with product counts and all selected values", () => {
      const { facets } = result(
        { facet_filters: { color: ["red", "gone"] }, facets: { keys: ["price", "color"] } },
        foundOf(3, [], {
          variants: {
            g0: {
              f0_span: { min: 0, max: 80 },
              f0: { buckets: { r0: bucket("r0", 9, 2), r1: bucket("r1", 0, 0), r2: bucket("r2", 1, 1) } },
            },
            f1: { buckets: [bucket("blue", 9, 5), bucket("grey", 5, 5)] },
            f1_selected: { buckets: [bucket("red", 4, 3)] },
          },
        }),
      );
      expect(
        facets.map((facet) => ({
          key: facet.key,
          values: facet.values,
          ...(facet.type === "range" && { min: facet.min, max: facet.max }),
        })),
      ).to.deep.equal([
        {
          key: "price",
          values: [
            { value: { max: 19.999999999999996 }, label: "< 20", count: 2, selected: false },
            { value: { min: 50 }, label: "≥ 50", count: 1, selected: false },
          ],
          min: 0,
          max: 80,
        },
        {
          key: "color",
          values: [value("blue", 5), value("grey", 5), value("red", 3, true), value("gone", 0, true)],
        },
      ]);
    });

    it("the facets of a response count variants if each product has one variant, and include empty configured ranges", () => {
      const facetOf = (key: string, field: string) =>
        ({ key, label: key, field, type: "list", selection_mode: "single", collapsed: true, order: "value" }) as const;
      const configuration: Partial<StorefrontConfiguration> = {
        facets: [
          facetOf("cost", "price"),
          facetOf("stock", "stock"),
          { ...facetOf("size", "sizes"), order: "natural" },
          { key: "r", label: "R", field: "price", type: "range", selection_mode: "multi", collapsed: false, ranges: [{ max: 0, label: "free" }, { max: 5 }, { max: 10 }, { min: 10, max: 20 }, { min: 20, max: 29.99 }, { min: 30 }] },
        ],
      }; // prettier-ignore
      const aggregations = {
        variants: {
          f0: { buckets: [{ key: 10, doc_count: 4 }, { key: 9.5, doc_count: 1 }] },
          f1: { buckets: [{ key: 1, key_as_string: "true", doc_count: 2 }] },
          f2: { buckets: [{ key: "100", doc_count: 3 }, { key: "38", doc_count: 2 }, { key: "40", doc_count: 1 }] },
          f3_span: { min: null, max: null },
          f3: { buckets: { r0: { doc_count: 0 }, r3: { doc_count: 2 } } },
        },
      }; // prettier-ignore
      const { facets } = result({ facets: { keys: ["*"] } }, foundOf(3, [], aggregations), configuration, {
        multi_variant: false,
      });
      expect(facets.map(({ values }) => values)).to.deep.equal([
        [value("9.5", 1), value("10", 4)],
        [{ ...value("true", 2), label: "Yes" }],
        [value("38", 2), value("40", 1), value("100", 3)],
        [
          { value: { max: 0 }, label: "free", count: 0, selected: false },
          { value: { max: 5 }, label: "≤ 5", count: 0, selected: false },
          { value: { max: 9.999999999999998 }, label: "< 10", count: 0, selected: false },
          { value: { min: 10, max: 19.999999999999996 }, label: "10 – 20", count: 2, selected: false },
          { value: { min: 20, max: 29.99 }, label: "20 – 29.99", count: 0, selected: false },
          { value: { min: 30 }, label: "≥ 30", count: 0, selected: false },
        ],
      ]);
    });
  });

  it("the response of a search reports relaxed queries, redirects, and missing fields", () => {
    const redirects = [{ queries: [" Sale ", "outlet"], url: "/sale" }];
    const { meta } = result(
      { query: "SALE", filters: { nowhere: 1 }, sort: ["newest"] },
      foundOf(1, []),
      { redirects },
      { tier: "any" },
    );
    expect(meta).to.deep.equal({
      query_relaxed: true,
      all_words: 0,
      redirect: { url: "/sale" },
      warnings: [
        { code: "unknown_field", field: "nowhere", message: 'the catalogue has no usable field "nowhere"; filters treat this field as empty' },
        { code: "unknown_field", field: "released_at", message: 'the catalogue has no usable field "released_at"; the sort "newest" orders products by identifier only' },
      ],
    }); // prettier-ignore
    expect(result({ query: "sales" }, foundOf(0, []), { redirects }).meta).to.deep.equal({});
    const pasted = Array.from({ length: 13 }, (_, at) => `word${at}`).join(" ");
    expect(result({ query: pasted }, foundOf(0, []), { redirects }).meta).to.deep.equal({ query_shortened: true });
  });
});

describe("itemsFor", () => {
  const dress = product("dress", ...["White", "Red", "Black"].map((color) => ({ variant_identifier: color, color })));
  const shown = (words: string, variant?: string, { named_variant = true, withOthers = false } = {}) => {
    const configuration = { ...DEFAULT_CONFIGURATION, search: { ...DEFAULT_CONFIGURATION.search, named_variant } };
    const itemsOf = itemsFor({ configuration, fields, matching: EVERYTHING, words, projection: [] });
    return itemsOf(dress, { variant, withOthers }).map(({ variant_identifier }) => variant_identifier);
  };

  it("a search result shows the variant named in the query, unless another variant is preselected", () => {
    const [white, red, black] = shown("", undefined, { withOthers: true });
    expect(shown("")).to.deep.equal([white]);
    expect(shown("Red dress")).to.deep.equal([red]);
    expect(shown("Red dress", black)).to.deep.equal([black]);
    expect(shown("Red dress", "unknown")).to.deep.equal([red]);
    expect(shown("Red dress", undefined, { named_variant: false })).to.deep.equal([white]);
  });

  it("a search result lists all matching variants, best first, if variants are not grouped", () => {
    expect(shown("Red dress", undefined, { withOthers: true })[0]).to.equal(shown("Red dress")[0]);
    expect(new Set(shown("Red dress", undefined, { withOthers: true })).size).to.equal(3);
  });
});
