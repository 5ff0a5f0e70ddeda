import type { Paths } from "../document-types.js";
import { SUGGESTIONS } from "../examples/suggest-examples.js";
import { recommendationOperation } from "./recommendation-operation.js";

const PATH = "/v2/recommendations/suggest";

export const SUGGEST_PATHS: Paths = {
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
};
