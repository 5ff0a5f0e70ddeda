import Type, { type Static } from "typebox";
import { choice, count, list, text } from "../schema/typed.js";
import { appliedFilters, degraded, ITEM, WARNINGS } from "../search/response-schema.js";
import { CATALOGUE_RECOMMENDERS, SHOPPER_RECOMMENDERS } from "../storefront/recommendation-configuration.js";

const recommendationId = text("Names this answer in events. Opaque.");

const SEED_STATE = choice(["seeded", "partially_seeded", "unseeded"], {
  description:
    "Whether the catalogue has all seeds, some of them, or none (or none were named). Products that are not sold any more count.",
});

const QUERY_DEGRADATIONS = ["taste", "candidates", "user"] as const;

/** The response of `POST /v2/recommendations/query`. */
export const QUERY_RESPONSE = Type.Object(
  {
    recommendation_id: recommendationId,
    items: list(ITEM, { description: "Best first." }),
    count: count("Items in this answer: fewer than `limit` where there are no more."),
    applied_filters: appliedFilters({ description: "Always empty." }),
    metadata: Type.Object(
      { profile: text("The profile that was used."), seed_state: SEED_STATE },
      { description: "How it was made." },
    ),
    meta: Type.Object(
      {
        recommenders: list(choice([...SHOPPER_RECOMMENDERS, ...CATALOGUE_RECOMMENDERS]), {
          description: "Of each item, in their order, who proposed it.",
        }),
        degraded: degraded(
          QUERY_DEGRADATIONS,
          "`taste`: the order is the one that everybody gets. `candidates`: not all could be looked for. `user`: nothing vouches for the user_id.",
        ),
        warnings: WARNINGS,
      },
      { description: "What else there is to know." },
    ),
  },
  { $id: "QueryResponse", description: "A recommendation." },
);

const SLOT_RESULT = Type.Object(
  {
    key: text("As the placement calls it."),
    title: text("For shoppers."),
    profile: text("The profile that filled it."),
    items: list(ITEM, { description: "Best first; no product that another slot has." }),
  },
  { $id: "Slot", description: "A slot of a placement." },
);

const SHORTFALL = Type.Object(
  {
    key: text("As the placement calls it."),
    missing: count("So many more would have fitted."),
    reason: choice(["too_few", "shown_elsewhere", "no_match", "slow", "failed"], {
      description:
        "`too_few`: there are no more eligible products. `shown_elsewhere`: other slots of the page show what it would, or more of its kind. `no_match`: there are more products, but none that its profile has a reason to choose. `slow`, `failed`: not all could be looked for.",
    }),
  },
  { description: "A slot that is not full." },
);

/** The response of `POST /v2/recommendations/query/slots`. */
export const SLOTS_RESPONSE = Type.Object(
  {
    recommendation_id: recommendationId,
    slots: list(SLOT_RESULT, {
      description: "Those with products in the placement's order, then the empty ones in the same.",
    }),
    meta: Type.Object(
      {
        placement: text("As it was asked for."),
        seed_state: SEED_STATE,
        short: list(SHORTFALL, {
          description: "Slots with fewer products than were asked for, in the placement's order.",
        }),
        degraded: degraded(["taste", "user"]),
        warnings: WARNINGS,
      },
      { description: "What else there is to know." },
    ),
  },
  { $id: "SlotsResponse", description: "The slots of a placement." },
);

export type QueryResult = Static<typeof QUERY_RESPONSE>;
export type QueryDegradation = (typeof QUERY_DEGRADATIONS)[number];
export type SlotsResult = Static<typeof SLOTS_RESPONSE>;
export type FilledSlot = Static<typeof SLOT_RESULT>;
export type SeedState = Static<typeof SEED_STATE>;
