import { randomBytes } from "node:crypto";
import { readingLive, type LiveCatalog } from "../catalog/live.js";
import { parseFilter } from "../filters/filter-expression.js";
import { filterFields } from "../filters/field-names.js";
import { allOf, type Filter } from "../filters/filter.js";
import { ID_BYTES } from "../search/paging/cursor.js";
import { unknownFields } from "../search/listing/response.js";
import type { Storefront } from "../storefront/client.js";
import type { Placement, Profile, SlotSettings } from "../storefront/recommendation-configuration.js";
import { withVerifiedUser } from "../storefront/keys.js";
import type { Impression } from "../tracking/impressions.js";
import { ANONYMOUS } from "../tracking/event.js";
import { candidatesMissing, type Recommending } from "./request-candidates.js";
import { fillSlots, type EmptySlot, type Filled } from "./fill-slots.js";
import {
  parseRecommendationRequest,
  placementOf,
  profileOf,
  type QueryBody,
  type RecommendationRequest,
  type SlotsBody,
} from "./request.js";
import type { Warning } from "../search/response-schema.js";
import type { FilledSlot, QueryDegradation, QueryResult, SlotsResult } from "./response.js";

/** The recommendation endpoints, which throw a ServiceError for invalid requests, and the errors of the engine. */
export interface Recommendation {
  readonly query: (storefront: Storefront, body: QueryBody) => Promise<QueryResult>;
  readonly slots: (storefront: Storefront, body: SlotsBody) => Promise<SlotsResult>;
}

export function createRecommendation(deps: Recommending): Recommendation {
  const reading = <T>({ client_id }: Storefront, read: () => Promise<T>) =>
    readingLive(deps.liveCatalogs, client_id, read);
  return {
    query: (storefront, body) => reading(storefront, () => recommend(deps, storefront, body)),
    slots: (storefront, body) => reading(storefront, () => recommendSlots(deps, storefront, body)),
  };
}

/** Handles a query as a placement with one slot. */
async function recommend(deps: Recommending, storefront: Storefront, given: QueryBody): Promise<QueryResult> {
  const { body, unverified } = withVerifiedUser(storefront, given);
  const { configuration } = storefront;
  const live = await deps.liveCatalogs.get(storefront.client_id);
  const { name, settings: profile } = profileOf(body, configuration);
  const request = parseRecommendationRequest(body, configuration, live?.fields, deps.now());
  const slot = { profile, filter: request.eligible, hasFilter: false };
  const filled = await fillSlots(deps, storefront, live, request, [slot], false);
  const response = { kind: "query", profile: name, slots: null, request, filled, unverified } as const;
  const { recommendation_id, degraded, warnings } = conclude(deps, storefront, live, response);
  const shown = filled.slots.flatMap((slot) => slot.shown);
  return {
    recommendation_id,
    items: shown.map(({ item }) => item),
    count: shown.length,
    applied_filters: { filters: request.filters, facet_filters: {} },
    metadata: { profile: name, seed_state: filled.seed_state },
    meta: { recommenders: shown.map(({ by }) => by), ...remarks(degraded, warnings) },
  };
}

async function recommendSlots(deps: Recommending, storefront: Storefront, given: SlotsBody): Promise<SlotsResult> {
  const { body, unverified } = withVerifiedUser(storefront, given);
  const { configuration } = storefront;
  const live = await deps.liveCatalogs.get(storefront.client_id);
  const { name, settings } = placementOf(body, configuration);
  const request = parseRecommendationRequest(body, configuration, live?.fields, deps.now(), settings.max_products);
  const empty = emptySlots(deps, storefront, name, settings, request);
  const filled = await fillSlots(deps, storefront, live, request, empty, true);
  const keys = settings.slots.map(({ key }) => key);
  const response = { kind: "slots", profile: name, slots: keys, request, filled, unverified } as const;
  const { recommendation_id, degraded, warnings } = conclude(deps, storefront, live, response);
  const slots = settings.slots.map(({ key, title, profile }, at): FilledSlot => {
    const items = filled.slots[at]?.shown.map(({ item }) => item) ?? [];
    return { key, title, profile, items };
  });
  return {
    recommendation_id,
    slots: [...slots.filter(({ items }) => items.length > 0), ...slots.filter(({ items }) => items.length === 0)],
    meta: {
      placement: name,
      seed_state: filled.seed_state,
      short: slots.flatMap(({ key, items }, at) => {
        const { outcome = "failed", reason = "too_few" } = filled.slots[at] ?? {};
        const missing = request.limit - items.length;
        return missing === 0 ? [] : [{ key, missing, reason: outcome === "answered" ? reason : outcome }];
      }),
      // The response field `short` already reports slots with missing candidates.
      ...remarks(
        degraded.filter((reason) => reason !== "candidates"),
        warnings,
      ),
    },
  };
}

