import type { JsonSchema } from "../schema/validator.js";
import {
  contextSchema,
  DEFAULT_LIMIT,
  FILTERS_SCHEMA,
  MAX_LIMIT,
  PROJECTION_SCHEMA,
  USER_SCHEMA,
  type RequestContext,
} from "../search/request-schema.js";

/** More than fit into a cart; a whole history is not a seed. */
export const MAX_SEEDS = 100;

/** What both kinds of request have, as the schemas admit it. */
interface RecommendationBody {
  readonly user: { readonly device_id: string; readonly user_id?: string | null };
  readonly limit?: number;
  readonly group_by_product?: boolean;
  readonly seed?: { readonly product_identifiers?: readonly string[] } | null;
  readonly filters?: Readonly<Record<string, unknown>> | null;
  readonly projection?: readonly string[];
  readonly context?: RequestContext | null;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

/** The body of a query as its schema admits it. */
export interface QueryBody extends RecommendationBody {
  readonly profile?: string;
}

/** The body of a request for the slots of a placement. */
export interface SlotsBody extends RecommendationBody {
  readonly placement: string;
}

const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

const name = (description: string): JsonSchema => ({ type: "string", minLength: 1, maxLength: 100, description });

const limit = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: "integer",
  minimum: 1,
  maximum: MAX_LIMIT,
  description,
  ...more,
});

const SHARED = {
  user: USER_SCHEMA,
  group_by_product: {
    type: "boolean",
    default: true,
    description: "False: every variant that matches is an item, those of a product one after the other.",
  },
  seed: object(
    {
      product_identifiers: {
        type: "array",
        maxItems: MAX_SEEDS,
        items: { type: "string", minLength: 1, maxLength: 512 },
        description: "What the page is about, such as its product or the cart's products: oldest first.",
      },
    },
    { type: ["object", "null"] },
  ),
  filters: FILTERS_SCHEMA,
  projection: PROJECTION_SCHEMA,
  context: contextSchema("Keeps products of one category apart."),
  metadata: {
    type: ["object", "null"],
    maxProperties: 50,
    additionalProperties: { type: ["string", "null"], maxLength: 2_000 },
    description:
      "What else the page knows. `query`, or else `url` or `path`: what the shopper was looking for, for profiles that start from words.",
  },
} as const;

/** What `POST /v2/recommendations/query` accepts. */
export const QUERY_REQUEST_SCHEMA: JsonSchema = object(
  {
    ...SHARED,
    profile: name(
      "Which kind of recommendation; the storefront's profiles are known. `similar` with seeds and `for_you` without, unless given.",
    ),
    limit: limit("Items at most.", { default: DEFAULT_LIMIT }),
  },
  { required: ["user"] },
);

/** What `POST /v2/recommendations/query/slots` accepts. */
export const SLOTS_REQUEST_SCHEMA: JsonSchema = object(
  {
    ...SHARED,
    placement: name("Which place of the storefront."),
    limit: limit("Products a slot at most; never more than the placement shows."),
  },
  { required: ["user", "placement"] },
);
