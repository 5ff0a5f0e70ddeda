import { PUBLISHED_FILTER } from "../filters/filter-schema.js";
import type { JsonSchema } from "../schema/validator.js";
import { CURSOR_FORM, MAX_CURSOR_TAKEN } from "./cursor/cursor.js";
import { PUBLISHED_SELECTIONS } from "./facet-filters.js";
import type { PaginationParameters } from "./pagination.js";
import { MAX_WORDS } from "./text/words.js";

export const DEFAULT_LIMIT = 24;
export const MAX_LIMIT = 250;
export const DEFAULT_FACET_VALUES = 50;
export const MAX_FACET_VALUES = 1_000;
export const MAX_QUERY_LENGTH = 1_000;

/** The body of a search as its schema admits it. */
export interface SearchBody {
  readonly user: { readonly device_id: string; readonly user_id?: string | null };
  readonly query?: string | null;
  readonly limit?: number;
  readonly sort?: readonly [string];
  readonly filters?: Readonly<Record<string, unknown>> | null;
  readonly facet_filters?: Readonly<Record<string, unknown>> | null;
  readonly facets?: { readonly keys?: readonly string[]; readonly max_values?: number } | null;
  readonly projection?: readonly string[];
  readonly pagination?: PaginationParameters | null;
  readonly context?: RequestContext | null;
}

const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

/** Who is looking; the same in every recommendation request. */
export const USER_SCHEMA: JsonSchema = object(
  {
    device_id: {
      type: "string",
      minLength: 1,
      maxLength: 256,
      pattern: "\\S",
      "x-expected": "a string of 1 to 256 characters that is not blank",
      description: "The browser's long-lived identifier: the same string on every call.",
    },
    user_id: {
      type: ["string", "null"],
      maxLength: 256,
      description:
        "For shoppers who are logged in; carries what is learnt across devices. Signed where the storefront wants it (`signed_user_ids`).",
    },
  },
  { required: ["device_id"] },
);

export const FILTERS_SCHEMA: JsonSchema = {
  type: ["object", "null"],
  "x-expected": "a filter expression (an object)",
  "x-published": PUBLISHED_FILTER,
  description:
    "Which products are eligible. Leaf names (objects dotted) with a value, or with an object of $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not; joined by $and, $or and $not. null means that there is no value. `name`, `category` and aliases are what they are in projections.",
};

export const PROJECTION_SCHEMA: JsonSchema = {
  type: "array",
  maxItems: 100,
  items: { type: "string", minLength: 1, maxLength: 255 },
  description: "The item fields to return beside the identifiers; those of the interface unless given.",
};

/** What surrounds a request; the same in every recommendation request. */
export interface RequestContext {
  readonly user_agent?: string | null;
  readonly url?: string | null;
  readonly category_diversification?: boolean;
}

/** @param diversification what the one field with an effect does at this endpoint */
export const contextSchema = (diversification: string): JsonSchema =>
  object(
    {
      user_agent: { type: ["string", "null"], description: "Accepted, not used and not stored." },
      url: { type: ["string", "null"], description: "Accepted, not used and not stored." },
      category_diversification: { type: "boolean", description: diversification },
    },
    { type: ["object", "null"] },
  );

/** A cursor that is null is none. */
const PUBLISHED_PAGINATION: JsonSchema = {
  anyOf: [
    { required: ["page"], properties: { page: { type: "integer" } } },
    { properties: { cursor: { type: "null" } } },
  ],
};

/** What `POST /v2/recommendations/search` accepts. */
export const SEARCH_REQUEST_SCHEMA: JsonSchema = object(
  {
    user: USER_SCHEMA,
    query: {
      type: ["string", "null"],
      maxLength: MAX_QUERY_LENGTH,
      description: `What the shopper typed; absent, null or blank for a listing. Its first ${MAX_WORDS} words are looked for; the answer's \`meta.query_shortened\` says when there are more.`,
    },
    limit: {
      type: "integer",
      minimum: 0,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: "Products a page; 0 returns facets and the total only.",
    },
    sort: {
      type: "array",
      minItems: 1,
      maxItems: 1,
      items: { type: "string" },
      "x-expected": "a list of exactly one sort key",
    },
    filters: FILTERS_SCHEMA,
    facet_filters: {
      type: ["object", "null"],
      "x-expected": "an object of facet keys and what is selected in each",
      "x-published": PUBLISHED_SELECTIONS,
      description:
        "What the shopper has selected: facet key → a value, a list of values, a range {min, max}, or a list of ranges. Alternatives within a key, together across keys.",
    },
    facets: object(
      {
        keys: {
          type: "array",
          maxItems: 100,
          items: { type: "string" },
          description: "The facets to count; `*` for all the storefront has, which is also the default.",
        },
        max_values: {
          type: "integer",
          minimum: 1,
          maximum: MAX_FACET_VALUES,
          default: DEFAULT_FACET_VALUES,
          description: "Of a list, and of a tree's values below one and the same, those with the most products.",
        },
      },
      { type: ["object", "null"] },
    ),
    projection: PROJECTION_SCHEMA,
    pagination: object(
      {
        page: {
          type: "integer",
          minimum: 1,
          maximum: 1_000_000_000,
          description:
            "Where the sort is by a field, the page wanted; else what to call the next one. Required beside a cursor.",
        },
        cursor: {
          type: "string",
          maxLength: MAX_CURSOR_TAKEN,
          description: "The recommendation_id of the previous response.",
          "x-published": { pattern: CURSOR_FORM },
        },
      },
      { type: ["object", "null"], "x-published": PUBLISHED_PAGINATION },
    ),
    context: contextSchema("Keeps products of one category apart, where the order is the storefront's own."),
  },
  { required: ["user"] },
);
