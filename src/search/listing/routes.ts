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
    "200": { description: "Products, in order.", schema: SEARCH_RESPONSE, example: SEARCH_EXAMPLE.response },
  },
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
  summary: "Read what the storefront offers",
  description:
    "For pages that do not know the shop they are shown for: item fields, facets, sort keys and placements, so that they ask for nothing that it does not have. It changes with the configuration, and where a feed brings new fields; browsers keep it for a minute.",
  responses: {
    "200": { description: "What it offers.", schema: PUBLIC_STOREFRONT, example: OFFERED },
    "304": { description: "It has not changed." },
  },
  errors: {
    validation_error: {
      message: "the query parameter `service_api_client` is required, once",
      context: { field: "service_api_client" },
    },
  },
});

/** Pages request this once. The response changes with the configuration and when a feed adds fields. */
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
