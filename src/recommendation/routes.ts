import type { RequestHandler, Router } from "express";
import { answered, declare, routerOf } from "../http/endpoint.js";
import { DEFAULT_PLACEMENTS, DEFAULT_PROFILES } from "../storefront/recommendation-configuration.js";
import { storefrontFor } from "../tracking/shopper-id.js";
import type { Recommendation } from "./recommendation.js";
import { MAX_SEEDS, QUERY_REQUEST, SLOTS_REQUEST } from "./request.js";
import { QUERY_RESPONSE, SLOTS_RESPONSE } from "./response.js";

/** Unknown shopper in the examples. The example products are the same as in `catalog/ingestion/examples.ts`. */
const user = { device_id: "a9d2c1b4-58a7-4f0f-8a3e-6b1f5b0c7e11" } as const;

const linenShirt = {
  type: "product" as const,
  product_identifier: "linen-shirt",
  variant_identifier: "linen-shirt-white",
  name: "Linen shirt",
  price: 95,
} as const;

/** Example request and response for similar products on a product page. */
export const QUERY_EXAMPLE = {
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

const slot = (key: string, title: string, items: readonly object[] = []) => ({ key, title, profile: key, items });

/** Example request and response for all recommendation blocks of a product page. */
export const SLOTS_EXAMPLE = {
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

const names = (known: Readonly<Record<string, unknown>>) =>
  Object.keys(known)
    .map((name) => `\`${name}\``)
    .join(", ");

const unknown = (what: "profile" | "placement", known: Readonly<Record<string, unknown>>, nearest: string) => ({
  validation_error: {
    message: `unknown ${what}; expected one of ${names(known)}; did you mean \`${nearest}\`?`,
    context: { field: what },
  },
});

export const QUERY = declare({
  operationId: "recommend",
  method: "post",
  path: "/v2/recommendations/query",
  key: "public",
  tag: "Recommendations",
  summary: "Recommend products",
  description: `Returns a list of products for one block of a page, without pagination or facets. A **profile** defines the selection.
Each storefront has the profiles ${names(DEFAULT_PROFILES)}, and can add its own.

**Seeds** are the products that the page displays: the product of a product page, or the products in the cart; at most ${MAX_SEEDS}. Seeds that are
not in the catalogue are ignored and reported in \`metadata.seed_state\`. **Filters** have the same syntax as in a search. If there are not enough
products, the response has fewer items than \`limit\`; this is not an error.`,
  json: { name: "QueryRequest", schema: QUERY_REQUEST, example: QUERY_EXAMPLE.request },
  responses: {
    "200": { description: "The recommended products.", schema: QUERY_RESPONSE, example: QUERY_EXAMPLE.response },
  },
  errors: unknown("profile", DEFAULT_PROFILES, "similar"),
});

export const SLOTS = declare({
  operationId: "recommendSlots",
  method: "post",
  path: "/v2/recommendations/query/slots",
  key: "public",
  tag: "Recommendations",
  summary: "Recommend products for all slots of a page",
  description: `Returns products for all blocks of a page, without duplicates across blocks. A **placement** defines the slots, at most six.
Each storefront has the placements ${names(DEFAULT_PLACEMENTS)}, and can add its own.

The slots are filled together: a product is assigned to the slot where it is most relevant. The first slot whose profile has a fallback, such
as \`popular\`, is also filled from the fallback. Empty slots come last, and \`meta.short\` lists slots with too few products, with the reason. If a slot
fails, the other slots are still returned.`,
  json: { name: "SlotsRequest", schema: SLOTS_REQUEST, example: SLOTS_EXAMPLE.request },
  responses: {
    "200": { description: "The slots with their products.", schema: SLOTS_RESPONSE, example: SLOTS_EXAMPLE.response },
  },
  errors: unknown("placement", DEFAULT_PLACEMENTS, "home"),
});

/** @param guards middleware for the key check, the rate limit and the JSON body, in this order */
export const recommendationRoutes = ({ query, slots }: Recommendation, guards: readonly RequestHandler[]): Router =>
  routerOf(
    answered(QUERY, { guards, storefrontFor, response: query }),
    answered(SLOTS, { guards, storefrontFor, response: slots }),
  );
