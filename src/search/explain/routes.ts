import type { RequestHandler, Router } from "express";
import { readingLive, type LiveCatalogs } from "../../catalog/live.js";
import { answered, declare, routerOf } from "../../http/endpoint.js";
import { success } from "../../http/envelope.js";
import type { Searching } from "../searching.js";
import { SEARCH_EXAMPLE } from "../listing/routes.js";
import { SEARCH_REQUEST } from "../request-schema.js";
import { explain } from "./explain.js";
import { EXPLANATION, type Explanation } from "./explanation.js";

/** Example response: the first product of the example search with its explanation. */
export const EXPLAINED = {
  request: { ...SEARCH_EXAMPLE.request, limit: 1, projection: ["name", "price"] },
  response: {
    errors: null,
    meta: null,
    data: {
      total: 2,
      tier: "strict",
      corrections: [],
      personalized: false,
      degraded: [],
      rules: [],
      items: [
        {
          rank: 1,
          item: {
            type: "product",
            product_identifier: "oxford-shirt",
            variant_identifier: "oxford-shirt-white",
            name: "Oxford shirt",
            price: 79.5,
          },
          engine: {
            rank: 1,
            score: null,
            signals: [],
            sorted_by: [
              { by: "variants.data.price", value: 79.5 },
              { by: "product_identifier", value: "oxford-shirt" },
            ],
          },
          rerank: null,
          pinned: null,
          rules: [],
        },
      ],
    } satisfies Explanation,
  },
} as const;

export const EXPLAIN = declare({
  operationId: "explainSearch",
  method: "post",
  path: "/v1/explain",
  key: "private",
  tag: "Storefront",
  summary: "Explain the first page of a search",
  description:
    "Explains the position of each product on the first page of a search. Accepts a search request without `pagination`, and returns the points of each signal in the engine's score, the reranking for the shopper, and the rules that apply to the request. The explanation is computed by the same code as the ranking.",
  json: {
    name: "SearchRequest",
    schema: SEARCH_REQUEST,
    with: { properties: { pagination: { type: "null" } } },
    example: EXPLAINED.request,
  },
  responses: {
    "200": {
      description: "The products of the first page, each with an explanation.",
      schema: EXPLANATION,
      example: EXPLAINED.response,
    },
  },
  errors: {
    validation_error: {
      message: "only the first page can be explained: omit `pagination`, and raise `limit` to see more",
      context: { field: "pagination" },
    },
  },
});

export const explainRoutes = (
  search: Searching,
  liveCatalogs: Pick<LiveCatalogs, "lose">,
  guards: readonly RequestHandler[],
): Router =>
  routerOf(
    answered(EXPLAIN, {
      guards,
      response: async (storefront, body) =>
        success(await readingLive(liveCatalogs, storefront.client_id, () => explain(search, storefront, body))),
    }),
  );
