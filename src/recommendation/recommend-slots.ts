import type { Outcome } from "../engine/multi-search.js";
import type { LiveCatalog } from "../catalog/live.js";
import { parseFilter } from "../filters/filter-expression.js";
import { filterFields, type FilterFields } from "../filters/filter-fields.js";
import { allOf, NOTHING, type Filter } from "../filters/filter.js";
import type { Item } from "../search/response.js";
import { unknownFields } from "../search/warnings.js";
import type { Storefront } from "../storefront/client.js";
import { vouchedRequest } from "../storefront/signed-user.js";
import type { Placement, Profile, SlotSettings } from "../storefront/recommendation-configuration.js";
import { assignSlots } from "./assign-slots.js";
import { blockOf, worse, type Block, type Found } from "./block.js";
import { filterIn } from "./candidate-body.js";
import type { RecommendationDeps } from "./deps.js";
import { candidateSearch } from "./find-candidates.js";
import { itemsFor } from "./items.js";
import { orderFor } from "./order.js";
import { readProducts } from "../catalog/products.js";
import { readSituation } from "./read-situation.js";
import { remember } from "./remember.js";
import { parseRecommendationRequest, placementOf, type RecommendationRequest } from "./request.js";
import type { SlotsBody } from "./request-schema.js";
import type { Slot, SlotsResult } from "./response.js";
import { seedState, type SeedState } from "./seed.js";
import type { Situation } from "./situation.js";

/** Answers a placement. @throws ServiceError for what the request has wrong; errors of the engine as they are */
export async function recommendSlots(
  deps: RecommendationDeps,
  storefront: Storefront,
  given: SlotsBody,
): Promise<SlotsResult> {
  const { body, forged } = vouchedRequest(storefront, given);
  const { configuration } = storefront;
  const live = await deps.liveCatalogs.get(storefront.client_id);
  const { name, settings } = placementOf(body, configuration);
  const request = parseRecommendationRequest(body, configuration, live?.leaves, deps.now(), settings.max_products);
  const { filled, seed_state, without_taste } =
    live === undefined ? nothingFor(settings) : await fill(deps, storefront, live, request, { name, settings });
  const warnings = live === undefined ? [] : unknownFields(request.filter, live.leaves);
  const degraded = [...(without_taste ? (["taste"] as const) : []), ...(forged ? (["user"] as const) : [])];
  for (const reason of degraded) deps.degraded.inc({ reason });
  if (filled.some(({ outcome }) => outcome !== "answered")) deps.degraded.inc({ reason: "candidates" });
  const slots = filled.map(({ slot: { key, title, profile }, items }): Slot => ({ key, title, profile, items }));
  const recommendation_id = deps.newId();
  remember(deps, storefront, request, {
    ...{ recommendation_id, kind: "slots", profile: name },
    items: slots.flatMap(({ items }) => items),
  });
  return {
    recommendation_id,
    slots: [...slots.filter(({ items }) => items.length > 0), ...slots.filter(({ items }) => items.length === 0)],
    meta: {
      ...{ placement: name, seed_state },
      short: filled
        .filter(({ items }) => items.length < request.limit)
        .map(({ slot, items, outcome }) => ({
          key: slot.key,
          missing: request.limit - items.length,
          reason: outcome === "answered" ? "too_few" : outcome,
        })),
      ...(degraded.length === 0 ? {} : { degraded }),
      ...(warnings.length === 0 ? {} : { warnings }),
    },
  };
}

interface FilledSlot {
  readonly slot: SlotSettings;
  readonly items: readonly Item[];
  readonly outcome: Outcome;
}

interface Filled {
  /** In the order of the placement. */
  readonly filled: readonly FilledSlot[];
  readonly seed_state: SeedState;
  readonly without_taste: boolean;
}

/** While nothing has been ingested. */
const nothingFor = ({ slots }: Placement): Filled => ({
  filled: slots.map((slot) => ({ slot, items: [], outcome: "answered" })),
  seed_state: "unseeded",
  without_taste: false,
});

async function fill(
  deps: RecommendationDeps,
  storefront: Storefront,
  live: LiveCatalog,
  request: RecommendationRequest,
  placement: { readonly name: string; readonly settings: Placement },
): Promise<Filled> {
  const { slots } = placement.settings;
  const { availability, profiles } = storefront.configuration;
  const { situation, without_taste } = await readSituation(deps, storefront, live, request);
  const fields = filterFields(storefront.configuration.aliases);
  const filters = slots.map((slot, at) =>
    slotFilter(deps, slot, request.eligible, `placements.${placement.name}.slots.${at}.filters`, fields),
  );
  // What other slots may take away, and some for taste to choose from.
  const wanted = request.limit * (slots.length + 1);
  const blocks = slots.map((slot, at) => {
    const profile = profiles[slot.profile] as Profile;
    return blockOf(request, { profile, filter: filters[at] ?? NOTHING, shown_alone: null }, wanted);
  });
  const rank = (at: number, found: Found | undefined) => rankedIds(deps, situation, blocks[at] as Block, found);

  const candidates = candidateSearch(deps, { live, situation, blocks });
  const first = await candidates.first();
  const ranked = slots.map((_, at) => rank(at, first[at]));
  let found = first;
  let assigned = assignSlots(ranked, request.limit);
  const short = assigned.flatMap((ids, at) => (ids.length < request.limit && filters[at] !== undefined ? [at] : []));
  if (short.length > 0) {
    found = await candidates.rest(first, short);
    const isNew = (at: number) => found[at]?.candidates !== first[at]?.candidates;
    if (short.some(isNew)) {
      const again = ranked.map((ids, at) => (isNew(at) ? rank(at, found[at]) : ids));
      assigned = assignSlots(again, request.limit);
    }
  }

  const products = await readProducts(deps, live, assigned.flat());
  const filled = slots.map((slot, at): FilledSlot => {
    const filter = filters[at];
    if (filter === undefined) return { slot, items: [], outcome: "failed" };
    const itemsOf = itemsFor(filterIn(filter, availability, "buried"), request, situation);
    const items = (assigned[at] ?? []).flatMap((id) => {
      const product = products.get(id);
      return product === undefined ? [] : itemsOf(product.source);
    });
    return { slot, items: items.slice(0, request.limit), outcome: worse("answered", found[at]?.outcome ?? "failed") };
  });
  return { filled, seed_state: seedState(situation.named, situation.seeds), without_taste };
}

/** Undefined for a filter that cannot be read, which is the slot's own failure. */
function slotFilter(
  { onFailure }: RecommendationDeps,
  { filters }: SlotSettings,
  requested: Filter,
  path: string,
  fields: FilterFields,
): Filter | undefined {
  if (filters === null) return requested;
  try {
    return allOf([requested, parseFilter(filters, path, fields)]);
  } catch (error) {
    onFailure(error);
    return undefined;
  }
}

function rankedIds(
  { personalizer }: RecommendationDeps,
  { configuration, taste }: Situation,
  { profile, diversity }: Block,
  found: Found | undefined,
): string[] {
  const ordered = orderFor(personalizer, found?.candidates ?? [], {
    ...{ taste, weights: configuration.ranking, share: profile.taste },
    diversity,
  });
  return ordered.map(({ id }) => id);
}
