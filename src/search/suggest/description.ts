import type { Endpoints } from "../../http/description/document-types.js";
import { recommendationOperation, requestSchema } from "../../http/description/operations.js";
import { SUGGEST_REQUEST } from "./schema.js";
import { SUGGEST_RESPONSE } from "./schema.js";

/** The shopper of the examples, of whom nothing is known. The products are those of `catalog/ingestion/examples.ts`. */
const user = { device_id: "a9d2c1b4-58a7-4f0f-8a3e-6b1f5b0c7e11" } as const;

/** Requests for suggestions and their answers. */
export const SUGGESTIONS = {
  beginning: {
    summary: "A few letters",
    request: { user, query: "shi", limits: { queries: 3, products: 1 }, projection: ["name", "price"] },
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
  },
  misspelt: {
    summary: "A misspelt word",
    request: { user, query: "oxfrod", limits: { products: 0 } },
    response: {
      queries: [{ query: "oxford shirt", from: "catalog" }],
      categories: [],
      brands: [],
      products: [],
      meta: { suggestion: "oxford" },
    },
  },
} as const;

const PATH = "/v2/recommendations/suggest";

export const SUGGEST_ENDPOINTS: Endpoints = {
  schemas: [requestSchema("SuggestRequest", SUGGEST_REQUEST), SUGGEST_RESPONSE],
  paths: {
    [PATH]: {
      post: {
        operationId: "suggest",
        summary: "Suggest while a shopper types",
        description: `Queries, categories, brands and products for what has been typed so far, at once; to be asked after every letter.

**Queries** are what several other shoppers typed and found something with, and what the catalogue's own titles make. Each can
be searched for as it is. **Categories** and **brands** can be filtered by. What the shopper is known to like comes first. Where
nothing begins with what was typed, five letters or more, \`meta.suggestion\` says what was probably meant and the answer is for that.
Without a \`query\`, the answer has what is most common: where many begin.`,
        ...recommendationOperation({
          path: PATH,
          name: "Suggest",
          exchanges: SUGGESTIONS,
          answer: "Suggestions; lists are empty where there are none.",
          errors: {
            validation_error: {
              message: "`limits.products` must be at most 20, got 21",
              context: { field: "limits.products" },
            },
          },
        }),
      },
    },
  },
};
