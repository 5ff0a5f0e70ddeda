import type { LiveCatalog } from "../catalog/live.js";
import { readProducts } from "../catalog/products.js";
import type { SearchOutcomeKind } from "../engine/multi-search.js";
import { NOTHING, type Filter } from "../filters/filter.js";
import type { Personalizer } from "../personalization/personalizer.js";
import type { Storefront } from "../storefront/client.js";
import type { Profile, RecommenderName } from "../storefront/recommendation-configuration.js";
import { readAlike } from "./alike.js";
import { assignSlots } from "./assign-slots.js";
import { blockOf, type Block, type BlockCandidate, type FoundCandidates } from "./block.js";
import { filterIn } from "./candidate-body.js";
import { candidateSearch, type CandidateDeps } from "./find-candidates.js";
import { itemsFor } from "./items.js";
import { orderFor } from "./order.js";
import { readContext, type ContextDeps } from "./read-context.js";
import { withoutCrowds } from "./page-kinds.js";
import type { RecommendationRequest } from "./request.js";
import { seedState } from "./seed.js";
import type { RecommendationContext } from "./recommendation-context.js";
import type { Item } from "../search/response-schema.js";
import type { SeedState } from "./response.js";

export interface FillDeps extends CandidateDeps, ContextDeps {
  readonly personalizer: Pick<Personalizer, "recall" | "rank">;
}

export interface EmptySlot {
  readonly profile: Profile;
  /** The filter that one active variant of every product must match; undefined where it cannot be read. */
  readonly filter: Filter | undefined;
  /** Whether the slot has a filter of its own. */
  readonly hasFilter: boolean;
}

export interface ChosenSlot {
  readonly shown: readonly { readonly item: Item; readonly by: RecommenderName }[];
  readonly outcome: SearchOutcomeKind;
}

export interface Filled {
  /** In the order in which they were given. */
  readonly slots: readonly ChosenSlot[];
  readonly seed_state: SeedState;
  /** Taste could not be had in time. */
  readonly without_taste: boolean;
}

/** Whether what a slot shows is not for the page to choose: what the shopper has looked at, and what the shop has said. */
const isGiven = (slot: EmptySlot | undefined): boolean =>
  slot?.hasFilter === true || slot?.profile.recommenders[0]?.by === "recently_viewed";

const completesByBaskets = ({ profile }: EmptySlot): boolean =>
  profile.recommenders.some(({ by }) => by === "goes_with");

/** The candidates per item that taste chooses from. */
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
    const empty = slots.map((): ChosenSlot => ({ shown: [], outcome: "answered" }));
    return { slots: empty, seed_state: "unseeded", without_taste: false };
  }
  const { limit } = request;
  const read = await readContext(deps, storefront, live, request);
  const { without_taste } = read;
  const context: RecommendationContext = slots.some(completesByBaskets)
    ? { ...read.context, alike: await readAlike(deps, live, read.context) }
    : read.context;
  // Other slots may take some candidates, and taste needs some to choose from.
  const wanted = limit * Math.max(CANDIDATES_AN_ITEM, slots.length + 1);
  const shown_alone = slots.length === 1 ? limit : null;
  const blocks = slots.map(({ profile, filter = NOTHING }) =>
    blockOf(request, { profile, filter, shown_alone }, wanted),
  );

  /** A page is one conversation; a block by itself says what it has to say. */
  const apart = (all: readonly (readonly BlockCandidate[])[]) =>
    slots.length === 1
      ? all
      : withoutCrowds(
          all.map((candidates, at) => ({ candidates, isGiven: isGiven(slots[at]) })),
          limit,
          context.taxonomy,
        );
  const search = candidateSearch(deps, { live, context, blocks });
  const first = await search.first();
  const ordered = blocks.map((block, at) => orderedFor(deps, context, block, limit, first[at]));
  const assigned = assign(apart(ordered), limit);
  const short = slots.flatMap(({ filter }, at) =>
    filter !== undefined && (assigned[at]?.length ?? 0) < limit ? [at] : [],
  );
  const found = short.length === 0 ? first : await search.rest(first, short);
  const isNew = (at: number) => found[at]?.candidates !== first[at]?.candidates;
  const reordered = () =>
    blocks.map((block, at) => (isNew(at) ? orderedFor(deps, context, block, limit, found[at]) : (ordered[at] ?? [])));
  const chosen = short.some(isNew) ? assign(apart(reordered()), limit) : assigned;

  const ids = chosen.flat().map(({ id }) => id);
  const products = await readProducts(deps, live, ids, "shown");
  const lookedAt = new Map(context.viewed.map(({ id, variant }) => [id, variant]));
  const shownIn = (filter: Filter, candidates: readonly BlockCandidate[]) => {
    const itemsOf = itemsFor(filterIn(filter, storefront.configuration.availability, "buried"), request, context);
    return candidates.flatMap(({ id, by }) => {
      const product = products.get(id);
      // A product shown again keeps the variant that was viewed.
      const wanted = by === "recently_viewed" ? lookedAt.get(id) : undefined;
      return product === undefined ? [] : itemsOf(product.source, wanted).map((item) => ({ item, by }));
    });
  };
  return {
    slots: slots.map(({ filter }, at): ChosenSlot => {
      if (filter === undefined) return { shown: [], outcome: "failed" };
      const shown = shownIn(filter, chosen[at] ?? []).slice(0, limit);
      return { shown, outcome: found[at]?.outcome ?? "failed" };
    }),
    seed_state: seedState(context.named, context.seeds),
    without_taste,
  };
}

/** The candidates of one block as the shopper would see them, were there no other. */
function orderedFor(
  { personalizer }: FillDeps,
  { configuration, taste, taxonomy }: RecommendationContext,
  { profile, diversify_categories }: Block,
  limit: number,
  found: FoundCandidates | undefined,
): BlockCandidate[] {
  const apart = profile.other_categories ? taxonomy : null;
  const how = { taste, weights: configuration.ranking, share: profile.taste, diversify_categories, limit, apart };
  return orderFor(personalizer, found?.candidates ?? [], how);
}

/** @param ordered of each slot its candidates, best first */
function assign(ordered: readonly (readonly BlockCandidate[])[], limit: number): BlockCandidate[][] {
  const idsOf = (candidates: readonly BlockCandidate[]) => candidates.map(({ id }) => id);
  const assigned = assignSlots(ordered.map(idsOf), limit);
  return ordered.map((candidates, at) => {
    const own = new Set(assigned[at]);
    return candidates.filter(({ id }) => own.has(id));
  });
}
