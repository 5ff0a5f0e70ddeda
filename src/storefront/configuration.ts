import Type from "typebox";
import { fieldNamed } from "../filters/field-names.js";
import { FILTER_SCHEMAS } from "../filters/filter-schema.js";
import { LANGUAGE_NAMES } from "../languages/index.js";
import { published } from "../schema/published.js";
import {
  choice,
  closed,
  completed,
  integer,
  list,
  nullable,
  number,
  record,
  toggle,
  type DeepPartial,
  type Of,
} from "../schema/typed.js";
import { rulesInTime } from "./campaigns.js";
import { CAMPAIGNS } from "./campaigns-configuration.js";
import { FACETS } from "./facets-configuration.js";
import { FIELD_TYPES } from "./field-types.js";
import { FIELDS, key, KEY, field, FIELD } from "./fields-configuration.js";
import { fieldsByField, isVisibleField } from "../filters/visible-fields.js";
import { POPULARITY } from "./popularity-configuration.js";
import { PLACEMENTS, PROFILES } from "./recommendation-configuration.js";
import { address, RULES, type Rule } from "./rules-configuration.js";
import { SEARCH, SUGGEST } from "./search-configuration.js";
import { fieldSortOf, SORT_KEYS } from "./sorts-configuration.js";
import { RANKING, TASTE } from "./taste-configuration.js";

const AVAILABILITY = nullable(
  closed({
    field: Type.String({ ...FIELD, description: "The feed field with the stock status." }),
    in_stock: list(Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: "Field values of variants in stock. Variants without a value also count as in stock.",
    }),
    out_of_stock: choice(["hide", "bury"], {
      description:
        "`hide` excludes out-of-stock variants everywhere, also from totals and facet counts. `bury` ranks out-of-stock products last in searches and featured listings.",
    }),
    sorted: choice(["bury", "keep"], {
      default: "keep",
      description:
        "Order of out-of-stock products if results are sorted by a field and `out_of_stock` is `bury`. `keep` uses the values of all variants. `bury` uses the values of variants in stock, and lists all other products last.",
    }),
  }),
  {
    default: null,
    description:
      "Which variants are in stock, and how out-of-stock variants are ranked. Null: all variants are in stock.",
  },
);

const EVENTS = closed(
  {
    page_url_parameters: list(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 100,
      uniqueItems: true,
      default: [],
      description:
        "Query parameters of page URLs that are stored, such as `utm_source`. Other query parameters are removed before events are stored.",
    }),
  },
  { description: "Selects the event data that is stored." },
);

const REDIRECT = closed({
  queries: list(Type.String({ minLength: 1, maxLength: 500 }), {
    minItems: 1,
    maxItems: 1000,
    description: "Queries that redirect.",
  }),
  url: address("Target of the redirect: an http or https URL, or a path that begins with one slash."),
});

const weight = (fallback: number, description: string) => number(fallback, [0, 100], description);

/**
 * The schema of a storefront's configuration, used for validation, defaults, documentation and types. Each storefront
 * has one configuration document. Fields are dotted feed field names ("designer", "attributes.text.type").
 */
