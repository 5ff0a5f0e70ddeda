import type { Paths } from "../document-types.js";
import { EXPLAINED } from "../examples/explanation-examples.js";
import { privateOperation } from "./private-operation.js";

const PATH = "/v1/explain";

export const EXPLANATION_PATHS: Paths = {
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
};
