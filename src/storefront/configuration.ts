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
    field: field,
    in_stock: list(Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: "Values that mean that a variant can be bought. A variant without any value can be.",
    }),
    out_of_stock: choice(["hide", "bury"], {
      description: "Leave such variants out everywhere, or put products without any other last.",
    }),
    sorted: choice(["bury", "keep"], {
      default: "keep",
      description:
        "With `bury`, in orders by a field: put products of which nothing in stock has a value behind the others, or leave them where their value is.",
    }),
  }),
  { default: null, description: "Which variants are in stock, and what happens to the others. Null: all are." },
);

const EVENTS = closed(
  {
    page_url_parameters: list(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 100,
      uniqueItems: true,
      default: [],
      description:
        "Parameters of the query string of `page_url` that are stored, by name, like `utm_source`; all others are dropped before anything is written.",
    }),
  },
  { description: "What is kept of shoppers' events." },
);

const REDIRECT = closed({
  queries: list(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 1000 }),
  url: address("An http or https address, or a path of the storefront that begins with a slash."),
});

const weight = (fallback: number, description: string) => number(fallback, [0, 100], description);

/**
 * The schema of a storefront's configuration, used for validation, defaults, documentation and types. Each storefront
 * has one configuration document. Fields are dotted feed field names ("designer", "attributes.text.type").
 */
export const CONFIGURATION = closed(
  {
    $schema: Type.Optional(Type.String({ description: "For editors; has no effect." })),
    language: choice(LANGUAGE_NAMES, {
      default: "english",
      description: "Language of titles and descriptions. A change rebuilds the catalogue.",
    }),
    currency: Type.Optional(
      Type.String({
        pattern: "^[A-Z]{3}$",
        "x-expected": "a currency code of three capital letters, like EUR",
        description: "ISO 4217, for information: prices are returned as the feed has them.",
      }),
    ),
    sort_keys: SORT_KEYS,
    default_sort: Type.String({
      ...KEY,
      default: "featured",
      description: "The sort key of requests that name none.",
    }),
    facets: FACETS,
    aliases: record(key, field, {
      maxProperties: 200,
      default: {},
      description: "Further item field names for projections, each with the feed field it stands for.",
    }),
    fields: FIELDS,
    field_weights: closed(
      {
        title: weight(4, "The product's title."),
        designer: weight(3, "Brand or designer."),
        categories: weight(2, "Category names."),
        description: weight(1, "The product's description."),
        other: weight(0.5, "All other text."),
      },
      { description: "How much a match in each text counts." },
    ),
    search: SEARCH,
    suggest: SUGGEST,
    availability: AVAILABILITY,
    department: nullable(Type.String({ ...FIELD }), {
      default: null,
      description:
        "The feed field whose values say, in words for women, men and children, whom a product is made for. Null: found in the feed. A change rebuilds the catalogue.",
    }),
    sells_fashion: nullable(Type.Boolean(), {
      default: null,
      description:
        "Whether products complete a look: then `look` recommends what shares designer, colours and season, and a kind of product is a wide category; elsewhere only behaviour says what goes together, and a kind is the deepest category. Null: true where products are for women, men or children, or half of them have sizes of clothes. A change rebuilds the catalogue.",
    }),
    field_types: record(field, choice(FIELD_TYPES), {
      maxProperties: 1000,
      default: {},
      description:
        "What the values of fields are, where it shall not be learnt from the feed. `date`: ISO 8601 timestamps, compared as points in time. A change rebuilds the catalogue.",
    }),
    redirects: list(REDIRECT, {
      maxItems: 5000,
      default: [],
      description: "Searches that lead to a page instead, compared without case and surrounding blanks.",
    }),
    ingestion: closed(
      {
        max_deactivated_share: nullable(
          number(
            0,
            [0, 1],
            "A soft_replace that would deactivate more than this share of the active products fails and changes nothing, as one from a feed that was cut off. Null: no guard.",
          ),
          { default: null },
        ),
        max_fields: integer(
          10_000,
          [1, 20_000],
          "How many different fields of a feed can be filtered on. Further ones are counted in the report and only returned. Fields that the configuration names are never too many; at the limit, fields go first that a soft_replace has no value for.",
        ),
      },
      { description: "Limits of what a feed may do." },
    ),
    holdout_share: number(
      0,
      [0, 0.2],
      "The share of devices that are always ranked for as if nobody knew them, so that what personalization is worth can be read off. An experiment needs some.",
    ),
    signed_user_ids: toggle(false, "Whether a user_id counts only with the signature of the shop's server behind it."),
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
    description: "What a merchandiser changes. Every setting that is left out takes its default.",
  },
);

/** The standalone JSON Schema of the configuration, for editors. */
export const PUBLISHED_CONFIGURATION_SCHEMA = published(
  { $schema: "https://json-schema.org/draft/2020-12/schema", ...CONFIGURATION, $defs: FILTER_SCHEMAS },
  "#/$defs/",
);

type Whole = Of<typeof CONFIGURATION>;

/** A document with all defaults filled in. Campaigns and rules are unchanged. */
export type WholeConfiguration = Omit<Whole, "$schema">;

/** The live configuration. The times of campaigns are part of their rules. */
export interface StorefrontConfiguration extends Omit<WholeConfiguration, "campaigns" | "rules"> {
  readonly rules: readonly Rule[];
}

export type ConfigurationDocument = DeepPartial<Whole>;

export type FieldWeights = Whole["field_weights"];
export type Availability = NonNullable<Whole["availability"]>;
export type Redirect = Of<typeof REDIRECT>;

/**
 * Returns the live configuration for a validated document. The result is not a document, because its rules no longer
 * name their campaigns.
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

/** A field that is always visible, for sorts without a field. */
const ANY_FIELD = "product_identifier";

/** Configuration of a client that was added without one; a shop works without any settings. */
export const DEFAULT_CONFIGURATION = completeConfiguration({});
