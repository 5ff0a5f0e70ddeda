import { publishedRequest } from "../../schema/published.js";
import type { JsonSchema } from "../../schema/validator.js";
import { QUERY_REQUEST, SLOTS_REQUEST } from "../../recommendation/request-schema.js";
import type {
  Degradation,
  QueryMeta,
  QueryResult,
  Shortfall,
  Slot,
  SlotsMeta,
  SlotsResult,
} from "../../recommendation/response.js";
import type { SeedState } from "../../recommendation/seed.js";
import { CATALOGUE_RECOMMENDERS, SHOPPER_RECOMMENDERS } from "../../storefront/recommendation-configuration.js";
import { reference } from "../document.js";
import { count, list, objectSchema, text } from "./object-schema.js";

const recommendationId = text("Names this answer in events. Opaque.");

const seedState: JsonSchema = {
  type: "string",
  enum: ["seeded", "partially_seeded", "unseeded"] satisfies SeedState[],
  description:
    "Whether the catalogue has all seeds, some of them, or none (or none were named). Products that are not sold any more count.",
};

const warnings = list("What this catalogue cannot have been asked.", reference("schemas", "Warning"));

export const RECOMMENDATION_SCHEMAS = {
  QueryRequest: publishedRequest(QUERY_REQUEST),
  SlotsRequest: publishedRequest(SLOTS_REQUEST),
  QueryResponse: objectSchema<QueryResult>("A recommendation.", {
    recommendation_id: recommendationId,
    items: list("Best first.", reference("schemas", "Item")),
    count: count("Items in this answer: fewer than `limit` where there are no more."),
    applied_filters: objectSchema<QueryResult["applied_filters"]>("What was filtered by, as it came.", {
      filters: { type: ["object", "null"] },
      facet_filters: { type: "object", description: "Always empty." },
    }),
    metadata: objectSchema<QueryResult["metadata"]>("How it was made.", {
      profile: text("The profile that was used."),
      seed_state: seedState,
    }),
    meta: objectSchema<QueryMeta>(
      "What else there is to know.",
      {
        recommenders: list("Of each item, in their order, who proposed it.", {
          type: "string",
          enum: [...SHOPPER_RECOMMENDERS, ...CATALOGUE_RECOMMENDERS],
        }),
        degraded: list("What could not be had in time and was left out of the answer.", {
          type: "string",
          enum: ["taste", "candidates", "user"] satisfies Degradation[],
          description: "`taste`: the order is the one that everybody gets. `candidates`: not all could be looked for.",
        }),
        warnings,
      },
      ["degraded", "warnings"],
    ),
  }),
  Slot: objectSchema<Slot>("A slot of a placement.", {
    key: text("As the placement calls it."),
    title: text("For shoppers."),
    profile: text("The profile that filled it."),
    items: list("Best first; no product that another slot has.", reference("schemas", "Item")),
  }),
  SlotsResponse: objectSchema<SlotsResult>("The slots of a placement.", {
    recommendation_id: recommendationId,
    slots: list(
      "Those with products in the placement's order, then the empty ones in the same.",
      reference("schemas", "Slot"),
    ),
    meta: objectSchema<SlotsMeta>(
      "What else there is to know.",
      {
        placement: text("As it was asked for."),
        seed_state: seedState,
        short: list(
          "Slots with fewer products than were asked for, in the placement's order.",
          objectSchema<Shortfall>("A slot that is not full.", {
            key: text("As the placement calls it."),
            missing: count("So many more would have fitted."),
            reason: {
              type: "string",
              enum: ["too_few", "slow", "failed"] satisfies Shortfall["reason"][],
              description:
                "`too_few`: there are no more eligible products. `slow`, `failed`: not all could be looked for.",
            },
          }),
        ),
        degraded: list("What could not be had in time.", { type: "string", enum: ["taste", "user"] }),
        warnings,
      },
      ["degraded", "warnings"],
    ),
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>;
