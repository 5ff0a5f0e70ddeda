import Type from "typebox";
import { closed, list, nullable, type Of } from "../schema/typed.js";
import { contextSchema, DEFAULT_LIMIT, FILTERS, MAX_LIMIT, PROJECTION, USER } from "../search/request-schema.js";

/** More than fit into a cart; a whole history is not a seed. */
export const MAX_SEEDS = 100;

const name = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });

const limit = (description: string, more: object = {}) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, description, ...more }));

const SHARED = {
  user: USER,
  group_by_product: Type.Optional(
    Type.Boolean({
      default: true,
      description: "False: every variant that matches is an item, those of a product one after the other.",
    }),
  ),
  seed: Type.Optional(
    nullable(
      closed({
        product_identifiers: Type.Optional(
          list(Type.String({ minLength: 1, maxLength: 512 }), {
            maxItems: MAX_SEEDS,
            description: "What the page is about, such as its product or the cart's products: oldest first.",
          }),
        ),
      }),
    ),
  ),
  filters: FILTERS,
  projection: PROJECTION,
  context: contextSchema("Keeps products of one category apart."),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, string | null> | null>({
      type: ["object", "null"],
      maxProperties: 50,
      additionalProperties: { type: ["string", "null"], maxLength: 2_000 },
      description:
        "What else the page knows. `query`, or else `url` or `path`: what the shopper was looking for, for profiles that start from words.",
    }),
  ),
};

/** The body of `POST /v2/recommendations/query`. */
export const QUERY_REQUEST = closed({
  ...SHARED,
  profile: Type.Optional(
    name(
      "Which kind of recommendation; the storefront's profiles are known. `similar` with seeds and `for_you` without, unless given.",
    ),
  ),
  limit: limit("Items at most.", { default: DEFAULT_LIMIT }),
});

/** The body of `POST /v2/recommendations/query/slots`. */
export const SLOTS_REQUEST = closed({
  ...SHARED,
  placement: name("Which place of the storefront."),
  limit: limit("Products a slot at most; never more than the placement shows."),
});

export type QueryBody = Of<typeof QUERY_REQUEST>;
export type SlotsBody = Of<typeof SLOTS_REQUEST>;
