import type { LiveCatalog } from "../catalog/live.js";
import { readProducts } from "../catalog/products.js";
import type { Outcome } from "../engine/multi-search.js";
import { NOTHING, type Filter } from "../filters/filter.js";
import type { Personalizer } from "../personalization/personalizer.js";
import type { Storefront } from "../storefront/client.js";
import type { Profile, RecommenderName } from "../storefront/recommendation-configuration.js";
import { assignSlots } from "./assign-slots.js";
import { blockOf, type Block, type Candidate, type Found } from "./block.js";
import { filterIn } from "./candidate-body.js";
import { candidateSearch, type CandidateDeps } from "./find-candidates.js";
import { itemsFor } from "./items.js";
import { orderFor } from "./order.js";
import { readSituation, type SituationDeps } from "./read-situation.js";
import type { RecommendationRequest } from "./request.js";
import { seedState } from "./seed.js";
import type { Situation } from "./situation.js";
import type { Item } from "../search/response-schema.js";
import type { SeedState } from "./response.js";

export interface FillDeps extends CandidateDeps, SituationDeps {
  readonly personalizer: Pick<Personalizer, "recall" | "rank">;
}

export interface EmptySlot {
  readonly profile: Profile;
  /** What one active variant of every product must be like; undefined where that cannot be read. */
  readonly filter: Filter | undefined;
}

export interface FilledSlot {
  readonly shown: readonly { readonly item: Item; readonly by: RecommenderName }[];
  readonly outcome: Outcome;
}

export interface Filled {
  /** In the order in which they were given. */
  readonly slots: readonly FilledSlot[];
  readonly seed_state: SeedState;
  /** Taste could not be had in time. */
  readonly without_taste: boolean;
}

/** What taste chooses from. */
const CANDIDATES_AN_ITEM = 3;

/**
 * Fills slots together, no product twice: looks for candidates of all of them, orders each slot's for the shopper, and gives
 * every product to the slot where it is worth most. Where that leaves some short, more candidates are looked for.
 * @param live undefined while nothing has been ingested
 * @throws errors of the engine as they are
 */
export async function fillSlots(
  deps: FillDeps,
  storefront: Storefront,
  live: LiveCatalog | undefined,
  request: RecommendationRequest,
  slots: readonly EmptySlot[],
): Promise<Filled> {
  if (live === undefined) {
    const empty = slots.map((): FilledSlot => ({ shown: [], outcome: "answered" }));
    return { slots: empty, seed_state: "unseeded", without_taste: false };
  }
  const { limit } = request;
  const { situation, without_taste } = await readSituation(deps, storefront, live, request);
  // What other slots may take away, and some for taste to choose from.
  const wanted = limit * Math.max(CANDIDATES_AN_ITEM, slots.length + 1);
  const shown_alone = slots.length === 1 ? limit : null;
  const blocks = slots.map(({ profile, filter = NOTHING }) =>
    blockOf(request, { profile, filter, shown_alone }, wanted),
  );

  const search = candidateSearch(deps, { live, situation, blocks });
  const first = await search.first();
  const ordered = blocks.map((block, at) => orderedFor(deps, situation, block, first[at]));
  const assigned = assign(ordered, limit);
  const short = slots.flatMap(({ filter }, at) =>
    filter !== undefined && (assigned[at]?.length ?? 0) < limit ? [at] : [],
  );
  const found = short.length === 0 ? first : await search.rest(first, short);
  const isNew = (at: number) => found[at]?.candidates !== first[at]?.candidates;
  const reordered = () =>
    blocks.map((block, at) => (isNew(at) ? orderedFor(deps, situation, block, found[at]) : (ordered[at] ?? [])));
  const chosen = short.some(isNew) ? assign(reordered(), limit) : assigned;

  const ids = chosen.flat().map(({ id }) => id);
  const products = await readProducts(deps, live, ids, "shown");
  const shownIn = (filter: Filter, candidates: readonly Candidate[]) => {
    const itemsOf = itemsFor(filterIn(filter, storefront.configuration.availability, "buried"), request, situation);
    return candidates.flatMap(({ id, by }) => {
      const product = products.get(id);
      return product === undefined ? [] : itemsOf(product.source).map((item) => ({ item, by }));
    });
  };
  return {
    slots: slots.map(({ filter }, at): FilledSlot => {
      if (filter === undefined) return { shown: [], outcome: "failed" };
      const shown = shownIn(filter, chosen[at] ?? []).slice(0, limit);
      return { shown, outcome: found[at]?.outcome ?? "failed" };
    }),
    seed_state: seedState(situation.named, situation.seeds),
    without_taste,
  };
}

/** The candidates of one block as the shopper would see them, were there no other. */
function orderedFor(
  { personalizer }: FillDeps,
  { configuration, taste }: Situation,
  { profile, diversity }: Block,
  found: Found | undefined,
): Candidate[] {
  const how = { taste, weights: configuration.ranking, share: profile.taste, diversity };
  return orderFor(personalizer, found?.candidates ?? [], how);
}

/** @param ordered of each slot its candidates, best first */
function assign(ordered: readonly (readonly Candidate[])[], limit: number): Candidate[][] {
  const idsOf = (candidates: readonly Candidate[]) => candidates.map(({ id }) => id);
  const assigned = assignSlots(ordered.map(idsOf), limit);
  return ordered.map((candidates, at) => {
    const own = new Set(assigned[at]);
    return candidates.filter(({ id }) => own.has(id));
  });
}
