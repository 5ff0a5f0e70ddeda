import { MAX_SEEDS } from "../../recommendation/request-schema.js";
import { DEFAULT_PLACEMENTS, DEFAULT_PROFILES } from "../../storefront/recommendation-configuration.js";
import { reference, type Operation, type Paths } from "../document.js";
import { errorResponses, PUBLIC_KEY_ERRORS, type ErrorExamples } from "../errors.js";
import { QUERIES, SLOTS } from "../examples/recommendations.js";
import { CROSS_ORIGIN, parameter, PUBLIC_KEY } from "../headers.js";

const QUERY = "/v2/recommendations/query";
const QUERY_SLOTS = "/v2/recommendations/query/slots";

const names = (known: Readonly<Record<string, unknown>>) =>
  Object.keys(known)
    .map((name) => `\`${name}\``)
    .join(", ");

type Examples = Readonly<
  Record<string, { readonly summary: string; readonly request: unknown; readonly response: unknown }>
>;

const sides = (examples: Examples, side: "request" | "response") =>
  Object.fromEntries(Object.entries(examples).map(([name, one]) => [name, { summary: one.summary, value: one[side] }]));

const ERRORS: ErrorExamples = {
  ...PUBLIC_KEY_ERRORS,
  payload_too_large: { message: "the body must be at most 1048576 bytes long", context: null },
  unsupported_media_type: { message: 'the content type must be application/json, got "text/plain"', context: null },
  rate_limited: { message: "at most 50 requests a second are answered for one key", context: null },
};

const unknown = (what: "profile" | "placement", known: Readonly<Record<string, unknown>>, nearest: string) => ({
  validation_error: {
    message: `unknown ${what}; known are ${names(known)}; did you mean \`${nearest}\`?`,
    context: { field: what },
  },
});

const operation = (
  name: "Query" | "Slots",
  path: string,
  examples: Examples,
  errors: ErrorExamples,
): Pick<Operation, "tags" | "security" | "parameters" | "requestBody" | "responses"> => ({
  tags: ["Recommendations"],
  security: PUBLIC_KEY,
  parameters: [parameter("Client"), parameter("RequestId")],
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: reference("schemas", `${name}Request`), examples: sides(examples, "request") },
    },
  },
  responses: {
    "200": {
      description: "Products, in order.",
      headers: CROSS_ORIGIN,
      content: {
        "application/json": { schema: reference("schemas", `${name}Response`), examples: sides(examples, "response") },
      },
    },
    ...errorResponses(path, { ...ERRORS, ...errors }),
  },
});

export const RECOMMENDATION_PATHS: Paths = {
  [QUERY]: {
    post: {
      operationId: "recommend",
      summary: "Recommend products",
      description: `One list of products for one block of a page, without pages or facets. A **profile** says which; a storefront has
${names(DEFAULT_PROFILES)} and those of its own.

**Seeds** are what the page is about: its product, or what is in the cart; at most ${MAX_SEEDS}. Those that the catalogue does not
have are ignored, and \`metadata.seed_state\` says so. **Filters** are those of a search. An answer is shorter than \`limit\` where
there is not enough; that is never an error.`,
      ...operation("Query", QUERY, QUERIES, unknown("profile", DEFAULT_PROFILES, "similar")),
    },
  },
  [QUERY_SLOTS]: {
    post: {
      operationId: "recommendSlots",
      summary: "Fill the slots of a page",
      description: `All blocks of a page at once, no product in two of them. A **placement** says which; a storefront has
${names(DEFAULT_PLACEMENTS)} and those of its own, of up to six slots each. The slots are filled together: a product goes
where it is worth most. Slots that stay empty come last, and \`meta.short\` says what is missing and why; one that fails does
not touch the others.`,
      ...operation("Slots", QUERY_SLOTS, SLOTS, unknown("placement", DEFAULT_PLACEMENTS, "home")),
    },
  },
};
