import { reference, type Paths } from "../document.js";
import { errorResponses, JSON_BODY_ERRORS, PRIVATE_KEY_ERRORS } from "../errors.js";
import { EXPLAINED } from "../examples/explanation.js";
import { ALWAYS, parameter, PRIVATE_KEY } from "../headers.js";
import { envelopeOf } from "../schemas/envelope.js";

const PATH = "/v1/explain";

export const EXPLANATION_PATHS: Paths = {
  [PATH]: {
    post: {
      operationId: "explainSearch",
      summary: "Explain a first page",
      description:
        "Takes a search, without `pagination`, and answers for each product of its first page what put it there: what each signal of the engine's score gave, what the re-ranking for the shopper made of it, and which rules are for the request. It is worked out by what ranks pages, not beside it.",
      tags: ["Storefront"],
      security: PRIVATE_KEY,
      parameters: [parameter("RequestId")],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { ...reference("schemas", "SearchRequest"), properties: { pagination: { type: "null" } } },
            examples: { by_price: { summary: "A category by price", value: EXPLAINED.request } },
          },
        },
      },
      responses: {
        "200": {
          description: "The page, explained.",
          headers: ALWAYS,
          content: {
            "application/json": {
              schema: envelopeOf(reference("schemas", "Explanation")),
              examples: { by_price: { summary: "A category by price", value: EXPLAINED.response } },
            },
          },
        },
        ...errorResponses(PATH, {
          ...PRIVATE_KEY_ERRORS,
          validation_error: {
            message: "first pages are explained: leave `pagination` out, and raise `limit` to see more",
            context: { field: "pagination" },
          },
          ...JSON_BODY_ERRORS,
        }),
      },
    },
  },
};
