import type { RequestHandler, Router } from "express";
import { MAX_LIST_VALUES } from "../../filters/filter-expression.js";
import { readingLive, type LiveCatalogs } from "../../catalog/live.js";
import { byDeadline } from "../../engine/deadline.js";
import { EXAMPLE_DEVICE } from "../../http/description/response-headers.js";
import { answered, declare, handled, routerOf } from "../../http/endpoint.js";
import { etagOf } from "../../http/envelope.js";
import { storefrontOf } from "../../http/locals.js";
import { storefrontFor } from "../../tracking/shopper-id.js";
import { DEFAULT_CONFIGURATION } from "../../storefront/configuration.js";
import { PUBLIC_STOREFRONT, publicStorefront } from "../public-storefront.js";
import { SEARCH_REQUEST } from "../request-schema.js";
import { SEARCH_RESPONSE } from "../response-schema.js";
import type { Searching } from "../searching.js";
import { respondToSearch } from "./page.js";

/** Example request: a category sorted by price with selected facet values, on the catalogue of the feed example. */
export const SEARCH_EXAMPLE = {
  request: {
    user: { device_id: EXAMPLE_DEVICE },
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

const DESCRIPTION = `Returns products for category pages, collection pages and text searches. With \`limit\` 0, it returns only facets and
the total.

**Filters** define the eligible products. They map a field name to a condition: a value, null for products without a value, or an object with
\`$eq\`, \`$ne\`, \`$in\`, \`$nin\`, \`$gt\`, \`$gte\`, \`$lt\`, \`$lte\`, \`$exists\` and \`$not\`. Conditions on several fields must be met by the same
variant. Expressions are combined with \`$and\`, \`$or\` and \`$not\`.

- \`categories\` matches a category by its own name or the name of any of its ancestors. \`category\` is the most specific category, and \`name\` is
  the title. Aliases of the storefront have the same meaning as in projections.
- A list contains at most ${MAX_LIST_VALUES} values.
- For number and date fields, other values are a \`validation_error\`. In text fields, all values are compared as text; \`$gt\`, \`$gte\`, \`$lt\` and
  \`$lte\` compare by code point.
- A field that no product has is treated as a field without values, and reported in \`meta.warnings\`.
- Text is compared in Unicode NFC, without leading and trailing whitespace, and returned as it was sent. \`product_identifier\` and
  \`variant_identifier\` are compared exactly.

**Facet filters** are the values that the shopper selected, by facet key: a value or a list of values. A range facet takes an object with \`min\`,
\`max\` or both (inclusive), or a list of such objects. Values of one facet are combined with OR, facets with AND. The counts of a facet respect
the filters and the selections in all other facets. Values of a tree facet are full paths ("Clothing: Knitwear").

**Sort** is a sort key of the storefront. \`featured\` is the storefront's own ranking.

**Pagination.** The first request has no \`pagination\`. For later pages, send \`pagination.page\`, and the \`recommendation_id\` of the previous
response as \`pagination.cursor\`. Repeat or omit \`query\`, \`limit\`, \`sort\`, \`filters\` and \`facet_filters\`; different values are a
\`validation_error\`. With a ranked sort such as \`featured\`, a cursor returns the next products that were not displayed yet, for any page
number. If sorted by a field, \`pagination.page\` selects the page, so pages can be skipped. Requests with the same cursor and page return the
same products, except products that no longer match. \`has_more\` is true if there is another page; pages past the end are empty.

A cursor is valid for \`expires_in\` seconds, and each page extends the validity of all cursors of the result. An expired or unknown cursor
causes the error \`unknown_page\`, with the reason \`expired\` or \`unknown\`. Then repeat the search without \`pagination\`.`;

export const SEARCH = declare({
  operationId: "search",
  method: "post",
  path: "/v2/recommendations/search",
  key: "public",
  tag: "Recommendations",
  summary: "List or search products",
  description: DESCRIPTION,
  json: { name: "SearchRequest", schema: SEARCH_REQUEST, example: SEARCH_EXAMPLE.request },
  responses: {
    "200": { description: "A page of products.", schema: SEARCH_RESPONSE, example: SEARCH_EXAMPLE.response },
  },
  errors: {
    validation_error: {
      message: "unknown field `projektion` in the body; did you mean `projection`?",
      context: { field: "projektion" },
    },
    unknown_page: (["expired", "unknown"] as const).map((reason) => ({
      message: "the cursor is unknown or has expired; search again without pagination",
      context: { field: "pagination.cursor", reason },
    })),
  },
});

export const searchRoutes = (
  search: Searching,
  liveCatalogs: Pick<LiveCatalogs, "lose">,
  guards: readonly RequestHandler[],
): Router =>
  routerOf(
    answered(SEARCH, {
      guards,
      storefrontFor,
      response: (storefront, body) =>
        readingLive(liveCatalogs, storefront.client_id, () => respondToSearch(search, storefront, body)),
    }),
  );

/** The public storefront data of a client without configuration and products. */
export const OFFERED = publicStorefront(
  { client_id: "demo", name: "demo", origins: [], configuration: DEFAULT_CONFIGURATION, signing_hashes: [] },
  undefined,
);

export const READ_PUBLIC_STOREFRONT = declare({
  operationId: "readPublicStorefront",
  method: "get",
  path: "/v2/storefront",
  key: "public",
  tag: "Storefront",
  summary: "Retrieve the public storefront",
  description:
    "Returns the item fields, facets, sort keys, placements and profiles of the storefront, for pages that work with any storefront. The response changes with the configuration, and when a feed adds fields. Browsers cache it for a minute.",
  responses: {
    "200": { description: "The public settings of the storefront.", schema: PUBLIC_STOREFRONT, example: OFFERED },
    "304": { description: "The response has not changed: its `ETag` equals the value of `If-None-Match`." },
  },
  errors: {
    validation_error: {
      message: "the query parameter `service_api_client` is required exactly once",
      context: { field: "service_api_client" },
    },
  },
});

/**
 * `Cache-Control` header of the public storefront settings. Storefront pages request these settings once. The response changes with the
 * configuration, and when a feed adds fields.
 */
const ABOUT_CACHE_CONTROL = "private, max-age=60";

export const publicStorefrontRoutes = (
  liveCatalogs: Pick<LiveCatalogs, "get">,
  guards: readonly RequestHandler[],
): Router =>
  routerOf(
    handled(READ_PUBLIC_STOREFRONT, ...guards, async (_req, res) => {
      const storefront = storefrontOf(res);
      const live = await byDeadline(liveCatalogs.get(storefront.client_id));
      const response = JSON.stringify(publicStorefront(storefront, live?.fields));
      res
        .set({ "Cache-Control": ABOUT_CACHE_CONTROL, ETag: etagOf(response) })
        .type("json")
        .send(response);
    }),
  );
