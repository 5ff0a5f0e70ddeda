import Type from "typebox";
import { BOUND, operatorSchemas } from "../filters/filter-schema.js";
import {
  choice,
  closed,
  completed,
  integer,
  list,
  number,
  oneOf,
  record,
  toggle,
  type DeepPartial,
  type Of,
} from "../schema/typed.js";
import { DEFAULT_PLACEMENTS as writtenPlacements, DEFAULT_PROFILES as writtenProfiles } from "./default-items.js";

/**
 * Recommenders that start from the seeds, the shopper or the words of a request. Each has a file in
 * `src/recommendation/recommenders`.
 */
export const SHOPPER_RECOMMENDERS = [
  "next",
  "session_neighbours",
  "complementary",
  "content",
  "outfit",
  "affinity",
  "recently_viewed",
  "words",
] as const;

/** Recommenders that start from the whole catalogue. */
export const CATALOGUE_RECOMMENDERS = ["popular", "trending", "new_in"] as const;

const name = Type.String({
  pattern: "^[A-Za-z][A-Za-z0-9_-]{0,99}$",
  "x-expected": "a name of letters, digits, `_` and `-` that begins with a letter",
});

const RECOMMENDER = oneOf("by", [
  closed({
    by: choice(SHOPPER_RECOMMENDERS, {
      description: "Starts from the seeds, the shopper, or the words of a request.",
    }),
  }),
  closed({
    by: choice(CATALOGUE_RECOMMENDERS, { description: "Starts from the whole catalogue." }),
    within: choice(["catalogue", "seed_categories"], {
      default: "catalogue",
      description: "From everywhere, or only from the categories of the seeds, and nothing without seeds.",
    }),
  }),
]);

/** Settings of one type of recommendation block. */
export const PROFILE = closed({
  recommenders: list(RECOMMENDER, {
    minItems: 1,
    maxItems: 10,
    description:
      'In order, each `{ "by": … }`: what comes later fills what those before it leave empty. `popular`, `trending` and `new_in` take `"within": "seed_categories"`.',
  }),
  taste: number(
    0.3,
    [0, 1],
    "The most that taste moves a product, as a share of the candidates. 0: the same for everybody.",
  ),
  include_seeds: toggle(false, "Whether the products that a request names may themselves be recommended."),
  include_seen: toggle(true, "Whether products may be recommended that the device has looked at lately."),
  unknown_shoppers: toggle(true, "Whether pages with several blocks show it to shoppers of whom nothing is known."),
  complements: toggle(
    true,
    "Whether products may be recommended that most sessions have beside a seed and that are another kind of thing: the toothbrush beside the toothpaste.",
  ),
  other_categories: toggle(
    false,
    "Recommends other kinds of products than the seeds', and one of each before two of any.",
  ),
});

/** Same as `filters` of requests, without `$and`, `$or` and `$not`, to keep placements readable. */
const CONDITIONS = Type.Unsafe<Record<string, unknown> | null>({
  type: ["object", "null"],
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
    properties: operatorSchemas(BOUND, 1_000),
  },
  default: null,
  description:
    "Only products of which a variant has these values; fields and conditions as in requests, without `$and`, `$or` and `$not`.",
});

const SLOT = closed({
  key: Type.String({ ...name, description: "Names the slot in answers; each once in a placement." }),
  title: Type.String({ minLength: 1, maxLength: 200, description: "Text shown to shoppers." }),
  profile: Type.String({ ...name, description: "The profile that fills it." }),
  filters: CONDITIONS,
});

const PLACEMENT = closed({
  slots: list(SLOT, { minItems: 1, maxItems: 6, description: "In the order in which pages show them." }),
  max_products: integer(5, [1, 24], "The most products that a slot shows, whatever a request asks for."),
});

export type Profile = Of<typeof PROFILE>;
/** `known` restricts popular products to those with measured popularity; internal, not configurable. */
export type RecommenderSettings = Of<typeof RECOMMENDER> & { readonly known?: true };
export type RecommenderName = RecommenderSettings["by"];
export type Within = Extract<RecommenderSettings, { within: unknown }>["within"];
export type Placement = Of<typeof PLACEMENT>;
export type SlotSettings = Of<typeof SLOT>;

export const PROFILES = record(name, PROFILE, {
  maxProperties: 100,
  default: writtenProfiles satisfies Readonly<Record<string, DeepPartial<Profile>>>,
  description: "Named ways to recommend. They join the default ones, and replace those of the same name.",
});

export const PLACEMENTS = record(name, PLACEMENT, {
  maxProperties: 100,
  default: writtenPlacements satisfies Readonly<Record<string, DeepPartial<Placement>>>,
  description:
    "Named places on pages with several blocks. They join the default ones, and replace those of the same name.",
});

export const DEFAULT_PROFILES = completed(PROFILES);
export const DEFAULT_PLACEMENTS = completed(PLACEMENTS);
