import Type from "typebox";
import { PUBLISHED_FILTER } from "../filters/filter-schema.js";
import { closed, list, nullable, type Of } from "../schema/typed.js";
import { CURSOR_FORM, MAX_CURSOR } from "./paging/cursor.js";
import { PUBLISHED_SELECTIONS } from "./facets/facet-filters.js";
import { MAX_WORDS } from "./text/words.js";

export const DEFAULT_LIMIT = 24;
export const MAX_LIMIT = 250;
export const DEFAULT_FACET_VALUES = 50;
const MAX_FACET_VALUES = 1_000;
export const MAX_QUERY_LENGTH = 1_000;

/** Schema of the shopper in a request, the same for all recommendation endpoints. */
export const USER = closed({
  device_id: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: "\\S",
    "x-expected": "a string of 1 to 256 characters that is not blank",
    description: "Persistent identifier of the browser. Send the same value with every request.",
  }),
  user_id: Type.Optional(
    nullable(
      Type.String({
        maxLength: 256,
        description:
          "Identifier of a logged-in shopper, whose taste profile is shared across devices. The identifier must be signed if the storefront requires signatures (`signed_user_ids`).",
      }),
    ),
  ),
});

/** Schema of an object whose keys are names of fields or facets. The request handler validates the content of the object. */
const named = (options: object) =>
  Type.Optional(Type.Unsafe<Record<string, unknown> | null>({ type: ["object", "null"], ...options }));

export const FILTERS = named({
  "x-expected": "a filter expression (an object)",
  "x-published": PUBLISHED_FILTER,
  description:
    "Filter for eligible products. Maps field names (nested fields in dot notation) to a value, or to an object with the operators $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not. Conditions are combined with $and, $or and $not. null matches products without a value. Field names are resolved in the same way as in `projection`; aliases, `name` and `category` are also accepted.",
});

export const PROJECTION = Type.Optional(
  list(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 100,
    description: "Item fields to return in addition to the identifiers. Default: the standard item fields.",
  }),
);

/**
 * The schema of a request's context, the same in every recommendation request.
 * @param diversification description of `category_diversification`, the only context field that affects the response
 */
export const contextSchema = (diversification: string) => {
  const unused = Type.Optional(
    nullable(
      Type.String({ description: "This member is accepted for compatibility, but is neither used nor stored." }),
    ),
  );
  return Type.Optional(
    nullable(
      closed({
        user_agent: unused,
        url: unused,
        category_diversification: Type.Optional(Type.Boolean({ description: diversification })),
      }),
    ),
  );
};

/** Condition for `pagination` in the published schema: a cursor that is not null requires a page number. */
const PUBLISHED_PAGINATION = {
  anyOf: [
    { required: ["page"], properties: { page: { type: "integer" } } },
    { properties: { cursor: { type: "null" } } },
  ],
};

const PAGINATION = closed({
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description:
        "Page number, required with a cursor. If sorted by a field, any page can be requested. With a ranked sort such as `featured`, the response is always the next page, whatever number is requested.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: MAX_CURSOR,
      description: "`recommendation_id` of the previous response.",
      "x-published": { pattern: CURSOR_FORM },
    }),
  ),
});

/** The body of `POST /v2/recommendations/search`. */
export const SEARCH_REQUEST = closed({
  user: USER,
  query: Type.Optional(
    nullable(
      Type.String({
        maxLength: MAX_QUERY_LENGTH,
        description: `Search query. Without a query (absent, null or only whitespace), the response is a listing. Only the first ${MAX_WORDS} words are searched; if the query has more, \`meta.query_shortened\` is true.`,
      }),
    ),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: "Maximum number of products per page. 0 returns only the facets and the total.",
    }),
  ),
  sort: Type.Optional(
    Type.Unsafe<[string]>({
      type: "array",
      minItems: 1,
      maxItems: 1,
      items: { type: "string" },
      "x-expected": "a list of exactly one sort key",
    }),
  ),
  filters: FILTERS,
  facet_filters: named({
    "x-expected": "an object that maps facet keys to selections",
    "x-published": PUBLISHED_SELECTIONS,
    description:
      "Selected facet values. Maps a facet key to a value, a list of values, a range {min, max} or a list of ranges. Values of one facet are combined with OR, facets with AND.",
  }),
  facets: Type.Optional(
    nullable(
      closed({
        keys: Type.Optional(
          list(Type.String(), {
            maxItems: 100,
            description:
              "Keys of the facets to return. `*` returns all facets of the storefront, which is the default.",
          }),
        ),
        max_values: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_FACET_VALUES,
            default: DEFAULT_FACET_VALUES,
            description:
              "Maximum number of values per list facet, and per parent of a tree facet. Values with the most products are returned.",
          }),
        ),
      }),
    ),
  ),
  projection: PROJECTION,
  pagination: Type.Optional(nullable(PAGINATION, { "x-published": PUBLISHED_PAGINATION })),
  context: contextSchema(
    "Whether to separate products of the same category in the response. Only applies to ranked sorts such as `featured`.",
  ),
});

export type SearchBody = Of<typeof SEARCH_REQUEST>;
export type PaginationParameters = Of<typeof PAGINATION>;

/** Returns the typed query without surrounding spaces, or null for a listing. */
export function queryOf({ query }: Pick<SearchBody, "query">): string | null {
  const typed = query?.trim() ?? "";
  return typed === "" ? null : typed;
}
