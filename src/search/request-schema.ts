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

/** The shopper. The schema is the same in every recommendation request. */
export const USER = closed({
  device_id: Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: "\\S",
    "x-expected": "a string of 1 to 256 characters that is not blank",
    description: "The browser's long-lived identifier: the same string on every call.",
  }),
  user_id: Type.Optional(
    nullable(
      Type.String({
        maxLength: 256,
        description:
          "For shoppers who are logged in; carries what is learnt across devices. Signed where the storefront wants it (`signed_user_ids`).",
      }),
    ),
  ),
});

/** An object whose keys are data (fields or facets). The handler validates its content. */
const named = (options: object) =>
  Type.Optional(Type.Unsafe<Record<string, unknown> | null>({ type: ["object", "null"], ...options }));

export const FILTERS = named({
  "x-expected": "a filter expression (an object)",
  "x-published": PUBLISHED_FILTER,
  description:
    "Which products are eligible. Leaf names (objects dotted) with a value, or with an object of $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not; joined by $and, $or and $not. null means that there is no value. `name`, `category` and aliases are what they are in projections.",
});

export const PROJECTION = Type.Optional(
  list(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 100,
    description: "The item fields to return beside the identifiers; those of the interface unless given.",
  }),
);

/**
 * The schema of a request's context, the same in every recommendation request.
 * @param diversification description of `category_diversification`, the only field with an effect
 */
export const contextSchema = (diversification: string) => {
  const unused = Type.Optional(nullable(Type.String({ description: "Accepted, not used and not stored." })));
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

/** A cursor of null counts as absent. */
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
        "Where the sort is by a field, the page wanted; else what to call the next one. Required beside a cursor.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: MAX_CURSOR,
      description: "The recommendation_id of the previous response.",
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
        description: `What the shopper typed; absent, null or blank for a listing. Its first ${MAX_WORDS} words are looked for; the answer's \`meta.query_shortened\` says when there are more.`,
      }),
    ),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: "Products a page; 0 returns facets and the total only.",
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
    "x-expected": "an object of facet keys and what is selected in each",
    "x-published": PUBLISHED_SELECTIONS,
    description:
      "What the shopper has selected: facet key → a value, a list of values, a range {min, max}, or a list of ranges. Alternatives within a key, together across keys.",
  }),
  facets: Type.Optional(
    nullable(
      closed({
        keys: Type.Optional(
          list(Type.String(), {
            maxItems: 100,
            description: "The facets to count; `*` for all the storefront has, which is also the default.",
          }),
        ),
        max_values: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_FACET_VALUES,
            default: DEFAULT_FACET_VALUES,
            description: "Of a list, and of a tree's values below one and the same, those with the most products.",
          }),
        ),
      }),
    ),
  ),
  projection: PROJECTION,
  pagination: Type.Optional(nullable(PAGINATION, { "x-published": PUBLISHED_PAGINATION })),
  context: contextSchema("Keeps products of one category apart, where the order is the storefront's own."),
});

export type SearchBody = Of<typeof SEARCH_REQUEST>;
export type PaginationParameters = Of<typeof PAGINATION>;

/** The query as typed; null for a listing. */
export function queryOf({ query }: Pick<SearchBody, "query">): string | null {
  const typed = query?.trim() ?? "";
  return typed === "" ? null : typed;
}