function emptySlots(
  deps: Recommending,
  { configuration: { aliases, profiles } }: Storefront,
  placement: string,
  { slots }: Placement,
  { eligible }: RecommendationRequest,
): EmptySlot[] {
  const fields = filterFields(aliases);
  /** Returns the filter of a slot, or undefined if the filter is invalid. An invalid filter only affects its own slot. */
  const filterOf = ({ filters }: SlotSettings, at: number): Filter | undefined => {
    if (filters === null) return eligible;
    try {
      return allOf([eligible, parseFilter(filters, `placements.${placement}.slots.${at}.filters`, fields)]);
    } catch (error) {
      candidatesMissing(deps)(error);
      return undefined;
    }
  };
  return slots.map((slot, at) => ({
    profile: profiles[slot.profile] as Profile,
    filter: filterOf(slot, at),
    hasFilter: slot.filters !== null,
  }));
}

interface GivenResponse extends Pick<Impression, "kind"> {
  /** Name of the profile or the placement. */
  readonly profile: string;
  /** Keys of the placement's slots; null for a recommendation query. */
  readonly slots: readonly string[] | null;
  readonly request: RecommendationRequest;
  readonly filled: Filled;
  /** Whether the user_id was sent without a valid signature. */
  readonly unverified: boolean;
}

/**
 * Counts missing parts of the response in the metrics, and records the impression, so that later clicks can be attributed to the
 * impression. Impressions of anonymous shoppers are not recorded.
 */
function conclude(
  { impressions, metrics, now }: Recommending,
  { client_id, arm = null }: Storefront,
  live: LiveCatalog | undefined,
  { kind, profile, slots: keys, request, filled: { slots, without_taste }, unverified }: GivenResponse,
) {
  const missing: QueryDegradation[] = [
    ...(without_taste ? (["taste"] as const) : []),
    ...(slots.some(({ outcome }) => outcome !== "answered") ? (["candidates"] as const) : []),
    ...(unverified ? (["user"] as const) : []),
  ];
  for (const reason of missing) metrics.degraded.inc({ reason });
  const recommendation_id = randomBytes(ID_BYTES).toString("base64url");
  const { device_id, user_id, words } = request;
  const shown = slotOfEach(slots, keys);
  if (device_id !== ANONYMOUS && shown.size > 0) {
    impressions.add({
      recommendation_id,
      client_id,
      device_id,
      user_id,
      kind,
      profile,
      at: now(),
      query: words === "" ? null : words,
      shown: [...shown.keys()],
      placement: keys && profile,
      slot: keys && [...shown.values()],
      arm,
    });
  }
  const warnings = live === undefined ? [] : unknownFields(request.filter, live.fields);
  return { recommendation_id, degraded: missing, warnings };
}

const remarks = <D extends QueryDegradation>(degraded: readonly D[], warnings: readonly Warning[]) => ({
  ...(degraded.length > 0 && { degraded }),
  ...(warnings.length > 0 && { warnings }),
});

/**
 * Maps the identifier of each shown product to the key of its slot.
 * @param keys keys of the slots, or null for a recommendation query
 */
const slotOfEach = (slots: Filled["slots"], keys: readonly string[] | null): ReadonlyMap<string, string> =>
  new Map(
    slots.flatMap((slot, at) => slot.shown.map(({ item }) => [item.product_identifier, keys?.[at] ?? ""] as const)),
  );
