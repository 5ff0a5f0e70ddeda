import Type, { type Static } from "typebox";
import { choice, count, list, text } from "../schema/typed.js";
import { appliedFilters, degraded, ITEM, WARNINGS } from "../search/response-schema.js";
import { CATALOGUE_RECOMMENDERS, SHOPPER_RECOMMENDERS } from "../storefront/recommendation-configuration.js";

const recommendationId = text("Opaque identifier of the response, for use in events.");

const SEED_STATE = choice(["seeded", "partially_seeded", "unseeded"], {
  description:
    "Whether all, some or none of the seed products are in the catalogue. Inactive products count as part of the catalogue.",
});

const QUERY_DEGRADATIONS = ["taste", "candidates", "user"] as const;

/** The response of `POST /v2/recommendations/query`. */
export const QUERY_RESPONSE = Type.Object(
  {
    recommendation_id: recommendationId,
    items: list(ITEM, { description: "Recommended products, best first." }),
    count: count("Number of items in the response. Less than `limit` if there are not enough products."),
    applied_filters: appliedFilters({ description: "Always an empty object." }),
    metadata: Type.Object(
      { profile: text("Name of the recommendation profile that selected the products."), seed_state: SEED_STATE },
      { description: "Recommendation profile, and state of the seed products." },
    ),
    meta: Type.Object(
      {
        recommenders: list(choice([...SHOPPER_RECOMMENDERS, ...CATALOGUE_RECOMMENDERS]), {
          description: "For each item, the name of the recommender that proposed the item.",
        }),
        degraded: degraded(
          QUERY_DEGRADATIONS,
          "`taste`: the results are not personalized. `candidates`: some candidates could not be retrieved. `user`: the user id was ignored, because its signature is invalid.",
        ),
        warnings: WARNINGS,
      },
      { description: "Details about the recommendation, such as warnings." },
    ),
  },
  { $id: "QueryResponse", description: "Recommended products." },
);

const SLOT_RESULT = Type.Object(
  {
    key: text("Key of the slot in the placement."),
    title: text("Heading of the slot."),
    profile: text("Name of the recommendation profile that selects the products."),
    items: list(ITEM, { description: "Products of the slot, best first. Slots have no products in common." }),
  },
  { $id: "Slot", description: "A slot of a placement with its products." },
);

const SHORTFALL = Type.Object(
  {
    key: text("Key of the slot in the placement."),
    missing: count("Number of missing products."),
    reason: choice(["too_few", "shown_elsewhere", "no_match", "slow", "failed"], {
      description:
        "`too_few`: the catalogue has too few eligible products. `shown_elsewhere`: other slots display the products of this slot, or too many similar products. `no_match`: no further products match the profile. `slow`: products were not retrieved in time. `failed`: products could not be retrieved.",
    }),
  },
  { description: "A slot with fewer products than requested." },
);

/** The response of `POST /v2/recommendations/query/slots`. */
export const SLOTS_RESPONSE = Type.Object(
  {
    recommendation_id: recommendationId,
    slots: list(SLOT_RESULT, {
      description: "Filled slots in the order of the placement, followed by empty slots.",
    }),
    meta: Type.Object(
      {
        placement: text("Name of the requested placement."),
        seed_state: SEED_STATE,
        short: list(SHORTFALL, {
          description: "Slots with fewer products than requested, in the order of the placement.",
        }),
        degraded: degraded(["taste", "user"]),
        warnings: WARNINGS,
      },
      { description: "Details about the recommendation, such as unfilled slots and warnings." },
    ),
  },
  { $id: "SlotsResponse", description: "Slots of a placement with their products." },
);

export type QueryResult = Static<typeof QUERY_RESPONSE>;
export type QueryDegradation = (typeof QUERY_DEGRADATIONS)[number];
export type SlotsResult = Static<typeof SLOTS_RESPONSE>;
export type FilledSlot = Static<typeof SLOT_RESULT>;
export type SeedState = Static<typeof SEED_STATE>;