export const CONFIGURATION = closed(
  {
    $schema: Type.Optional(
      Type.String({ description: "URL of the JSON Schema, for text editors. The service ignores this URL." }),
    ),
    language: choice(LANGUAGE_NAMES, {
      default: "english",
      description: "Language of titles, categories and descriptions.",
    }),
    currency: Type.Optional(
      Type.String({
        pattern: "^[A-Z]{3}$",
        "x-expected": "a currency code of three capital letters, like EUR",
        description: "ISO 4217 currency code of the prices, for display only.",
      }),
    ),
    sort_keys: SORT_KEYS,
    default_sort: Type.String({
      ...KEY,
      default: "featured",
      description: "Sort key of requests without `sort`.",
    }),
    facets: FACETS,
    aliases: record(key, field, {
      maxProperties: 200,
      default: {},
      description: "Additional names of feed fields, for requests and settings.",
    }),
    fields: FIELDS,
    field_weights: closed(
      {
        title: weight(4, "The title."),
        designer: weight(3, "Brand or designer."),
        categories: weight(2, "Category names."),
        description: weight(1, "The description."),
        other: weight(0.5, "Weight of all other texts of the product."),
      },
      { description: "Weight of a word that matches in the title, the brand or another text." },
    ),
    search: SEARCH,
    suggest: SUGGEST,
    availability: AVAILABILITY,
    department: nullable(Type.String({ ...FIELD }), {
      default: null,
      description:
        "Field with the department of a product (women, men, girls, boys, children). Null: detected in the feed.",
    }),
    sells_fashion: nullable(Type.Boolean(), {
      default: null,
      description: "Whether the shop sells fashion. Null: detected in the feed.",
    }),
    field_types: record(field, choice(FIELD_TYPES), {
      maxProperties: 1000,
      default: {},
      description: "Types of fields, in place of the detected types.",
    }),
    redirects: list(REDIRECT, {
      maxItems: 5000,
      default: [],
      description: "Queries that redirect to a page.",
    }),
    ingestion: closed(
      {
        max_deactivated_share: nullable(
          number(
            0,
            [0, 1],
            "Maximum share of active products that a feed may deactivate by `soft_replace`. Above this share, the ingestion fails and the catalogue stays unchanged. Null: no limit.",
          ),
          { default: null },
        ),
        max_fields: integer(
          10_000,
          [1, 20_000],
          "Maximum number of filterable fields. Other fields are returned, but not filterable. Fields in the configuration are always filterable. At the limit, a `soft_replace` removes unused fields before it adds new fields.",
        ),
      },
      { description: "Limits for feeds." },
    ),
    holdout_share: number(0, [0, 0.2], "Share of devices without personalization, as a baseline for experiments."),
    signed_user_ids: toggle(false, "Whether user ids must be signed by the shop's server."),
    events: EVENTS,
    taste: TASTE,
    ranking: RANKING,
    popularity: POPULARITY,
    profiles: PROFILES,
    placements: PLACEMENTS,
    campaigns: CAMPAIGNS,
    rules: RULES,
  },
  {
    title: "Storefront configuration",
    description: "Settings of a storefront. Omitted settings have their defaults.",
  },
);

/** The standalone JSON Schema of the configuration, for text editors. */
export const PUBLISHED_CONFIGURATION_SCHEMA = published(
  { $schema: "https://json-schema.org/draft/2020-12/schema", ...CONFIGURATION, $defs: FILTER_SCHEMAS },
  "#/$defs/",
);

type Whole = Of<typeof CONFIGURATION>;

/** A configuration document with all defaults filled in. Campaigns and rules are as submitted. */
export type WholeConfiguration = Omit<Whole, "$schema">;

/** The live configuration. The times of campaigns are already included in the rules. */
export interface StorefrontConfiguration extends Omit<WholeConfiguration, "campaigns" | "rules"> {
  readonly rules: readonly Rule[];
}

export type ConfigurationDocument = DeepPartial<Whole>;

export type FieldWeights = Whole["field_weights"];
export type Availability = NonNullable<Whole["availability"]>;
export type Redirect = Of<typeof REDIRECT>;

/**
 * Returns the live configuration for a validated document. The result is not a valid document, because the campaigns of
 * rules are already resolved.
 */
export const completeConfiguration = (document: ConfigurationDocument): StorefrontConfiguration =>
  live(wholeConfiguration(document));

export const live = ({ campaigns, ...whole }: WholeConfiguration): StorefrontConfiguration => ({
  ...whole,
  rules: rulesInTime(whole.rules, campaigns),
});

/**
 * Fills in all defaults of a valid document and replaces aliases by field names. Default sorts, facets and taste fields
 * that use a private field are omitted. The result is an equivalent document.
 */
export function wholeConfiguration(document: ConfigurationDocument): WholeConfiguration {
  const configuration = completed(CONFIGURATION, document);
  const { aliases, availability, department, taste } = configuration;
  const fields = fieldsByField(configuration.fields, aliases);
  const isVisible = isVisibleField(fields);
  const withField = <T extends { readonly field: string }>(one: T): T => ({
    ...one,
    field: fieldNamed(one.field, aliases),
  });
  return {
    ...configuration,
    fields,
    sort_keys: configuration.sort_keys
      .map((sort) => ("field" in sort ? withField(sort) : sort))
      .filter((sort) => document.sort_keys !== undefined || isVisible(fieldSortOf(sort)?.field ?? ANY_FIELD)),
    facets: configuration.facets
      .map(withField)
      .filter(({ field }) => document.facets !== undefined || isVisible(field)),
    taste: {
      ...taste,
      fields: taste.fields.filter(({ field }) => document.taste?.fields !== undefined || isVisible(field)),
      price:
        taste.price !== null && document.taste?.price === undefined && !isVisible(taste.price.field)
          ? null
          : taste.price,
    },
    availability: availability && withField(availability),
    department: department === null ? null : fieldNamed(department, aliases),
  };
}

/** A field that is always public. Sort options without a field are checked as if they used this field. */
const ANY_FIELD = "product_identifier";

/** Configuration of clients that were added without a configuration document; every setting has its default. */
export const DEFAULT_CONFIGURATION = completeConfiguration({});
