import { FILTER_SCHEMAS } from "../filters/filter-schema.js";
import { published } from "../schema/published.js";
import type { JsonSchema } from "../schema/validator.js";
import { DEFAULT_CONFIGURATION as DEFAULTS, LANGUAGES } from "./configuration.js";
import { EVENTS_SCHEMA } from "./events-schema.js";
import { FIELD_TYPES } from "./field-types.js";
import { POPULARITY_SCHEMA } from "./popularity-schema.js";
import { PLACEMENTS_SCHEMA, PROFILES_SCHEMA } from "./recommendation-schema.js";
import { RULES_SCHEMA } from "./rules-schema.js";
import { SEARCH_SCHEMA } from "./search-schema.js";
import { SUGGEST_SCHEMA } from "./suggest-schema.js";
import { RANKING_SCHEMA, TASTE_SCHEMA } from "./taste-schema.js";

const label = { type: "string", minLength: 1, maxLength: 200, description: "Text shown to shoppers." };

const key = {
  type: "string",
  pattern: "^[A-Za-z][A-Za-z0-9_.-]{0,99}$",
  "x-expected": "a name of letters, digits, `_`, `.` and `-` that begins with a letter",
};

const leaf = {
  type: "string",
  maxLength: 512,
  pattern: "^[^_.][^.]*(?:\\.[^_.][^.]*)*$",
  "x-expected": "the dotted name of a feed field, like `designer` or `attributes.text.type`",
};

const weight = (description: string, fallback: number) => ({
  type: "number",
  minimum: 0,
  maximum: 100,
  default: fallback,
  description,
});

/** An object that refuses every field it does not list. */
const closed = (properties: JsonSchema, required: readonly string[] = []) => ({
  type: "object",
  additionalProperties: false,
  properties,
  ...(required.length === 0 ? {} : { required }),
});

const sortKey = {
  type: "object",
  required: ["by"],
  discriminator: { propertyName: "by" },
  oneOf: [
    closed(
      {
        key,
        label,
        by: { const: "featured", description: "The storefront's own ranking, personal where taste is known." },
      },
      ["key", "label", "by"],
    ),
    closed(
      {
        key,
        label,
        by: { const: "field", description: "A fixed order by one field; products without a value come last." },
        field: leaf,
        order: { type: "string", enum: ["asc", "desc"] },
      },
      ["key", "label", "by", "field", "order"],
    ),
  ],
};

const facetBase = {
  key: { ...key, description: "Name of the facet in requests and answers." },
  label,
  field: { ...leaf, description: "The feed field whose values are counted." },
  collapsed: { type: "boolean", default: false, description: "Whether the storefront shows the facet folded." },
  selection_mode: {
    type: "string",
    enum: ["multi", "single"],
    default: "multi",
    description: "Whether the storefront offers several values at a time.",
  },
};

/** That it has a bound is checked by hand. */
const range = {
  ...closed({
    min: { type: "number", description: "Inclusive lower bound; open when left out." },
    max: { type: "number", description: "Inclusive upper bound; open when left out." },
    label,
  }),
  minProperties: 1,
  "x-published": {
    anyOf: ["min", "max"].map((bound) => ({ required: [bound], properties: { [bound]: { type: "number" } } })),
  },
};

const facetOrder = {
  type: "string",
  enum: ["count", "value", "natural"],
  default: "count",
  description: "By number of products, by value, or by value with numbers in numeric order.",
};

const facet = {
  type: "object",
  required: ["type"],
  discriminator: { propertyName: "type" },
  oneOf: [
    closed(
      {
        ...facetBase,
        type: { const: "list", description: "One entry for each value." },
        order: facetOrder,
        value_labels: {
          type: "object",
          maxProperties: 1000,
          additionalProperties: label,
          description:
            "Values with the text that shoppers see instead; `true` and `false` are yes and no in `language`.",
        },
      },
      ["key", "label", "type", "field"],
    ),
    closed(
      {
        ...facetBase,
        field: { ...facetBase.field, "x-published": { const: "categories" } },
        type: {
          const: "tree",
          description: "Entries nested by their levels: of `categories`, whose values also stand for all above them.",
        },
        order: facetOrder,
      },
      ["key", "label", "type", "field"],
    ),
    closed(
      {
        ...facetBase,
        type: { const: "range", description: "One entry for each range of a numeric field." },
        ranges: {
          type: "array",
          maxItems: 100,
          items: range,
          default: [],
          description: "Left out or empty: round ranges are proposed from the values found.",
        },
      },
      ["key", "label", "type", "field"],
    ),
  ],
};

const availability = {
  ...closed(
    {
      field: leaf,
      in_stock: {
        type: "array",
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        items: { type: ["string", "number", "boolean"] },
        description: "Values that mean that a variant can be bought. A variant without any value can be.",
      },
      out_of_stock: {
        type: "string",
        enum: ["hide", "bury"],
        description: "Leave such variants out everywhere, or put products without any other last.",
      },
      sorted: {
        type: "string",
        enum: ["bury", "keep"],
        default: "keep",
        description:
          "With `bury`, in orders by a field: put products of which nothing in stock has a value behind the others, or leave them where their value is.",
      },
    },
    ["field", "in_stock", "out_of_stock"],
  ),
  type: ["object", "null"],
  default: null,
  description: "Which variants are in stock, and what happens to the others. Null: all are.",
};

