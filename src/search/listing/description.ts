import { MAX_LIST_VALUES } from "../../filters/filter-expression.js";
import type { Endpoints } from "../../http/description/document-types.js";
import { recommendationOperation, requestSchema } from "../../http/description/operations.js";
import { SEARCH_REQUEST } from "../request-schema.js";
import { SEARCH_RESPONSE } from "../response-schema.js";

/** Searches in the catalogue of `catalog/ingestion/examples.ts`. */
const user = { device_id: "7a0f6f0e-2f3c-4a4e-9f5e-3d3f5b1c9d20" } as const;

const listing = {
  summary: "A category by price, with what the shopper has selected",
  request: {
    user,
    limit: 24,
    sort: ["price_asc"],
    filters: { categories: "Clothing: Shirts", price: { $lte: 250 } },
    facet_filters: { color: ["White"] },
    facets: { keys: ["color", "price"] },
    projection: ["name", "designer", "price"],
  },
  response: {
    recommendation_id: "LzKruq9cXTMt_BYo8kJiCwQ2",
    expires_in: 300,
    pagination: { page: 1, has_more: false, last_page: 1 },
    items: [
      {
        type: "product",
        product_identifier: "oxford-shirt",
        variant_identifier: "oxford-shirt-white",
        name: "Oxford shirt",
        designer: "Marlow & Finch",
        price: 79.5,
      },
      {
        type: "product",
        product_identifier: "linen-shirt",
        variant_identifier: "linen-shirt-white",
        name: "Linen shirt",
        designer: "Tides",
        price: 95,
      },
    ],
    count: 2,
    total: 2,
    facets: [
      {
        key: "color",
        label: "Color",
        type: "list",
        selection_mode: "multi",
        collapsed: false,
        values: [
          { value: "White", label: "White", count: 2, selected: true },
          { value: "Blue", label: "Blue", count: 1, selected: false },
        ],
      },
      {
        key: "price",
        label: "Price",
        type: "range",
        selection_mode: "multi",
        collapsed: false,
        values: [
          { value: { min: 60, max: 79.99999999999999 }, label: "60 – 80", count: 1, selected: false },
          { value: { min: 80 }, label: "≥ 80", count: 1, selected: false },
        ],
        min: 79.5,
        max: 95,
      },
    ],
    applied_filters: {
      filters: { categories: "Clothing: Shirts", price: { $lte: 250 } },
      facet_filters: { color: ["White"] },
    },
    meta: {},
  },
} as const;

const text = {
  summary: "What a shopper typed",
  request: { user, query: "oxford shirts", limit: 10, projection: ["name", "category", "sizes"] },
  response: {
    recommendation_id: "X9cNg5wzegvl--W6-NMwXQk7",
    expires_in: 300,
    pagination: { page: 1, has_more: false, last_page: 1 },
    items: [
      {
        type: "product",
        product_identifier: "oxford-shirt",
        variant_identifier: "oxford-shirt-white",
        name: "Oxford shirt",
        category: "Clothing: Shirts: Casual Shirts",
        sizes: ["S", "M"],
      },
      {
        type: "product",
        product_identifier: "linen-shirt",
        variant_identifier: "linen-shirt-white",
        name: "Linen shirt",
        category: "Clothing: Shirts: Casual Shirts",
        sizes: ["M", "L", "XL"],
      },
    ],
    count: 2,
    total: 2,
    facets: [],
    applied_filters: { filters: null, facet_filters: {} },
    meta: { query_relaxed: true, all_words: 1 },
  },
} as const;

const facetsOnly = {
  summary: "A facet and the total, no products",
  request: { user, limit: 0, facets: { keys: ["designer"], max_values: 10 } },
  response: {
    recommendation_id: "1iiVZIme4HBa7q1a8ikT_Ad3",
    expires_in: 0,
    pagination: { page: 1, has_more: false, last_page: 0 },
    items: [],
    count: 0,
    total: 2,
    facets: [
      {
        key: "designer",
        label: "Designer",
        type: "list",
        selection_mode: "multi",
        collapsed: false,
        values: [
          { value: "Marlow & Finch", label: "Marlow & Finch", count: 1, selected: false },
          { value: "Tides", label: "Tides", count: 1, selected: false },
        ],
      },
    ],
    applied_filters: { filters: null, facet_filters: {} },
    meta: {},
  },
} as const;

