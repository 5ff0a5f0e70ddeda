import type { JsonSchema } from "../../schema/validator.js";
import {
  contextSchema,
  MAX_QUERY_LENGTH,
  PROJECTION_SCHEMA,
  USER_SCHEMA,
  type RequestContext,
} from "../request-schema.js";

/** How many of each are wanted where the request does not say. */
export const DEFAULT_LIMITS = { queries: 6, categories: 3, brands: 3, products: 4 } as const;
const MOST = 20;

/** The body of a request for suggestions as its schema admits it. */
export interface SuggestBody {
  readonly user: { readonly device_id: string; readonly user_id?: string | null };
  readonly query?: string | null;
  readonly limits?: Partial<Record<keyof typeof DEFAULT_LIMITS, number>> | null;
  readonly projection?: readonly string[];
  readonly context?: RequestContext | null;
}

const limit = (of: keyof typeof DEFAULT_LIMITS): JsonSchema => ({
  type: "integer",
  minimum: 0,
  maximum: MOST,
  default: DEFAULT_LIMITS[of],
});

const closed = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

/** What `POST /v2/recommendations/suggest` accepts. */
export const SUGGEST_REQUEST_SCHEMA: JsonSchema = closed(
  {
    user: USER_SCHEMA,
    query: {
      type: ["string", "null"],
      maxLength: MAX_QUERY_LENGTH,
      description: "What has been typed so far; nothing in it is syntax. Without it: where many begin.",
    },
    limits: closed(
      {
        queries: limit("queries"),
        categories: limit("categories"),
        brands: limit("brands"),
        products: limit("products"),
      },
      { type: ["object", "null"], description: "How many of each at most; 0 leaves them out." },
    ),
    projection: PROJECTION_SCHEMA,
    context: contextSchema("Accepted; suggestions are the same with it and without."),
  },
  { required: ["user"] },
);
