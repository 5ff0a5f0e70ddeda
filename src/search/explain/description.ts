import type { Endpoints } from "../../http/description/document-types.js";
import { privateOperation } from "../../http/description/operations.js";
import { SEARCHES } from "../listing/description.js";
import { EXPLANATION, type Explanation } from "./explanation.js";

/** A search in the catalogue of `catalog/ingestion/examples.ts`, and why its page is as it is. */
export const EXPLAINED = {
  request: { ...SEARCHES.listing.request, projection: ["name", "price"] },
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
        {
          rank: 2,
          item: {
            type: "product",
            product_identifier: "linen-shirt",
            variant_identifier: "linen-shirt-white",
            name: "Linen shirt",
            price: 95,
          },
          engine: {
            rank: 2,
            score: null,
            signals: [],
            sorted_by: [
              { by: "variants.data.price", value: 95 },
              { by: "product_identifier", value: "linen-shirt" },
            ],
          },
          rerank: null,
          pinned: null,
        },
      ],
    } satisfies Explanation,
  },
} as const;

const PATH = "/v1/explain";

export const EXPLANATION_ENDPOINTS: Endpoints = {
  schemas: [EXPLANATION],
  paths: {
    [PATH]: {
      post: {
        operationId: "explainSearch",
        summary: "Explain a first page",
        description:
          "Takes a search, without `pagination`, and answers for each product of its first page what put it there: what each signal of the engine's score gave, what the re-ranking for the shopper made of it, and which rules are for the request. It is worked out by what ranks pages, not beside it.",
        ...privateOperation({
          path: PATH,
          tag: "Storefront",
          request: {
            schema: "SearchRequest",
            with: { properties: { pagination: { type: "null" } } },
            examples: { by_price: { summary: "A category by price", value: EXPLAINED.request } },
          },
          answer: {
            description: "The page, explained.",
            schema: "Explanation",
            examples: { by_price: { summary: "A category by price", value: EXPLAINED.response } },
          },
          errors: {
            validation_error: {
              message: "first pages are explained: leave `pagination` out, and raise `limit` to see more",
              context: { field: "pagination" },
            },
          },
        }),
      },
    },
  },
};