const firstPage = {
  summary: "The first page of a chain",
  request: { user, limit: 1, sort: ["price_asc"], projection: ["name", "price"] },
  response: {
    recommendation_id: "hTt4pTjvIoc63ceJ3NaS9wB5",
    expires_in: 300,
    pagination: { page: 1, has_more: true, last_page: 2 },
    items: [
      {
        type: "product",
        product_identifier: "oxford-shirt",
        variant_identifier: "oxford-shirt-blue",
        name: "Oxford shirt",
        price: 59.5,
      },
    ],
    count: 1,
    total: 2,
    facets: [],
    applied_filters: { filters: null, facet_filters: {} },
    meta: {},
  },
} as const;

/** Its cursor is what `firstPage` answered. */
const nextPage = {
  summary: "The page after it",
  request: { ...firstPage.request, pagination: { page: 2, cursor: firstPage.response.recommendation_id } },
  response: {
    ...firstPage.response,
    recommendation_id: "hTt4pTjvIoc6QmZfKyQ1c4Qx",
    pagination: { page: 2, has_more: false, last_page: 2 },
    items: [
      {
        type: "product",
        product_identifier: "linen-shirt",
        variant_identifier: "linen-shirt-white",
        name: "Linen shirt",
        price: 95,
      },
    ],
  },
} as const;

/** Requests and answers of searches, by the name the document gives each pair. */
export const SEARCHES = { listing, text, facets_only: facetsOnly, first_page: firstPage, next_page: nextPage } as const;

const PATH = "/v2/recommendations/search";

const DESCRIPTION = `For category and collection pages, text search, and facets alone (\`limit\` 0).

**Filters** say which products are eligible. A condition is a value, null for "has no value", or an object of \`$eq\`, \`$ne\`,
\`$in\`, \`$nin\`, \`$gt\`, \`$gte\`, \`$lt\`, \`$lte\`, \`$exists\`, \`$not\`; conditions are joined by \`$and\`, \`$or\`, \`$not\`. Fields that stand side by
side all have to hold, in one and the same variant. In \`categories\` a category is matched by its own name and by that of any level above it;
\`category\` is the most specific one alone, \`name\` the title, and the storefront's aliases are what they are in projections.
A list holds at most ${MAX_LIST_VALUES} values. What is no number or no date where the field holds those is a
\`validation_error\`; text is compared with any value as text, \`$gt\` and the like by code point. A field that no product has is
one without a value, and \`meta.warnings\` names it. Text is compared composed (Unicode NFC) and without the blanks around it, and
returned as it was sent; \`product_identifier\` and \`variant_identifier\` are compared as they were sent.

**Facet filters** are what the shopper has selected, by facet key: a value or a list of values; for a range facet an object with
\`min\`, \`max\` or both (inclusive), or a list of such. Alternatives within a key, together across keys. A facet is counted
under the filters and the selections in all other facets. Of a tree every value takes its whole path ("Clothing: Knitwear").

**Sort** takes one of the storefront's keys; \`featured\` is the storefront's own ranking.

**Pages.** The first request has no \`pagination\`. Each later one has \`pagination.page\` and \`pagination.cursor\`, the
\`recommendation_id\` of the page before; \`query\`, \`limit\`, \`sort\`, \`filters\` and \`facet_filters\` stay as they were or are left
out, and what differs is a \`validation_error\`. In \`featured\` a cursor goes on to the products not shown yet, whatever number
the page is given; where the sort is by a field, \`pagination.page\` is that very page, also when pages are jumped over. The
same cursor and page give the same products again, without those that no longer match. \`has_more\` tells whether another page
follows; one past the end is empty.

A cursor is good for \`expires_in\` seconds, and every page prolongs its whole chain. After that, or when it is none that this
client was given, the answer is \`unknown_page\` with the reason \`expired\` or \`unknown\`, and the search starts again without
\`pagination\`.`;

export const SEARCH_ENDPOINTS: Endpoints = {
  schemas: [requestSchema("SearchRequest", SEARCH_REQUEST), SEARCH_RESPONSE],
  paths: {
    [PATH]: {
      post: {
        operationId: "search",
        summary: "List or search products",
        description: DESCRIPTION,
        ...recommendationOperation({
          path: PATH,
          name: "Search",
          exchanges: SEARCHES,
          answer: "Products, in order.",
          errors: {
            validation_error: {
              message: "unknown field `projektion` in the body; did you mean `projection`?",
              context: { field: "projektion" },
            },
            unknown_page: (["expired", "unknown"] as const).map((reason) => ({
              message: "there is no such page any more; search again without pagination",
              context: { field: "pagination.cursor", reason },
            })),
          },
        }),
      },
    },
  },
};
