import { reference, type Paths } from "../document.js";
import { errorResponses, PUBLIC_KEY_ERRORS } from "../errors.js";
import { SUGGESTIONS } from "../examples/suggest.js";
import { CROSS_ORIGIN, parameter, PUBLIC_KEY } from "../headers.js";

const PATH = "/v2/recommendations/suggest";

const examples = (side: "request" | "response") =>
  Object.fromEntries(
    Object.entries(SUGGESTIONS).map(([name, one]) => [name, { summary: one.summary, value: one[side] }]),
  );

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
      tags: ["Recommendations"],
      security: PUBLIC_KEY,
      parameters: [parameter("Client"), parameter("RequestId")],
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: reference("schemas", "SuggestRequest"), examples: examples("request") },
        },
      },
      responses: {
        "200": {
          description: "Suggestions; lists are empty where there are none.",
          headers: CROSS_ORIGIN,
          content: {
            "application/json": { schema: reference("schemas", "SuggestResponse"), examples: examples("response") },
          },
        },
        ...errorResponses(PATH, {
          ...PUBLIC_KEY_ERRORS,
          validation_error: {
            message: "`limits.products` must be at most 20, got 21",
            context: { field: "limits.products" },
          },
          payload_too_large: { message: "the body must be at most 1048576 bytes long", context: null },
          unsupported_media_type: {
            message: 'the content type must be application/json, got "text/plain"',
            context: null,
          },
          rate_limited: { message: "at most 50 requests a second are answered for one key", context: null },
        }),
      },
    },
  },
};
