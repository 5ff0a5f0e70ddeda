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
 * Recommenders whose results depend on the seed products, the shopper or the words of a request. Each of these recommenders has a file in
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

/** Recommenders whose candidates are all products of the catalogue. */
export const CATALOGUE_RECOMMENDERS = ["popular", "trending", "new_in"] as const;

const name = Type.String({
  pattern: "^[A-Za-z][A-Za-z0-9_-]{0,99}$",
  "x-expected": "a name of letters, digits, `_` and `-` that begins with a letter",
});

const RECOMMENDER = oneOf("by", [
  closed({
    by: choice(SHOPPER_RECOMMENDERS, {
      description: "Recommends products based on the seeds, the shopper, or words of the request.",
    }),
  }),
  closed({
    by: choice(CATALOGUE_RECOMMENDERS, { description: "Recommends products from the whole catalogue." }),
    within: choice(["catalogue", "seed_categories"], {
      default: "catalogue",
      description: "`seed_categories` limits the recommender to the categories of the seeds.",
    }),
  }),
]);

/** Settings of one type of recommendation block. */
export const PROFILE = closed({
  recommenders: list(RECOMMENDER, {
    minItems: 1,
    maxItems: 10,
    description:
      "Recommenders in order of precedence. Each recommender fills the positions that earlier recommenders leave empty.",
  }),
  taste: number(
    0.3,
    [0, 1],
    "Maximum effect of the taste profile. At 0.5, a product moves up by at most half the list of candidates. 0: no personalization.",
  ),
  include_seeds: toggle(false, "Whether the seed products themselves may be recommended."),
  include_seen: toggle(true, "Whether products that the device viewed recently may be recommended."),
  unknown_shoppers: toggle(
    true,
    "Whether placements show recommendations of this profile to shoppers without history.",
  ),
  complements: toggle(
    true,
    "Whether complementary products of the seeds may be recommended, such as a toothbrush for toothpaste.",
  ),
  other_categories: toggle(
    false,
    "Recommends only product types that differ from the seeds, and one product of each type before a second product of the type.",
  ),
});

/** Schema of slot filters. Slot filters have no logical operators, so that placements stay readable. */
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
    "Restricts the slot to products with a matching variant. The filter may use the fields and conditions of request filters, but no logical operators such as `$or`.",
});

const SLOT = closed({
  key: Type.String({ ...name, description: "Name of the slot in responses, unique in the placement." }),
  title: Type.String({ minLength: 1, maxLength: 200, description: "Title for shoppers." }),
  profile: Type.String({ ...name, description: "Name of the recommendation profile that fills the slot." }),
  filters: CONDITIONS,
});

const PLACEMENT = closed({
  slots: list(SLOT, { minItems: 1, maxItems: 6, description: "Slots in display order." }),
  max_products: integer(
    5,
    [1, 24],
    "Maximum number of products per slot. A higher `limit` in a request has no effect.",
  ),
});

export type Profile = Of<typeof PROFILE>;
/** `known` limits the recommender `popular` to products with known popularity; internal, not configurable. */
export type RecommenderSettings = Of<typeof RECOMMENDER> & { readonly known?: true };
export type RecommenderName = RecommenderSettings["by"];
export type Within = Extract<RecommenderSettings, { within: unknown }>["within"];
export type Placement = Of<typeof PLACEMENT>;
export type SlotSettings = Of<typeof SLOT>;

export const PROFILES = record(name, PROFILE, {
  maxProperties: 100,
  default: writtenProfiles satisfies Readonly<Record<string, DeepPartial<Profile>>>,
  description: "Recommendation profiles by name. Each profile defines a type of recommendation block.",
});

export const PLACEMENTS = record(name, PLACEMENT, {
  maxProperties: 100,
  default: writtenPlacements satisfies Readonly<Record<string, DeepPartial<Placement>>>,
  description: "Placements by name: pages or page areas with several recommendation blocks.",
});

export const DEFAULT_PROFILES = completed(PROFILES);
export const DEFAULT_PLACEMENTS = completed(PLACEMENTS);
