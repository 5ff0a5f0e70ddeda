import type { RequestHandler, Router } from "express";
import { readingLive, type LiveCatalogs } from "../../catalog/live.js";
import { answered, declare, routerOf } from "../../http/endpoint.js";
import { storefrontFor } from "../../tracking/shopper-id.js";
import { SUGGEST_REQUEST, SUGGEST_RESPONSE } from "./schema.js";
import type { Suggesting } from "../searching.js";
import { suggest } from "./suggest.js";

/** Example request: a short prefix from an unknown shopper, on the catalogue of the feed example. */
export const SUGGEST_EXAMPLE = {
  request: {
    user: { device_id: "a9d2c1b4-58a7-4f0f-8a3e-6b1f5b0c7e11" },
    query: "shi",
    limits: { queries: 3, products: 1 },
    projection: ["name", "price"],
  },
  response: {
    queries: [
      { query: "shirt", from: "catalog" },
      { query: "casual shirts", from: "catalog" },
      { query: "linen shirt", from: "catalog" },
    ],
    categories: [
      { value: "Clothing: Shirts", label: "Shirts", count: 2 },
      { value: "Clothing: Shirts: Casual Shirts", label: "Casual Shirts", count: 2 },
    ],
    brands: [],
    products: [
      {
        type: "product",
        product_identifier: "linen-shirt",
        variant_identifier: "linen-shirt-white",
        name: "Linen shirt",
        price: 95,
      },
    ],
    meta: {},
  },
} as const;

export const SUGGEST = declare({
  operationId: "suggest",
  method: "post",
  path: "/v2/recommendations/suggest",
  key: "public",
  tag: "Recommendations",
  summary: "Suggest queries and products",
  description: `Returns queries, categories, brands and products for an incomplete query. Designed to be called after every keystroke.

**Queries** are successful searches of several other shoppers, and phrases from product data. Each of them returns products. **Categories**
and **brands** are values for filters. Suggestions that match the shopper's taste profile come first. If a query of five or more letters has no
suggestions, it is corrected, and the corrected query is returned in \`meta.suggestion\`. Without a \`query\`, the most common
suggestions are returned.`,
  json: { name: "SuggestRequest", schema: SUGGEST_REQUEST, example: SUGGEST_EXAMPLE.request },
  responses: {
    "200": {
      description: "Suggestions by type. The list of a type without suggestions is empty.",
      schema: SUGGEST_RESPONSE,
      example: SUGGEST_EXAMPLE.response,
    },
  },
  errors: {
    validation_error: {
      message: "`limits.products` must be at most 20, got 21",
      context: { field: "limits.products" },
    },
  },
});

export const suggestRoutes = (
  deps: Suggesting,
  liveCatalogs: Pick<LiveCatalogs, "lose">,
  guards: readonly RequestHandler[],
): Router =>
  routerOf(
    answered(SUGGEST, {
      guards,
      storefrontFor,
      response: (storefront, body) =>
        readingLive(liveCatalogs, storefront.client_id, () => suggest(deps, storefront, body)),
    }),
  );
