import type { JsonSchema } from "../schema/validator.js";
import {
  CATALOGUE_RECOMMENDERS,
  DEFAULT_PLACEMENTS,
  DEFAULT_PROFILES,
  MAX_SLOTS,
  PLACEMENT_DEFAULTS,
  PROFILE_DEFAULTS,
  SHOPPER_RECOMMENDERS,
  WITHIN,
} from "./recommendation-configuration.js";

const closed = (properties: JsonSchema, required: readonly string[]): JsonSchema => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

const name = {
  type: "string",
  pattern: "^[A-Za-z][A-Za-z0-9_-]{0,99}$",
  "x-expected": "a name of letters, digits, `_` and `-` that begins with a letter",
};

const toggle = (setting: "include_seeds" | "include_seen" | "strangers" | "other_categories", description: string) => ({
  type: "boolean",
  default: PROFILE_DEFAULTS[setting],
  description,
});

const recommender: JsonSchema = {
  type: "object",
  required: ["by"],
  discriminator: { propertyName: "by" },
  oneOf: [
    closed(
      {
        by: {
          enum: SHOPPER_RECOMMENDERS,
          description: "Starts from the seeds, the shopper, or the words of a request.",
        },
      },
      ["by"],
    ),
    closed(
      {
        by: { enum: CATALOGUE_RECOMMENDERS, description: "Starts from the whole catalogue." },
        within: {
          type: "string",
          enum: WITHIN,
          default: "catalogue",
          description: "Only from the categories of the seeds, or from everywhere.",
        },
      },
      ["by"],
    ),
  ],
};

const profile = closed(
  {
    recommenders: {
      type: "array",
      minItems: 1,
      maxItems: 10,
      items: recommender,
      description: "In order: what comes later fills what those before it leave empty.",
    },
    taste: {
      type: "number",
      minimum: 0,
      maximum: 1,
      default: PROFILE_DEFAULTS.taste,
      description: "The most that taste moves a product, as a share of the candidates. 0: the same for everybody.",
    },
    include_seeds: toggle("include_seeds", "Whether the products that a request names may themselves be recommended."),
    include_seen: toggle("include_seen", "Whether products may be recommended that the device has looked at lately."),
    strangers: toggle("strangers", "Whether pages with several blocks show it to shoppers of whom nothing is known."),
    other_categories: toggle(
      "other_categories",
      "Recommends other kinds of products than the seeds', and one of each before two of any.",
    ),
  },
  ["recommenders"],
);

const scalar = { type: ["string", "number", "boolean", "null"], maxLength: 8_192 };
const scalars = { type: "array", maxItems: 1_000, items: scalar };
const bound = { type: ["string", "number"], maxLength: 8_192 };

/** As `filters` of requests, without a nesting of `$and`, `$or` and `$not`: a placement is read by people. */
const conditions: JsonSchema = {
  type: "object",
  maxProperties: 50,
  propertyNames: {
    type: "string",
    maxLength: 255,
    pattern: "^[^$]",
    "x-expected": "the dotted name of a feed field",
  },
  additionalProperties: {
    type: ["string", "number", "boolean", "null", "object"],
    maxLength: 8_192,
    minProperties: 1,
    additionalProperties: false,
    properties: {
      ...{ $eq: scalar, $ne: scalar, $in: scalars, $nin: scalars },
      ...{ $gt: bound, $gte: bound, $lt: bound, $lte: bound },
      $exists: { type: "boolean" },
    },
  },
};

const slot = closed(
  {
    key: { ...name, description: "Names the slot in answers." },
    title: { type: "string", minLength: 1, maxLength: 200, description: "Text shown to shoppers." },
    profile: { ...name, description: "The profile that fills it." },
    filters: {
      ...conditions,
      type: ["object", "null"],
      default: null,
      description: "Only products of which a variant has these values; fields and conditions as in requests.",
    },
  },
  ["key", "title", "profile"],
);

const placement = closed(
  {
    slots: {
      type: "array",
      minItems: 1,
      maxItems: MAX_SLOTS,
      items: slot,
      description: "In the order in which pages show them.",
    },
    max_products: {
      type: "integer",
      minimum: 1,
      maximum: 24,
      default: PLACEMENT_DEFAULTS.max_products,
      description: "The most products that a slot shows, whatever a request asks for.",
    },
  },
  ["slots"],
);

export const PROFILES_SCHEMA: JsonSchema = {
  type: "object",
  maxProperties: 100,
  propertyNames: name,
  additionalProperties: profile,
  default: DEFAULT_PROFILES,
  description: "Named ways to recommend. They join the default ones, and replace those of the same name.",
};

export const PLACEMENTS_SCHEMA: JsonSchema = {
  type: "object",
  maxProperties: 100,
  propertyNames: name,
  additionalProperties: placement,
  default: DEFAULT_PLACEMENTS,
  description:
    "Named places on pages with several blocks. They join the default ones, and replace those of the same name.",
};
