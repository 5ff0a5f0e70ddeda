import Type from "typebox";
import { closed, nullable, type Of } from "../../schema/typed.js";
import { contextSchema, MAX_QUERY_LENGTH, PROJECTION, USER } from "../request-schema.js";

/** How many of each are wanted where the request does not say. */
export const DEFAULT_LIMITS = { queries: 6, categories: 3, brands: 3, products: 4 } as const;

const limit = (of: keyof typeof DEFAULT_LIMITS) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 20, default: DEFAULT_LIMITS[of] }));

/** The body of `POST /v2/recommendations/suggest`. */
export const SUGGEST_REQUEST = closed({
  user: USER,
  query: Type.Optional(
    nullable(
      Type.String({
        maxLength: MAX_QUERY_LENGTH,
        description: "What has been typed so far; nothing in it is syntax. Without it: where many begin.",
      }),
    ),
  ),
  limits: Type.Optional(
    nullable(
      closed({
        queries: limit("queries"),
        categories: limit("categories"),
        brands: limit("brands"),
        products: limit("products"),
      }),
      { description: "How many of each at most; 0 leaves them out." },
    ),
  ),
  projection: PROJECTION,
  context: contextSchema("Accepted; suggestions are the same with it and without."),
});

export type SuggestBody = Of<typeof SUGGEST_REQUEST>;