const redirect = closed(
  {
    queries: { type: "array", minItems: 1, maxItems: 1000, items: { type: "string", minLength: 1, maxLength: 500 } },
    url: {
      type: "string",
      maxLength: 2000,
      "x-published": { pattern: "^(?:https?://[^\\s\\\\]+|/(?:[^/\\s\\\\][^\\s\\\\]*)?)$" },
      description: "An http or https address, or a path of the storefront that begins with a slash.",
    },
  },
  ["queries", "url"],
);

/** What validates a storefront's configuration document. Every setting may be left out. */
export const CONFIGURATION_SCHEMA: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Storefront configuration",
  description: "What a merchandiser changes. Every setting that is left out takes its default.",
  ...closed({
    $schema: { type: "string", description: "For editors; has no effect." },
    language: {
      type: "string",
      enum: LANGUAGES,
      default: DEFAULTS.language,
      description: "Language of titles and descriptions; a change takes effect with the next soft_replace.",
    },
    currency: {
      type: "string",
      pattern: "^[A-Z]{3}$",
      "x-expected": "a currency code of three capital letters, like EUR",
      description: "ISO 4217, for information: prices are returned as the feed has them.",
    },
    sort_keys: { type: "array", minItems: 1, maxItems: 100, items: sortKey, default: DEFAULTS.sort_keys },
    default_sort: { ...key, default: DEFAULTS.default_sort, description: "The sort key of requests that name none." },
    facets: { type: "array", maxItems: 200, items: facet, default: DEFAULTS.facets },
    aliases: {
      type: "object",
      maxProperties: 200,
      propertyNames: key,
      additionalProperties: leaf,
      default: DEFAULTS.aliases,
      description: "Further item field names for projections, each with the feed field it stands for.",
    },
    field_weights: {
      ...closed({
        title: weight("The product's title.", DEFAULTS.field_weights.title),
        designer: weight("Brand or designer.", DEFAULTS.field_weights.designer),
        categories: weight("Category names.", DEFAULTS.field_weights.categories),
        description: weight("The product's description.", DEFAULTS.field_weights.description),
        other: weight("All other text.", DEFAULTS.field_weights.other),
      }),
      description: "How much a match in each text counts.",
    },
    availability,
    department: {
      ...leaf,
      type: ["string", "null"],
      default: DEFAULTS.department,
      description:
        "The feed field whose values say, in words for women, men and children, whom a product is made for. Null: found in the feed.",
    },
    field_types: {
      type: "object",
      maxProperties: 1000,
      propertyNames: leaf,
      additionalProperties: { type: "string", enum: FIELD_TYPES },
      default: DEFAULTS.field_types,
      description:
        "What the values of fields are, where it shall not be learnt from the feed. `date`: ISO 8601 timestamps, compared as points in time. A change takes effect with the next soft_replace.",
    },
    date_fields: {
      type: "array",
      maxItems: 100,
      uniqueItems: true,
      items: leaf,
      default: [],
      deprecated: true,
      description: "The former way to write `field_types` of `date`.",
    },
    redirects: {
      type: "array",
      maxItems: 5000,
      items: redirect,
      default: DEFAULTS.redirects,
      description: "Searches that lead to a page instead, compared without case and surrounding blanks.",
    },
    signed_user_ids: {
      type: "boolean",
      default: DEFAULTS.signed_user_ids,
      description: "Whether a user_id counts only with the signature of the shop's server behind it.",
    },
    events: EVENTS_SCHEMA,
    ingestion: closed({
      max_deactivated_share: {
        type: ["number", "null"],
        minimum: 0,
        maximum: 1,
        default: DEFAULTS.ingestion.max_deactivated_share,
        description:
          "A soft_replace that would deactivate more than this share of the active products fails. Null: none does.",
      },
      max_leaves: {
        type: "integer",
        minimum: 1,
        maximum: 20_000,
        default: DEFAULTS.ingestion.max_leaves,
        description: "Feed fields beyond this many are returned but cannot be filtered on.",
      },
    }),
    taste: TASTE_SCHEMA,
    ranking: RANKING_SCHEMA,
    search: SEARCH_SCHEMA,
    suggest: SUGGEST_SCHEMA,
    popularity: POPULARITY_SCHEMA,
    profiles: PROFILES_SCHEMA,
    placements: PLACEMENTS_SCHEMA,
    rules: RULES_SCHEMA,
  }),
};

/** The same for editors, by itself. */
export const PUBLISHED_CONFIGURATION_SCHEMA: JsonSchema = published(
  { ...CONFIGURATION_SCHEMA, $defs: FILTER_SCHEMAS },
  "#/$defs/",
);
