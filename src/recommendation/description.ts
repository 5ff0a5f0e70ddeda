import type { Endpoints } from "../http/description/document-types.js";
import { recommendationOperation, requestSchema } from "../http/description/operations.js";
import { DEFAULT_PLACEMENTS, DEFAULT_PROFILES } from "../storefront/recommendation-configuration.js";
import { MAX_SEEDS, QUERY_REQUEST, SLOTS_REQUEST } from "./request.js";
import { QUERY_RESPONSE, SLOTS_RESPONSE } from "./response.js";

/** The shopper of the examples, of whom nothing is known. The products are those of `catalog/ingestion/examples.ts`. */
const user = { device_id: "a9d2c1b4-58a7-4f0f-8a3e-6b1f5b0c7e11" } as const;

const linenShirt = {
  type: "product" as const,
  product_identifier: "linen-shirt",
  variant_identifier: "linen-shirt-white",
  name: "Linen shirt",
  price: 95,
} as const;

const oxfordShirt = {
  type: "product" as const,
  product_identifier: "oxford-shirt",
  variant_identifier: "oxford-shirt-white",
  name: "Oxford shirt",
  price: 79.5,
} as const;

const similar = {
  summary: "Products like the one that a page is about",
  request: {
    user,
    profile: "similar",
    limit: 4,
    seed: { product_identifiers: ["oxford-shirt"] },
    filters: { price: { $lte: 250 } },
    projection: ["name", "price"],
  },
  response: {
    recommendation_id: "mZr0c2x8QH6k1dVbT9uYw3Fa",
    items: [linenShirt],
    count: 1,
    applied_filters: { filters: { price: { $lte: 250 } }, facet_filters: {} },
    metadata: { profile: "similar", seed_state: "seeded" },
    meta: { recommenders: ["content"] },
  },
} as const;

const notFound = {
  summary: "A page that is not there",
  request: {
    user,
    profile: "not_found",
    limit: 1,
    projection: ["name", "price"],
    metadata: { url: "https://shop.example/products/oxford-shirts.html" },
  },
  response: {
    recommendation_id: "pQ7sK1nXb4Lw9eRzC0vTfh2M",
    items: [oxfordShirt],
    count: 1,
    applied_filters: { filters: null, facet_filters: {} },
    metadata: { profile: "not_found", seed_state: "unseeded" },
    meta: { recommenders: ["words"] },
  },
} as const;

/** Queries and their answers, by the name the document gives each pair. */
export const QUERIES = { similar, not_found: notFound } as const;

const slot = (key: string, title: string, items: readonly object[] = []) => ({ key, title, profile: key, items });

const productPage = {
  summary: "Everything beside a product",
  request: {
    user,
    placement: "product_page",
    limit: 1,
    seed: { product_identifiers: ["oxford-shirt"] },
    projection: ["name", "price"],
  },
  response: {
    recommendation_id: "vB3yN8tGd5Jq0aHkX7mUzl6S",
    slots: [
      slot("similar", "You may also like", [linenShirt]),
      slot("complete_the_look", "Complete the look"),
      slot("recently_viewed", "You looked at"),
      slot("for_you", "Chosen for you"),
      slot("trending", "Trending now"),
      slot("popular", "Popular right now"),
    ],
    meta: {
      placement: "product_page",
      seed_state: "seeded",
      short: ["complete_the_look", "recently_viewed", "for_you", "trending", "popular"].map((key) => ({
        key,
        missing: 1,
        reason: "too_few",
      })),
    },
  },
};

/** Requests for slots and their answers. */
export const SLOTS = { product_page: productPage };

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

export const RECOMMENDATION_ENDPOINTS: Endpoints = {
  schemas: [
    requestSchema("QueryRequest", QUERY_REQUEST),
    QUERY_RESPONSE,
    requestSchema("SlotsRequest", SLOTS_REQUEST),
    SLOTS_RESPONSE,
  ],
  paths: {
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
  },
};
