import { MAX_SEEDS } from "../../recommendation/request-schema.js";
import { DEFAULT_PLACEMENTS, DEFAULT_PROFILES } from "../../storefront/recommendation-configuration.js";
import type { Paths } from "../document-types.js";
import { QUERIES, SLOTS } from "../examples/recommendation-examples.js";
import { recommendationOperation } from "./recommendation-operation.js";

const QUERY = "/v2/recommendations/query";
const QUERY_SLOTS = "/v2/recommendations/query/slots";

const names = (known: Readonly<Record<string, unknown>>) =>
  Object.keys(known)
    .map((name) => `\`${name}\``)
    .join(", ");

const unknown = (what: "profile" | "placement", known: Readonly<Record<string, unknown>>, nearest: string) => ({
  validation_error: {
    message: `unknown ${what}; known are ${names(known)}; did you mean \`${nearest}\`?`,
    context: { field: what },
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
      ...recommendationOperation({
        path: QUERY,
        name: "Query",
        exchanges: QUERIES,
        answer: "Products, in order.",
        errors: unknown("profile", DEFAULT_PROFILES, "similar"),
      }),
    },
  },
  [QUERY_SLOTS]: {
    post: {
      operationId: "recommendSlots",
      summary: "Fill the slots of a page",
      description: `All blocks of a page at once, no product in two of them. A **placement** says which; a storefront has
${names(DEFAULT_PLACEMENTS)} and those of its own, of up to six slots each. The slots are filled together: a product goes
where it is worth most, and the first slot with a fallback such as \`popular\` is filled from it. Slots that stay empty come last, and \`meta.short\` says what is missing and why; one that fails does
not touch the others.`,
      ...recommendationOperation({
        path: QUERY_SLOTS,
        name: "Slots",
        exchanges: SLOTS,
        answer: "Products, in order.",
        errors: unknown("placement", DEFAULT_PLACEMENTS, "home"),
      }),
    },
  },
};
