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
  summary: "Explain a first page",
  description:
    "Takes a search, without `pagination`, and answers for each product of its first page what put it there: what each signal of the engine's score gave, what the re-ranking for the shopper made of it, and which rules are for the request. It is worked out by what ranks pages, not beside it.",
  json: {
    name: "SearchRequest",
    schema: SEARCH_REQUEST,
    with: { properties: { pagination: { type: "null" } } },
    example: EXPLAINED.request,
  },
  responses: { "200": { description: "The page, explained.", schema: EXPLANATION, example: EXPLAINED.response } },
  errors: {
    validation_error: {
      message: "first pages are explained: leave `pagination` out, and raise `limit` to see more",
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
