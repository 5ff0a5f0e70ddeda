import type { LiveCatalog } from "../catalog/live.js";
import { readProducts } from "../catalog/products.js";
import type { SearchOutcomeKind } from "../engine/multi-search.js";
import { NOTHING, type Filter } from "../filters/filter.js";
import type { Storefront } from "../storefront/client.js";
import type { Profile, RecommenderName } from "../storefront/recommendation-configuration.js";
import { candidateSearch, isUnknownShopper, readAlike } from "./find-candidates.js";
import { assignSlots } from "./assign-slots.js";
import { blockOf, worse, type Block, type BlockCandidate, type FoundCandidates } from "./block.js";
import { filterIn } from "./candidate-body.js";
import { itemsFor } from "../search/listing/response.js";
import { orderFor } from "./order.js";
import { readContext } from "./read-context.js";
import {
  anythingFor,
  fallbackOf,
  leadOf,
  ownProfile,
  type OwnSlot,
  shortReason,
  type ShortReason,
  withLead,
  withoutCrowds,
} from "./page-lead.js";
import type { RecommendationRequest } from "./request.js";
import { seedState } from "./seed.js";
import type { RecommendationContext } from "./recommendation-context.js";
import { candidatesMissing, type Recommending, type WantedCandidates } from "./request-candidates.js";
import type { Item } from "../search/response-schema.js";
import type { SeedState } from "./response.js";

export interface EmptySlot {
  /** Profile of the slot, as configured. */
  readonly profile: Profile;
  /** The filter that one active variant of every product must match; undefined if the slot's configured filter is invalid. */
  readonly filter: Filter | undefined;
  readonly hasFilter: boolean;
}

interface ChosenSlot {
  readonly shown: readonly { readonly item: Item; readonly by: RecommenderName }[];
  readonly outcome: SearchOutcomeKind;
  /** Reason why the slot has fewer products than requested. */
  readonly reason: ShortReason;
}

export interface Filled {
  /** Filled slots in the order of the request. */
  readonly slots: readonly ChosenSlot[];
  readonly seed_state: SeedState;
  /** Whether the response ignores the shopper's taste, because the taste profile was not available in time. */
  readonly without_taste: boolean;
}

/** Returns whether the products of a slot are fixed, either by the shop's filter or by the shopper's history. */
const isGiven = (slot: EmptySlot | undefined): boolean =>
  slot?.hasFilter === true || slot?.profile.recommenders[0]?.by === "recently_viewed";

const completesByBaskets = ({ profile }: EmptySlot): boolean =>
  profile.recommenders.some(({ by }) => by === "complementary");

/** Number of candidates to search for each shown product. Personalization selects the shown products from these candidates. */
const CANDIDATES_AN_ITEM = 3;

/**
 * Fills slots together without duplicates. The function searches for candidates for all slots, orders them for the shopper, and assigns
 * every product to the slot where it has the highest value. If slots then have too few products, the function searches for more candidates.
 * On a page, slots show only candidates from their own recommenders. The slot that leads the page also uses the fallback of its profile.
 * @param isPage true for the slots of a placement, false for a query
 * @param live the live catalogue; undefined if no products have been ingested
 * @throws the errors of the engine
 */
export async function fillSlots(
  deps: Recommending,
  storefront: Storefront,
  live: LiveCatalog | undefined,
  request: RecommendationRequest,
  slots: readonly EmptySlot[],
  isPage: boolean,
): Promise<Filled> {
  if (live === undefined) {
    const empty = slots.map((): ChosenSlot => ({ shown: [], outcome: "answered", reason: "too_few" }));
    return { slots: empty, seed_state: "unseeded", without_taste: false };
  }
  const { limit } = request;
  const read = await readContext(deps, storefront, live, request);
  const alike = slots.some(completesByBaskets) ? await readAlike(deps, live, read) : read.alike;
  const context: RecommendationContext = { ...read, alike };
  // Requests spare candidates, because other slots may use some, and personalization selects from the rest.
  const wanted = limit * Math.max(CANDIDATES_AN_ITEM, slots.length + 1);
  const products_shown = slots.length === 1 ? limit : null;
  const blockFor = (profile: Profile, filter: Filter = NOTHING) =>
    blockOf(request, { profile, filter, products_shown }, wanted);
  const blocks = slots.map(({ profile, filter }) => blockFor(isPage ? ownProfile(profile) : profile, filter));

  /** Limits how often a product type appears on a page. A single block is left unchanged. */
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
  const orderedFor = (block: Block, found: FoundCandidates | undefined) =>
    orderFor(deps.personalizer, found?.candidates ?? [], block, context, limit);
  const ordered = blocks.map((block, at) => orderedFor(block, first[at]));
  const assigned = assign(apart(ordered), limit);
  const short = slots.flatMap(({ filter }, at) =>
    filter !== undefined && (assigned[at]?.length ?? 0) < limit ? [at] : [],
  );
  const found = short.length === 0 ? first : await search.rest(first, short);
  const isNew = (at: number) => found[at]?.candidates !== first[at]?.candidates;
  const own = blocks.map((block, at) => (isNew(at) ? orderedFor(block, found[at]) : (ordered[at] ?? [])));
  const assignedAgain = short.some(isNew) ? assign(apart(own), limit) : assigned;
  const page = isPage ? await ledPage(deps, { live, context, blockFor }, slots, own, assignedAgain, limit) : undefined;
  const chosen = page?.chosen ?? assignedAgain;

  const ids = chosen.flat().map(({ id }) => id);
  const products = await readProducts(deps, live, ids, "shown");
  const lookedAt = new Map(context.viewed.map(({ id, variant }) => [id, variant]));
  const shownIn = (filter: Filter, candidates: readonly BlockCandidate[]) => {
    const matching = filterIn(filter, storefront.configuration.availability, "buried");
    const itemsOf = itemsFor({ ...context, matching, projection: request.projection });
    const withOthers = !request.group_by_product;
    return candidates.flatMap(({ id, by }) => {
      const product = products.get(id);
      // A product in "recently viewed" is shown as the variant that was viewed.
      const variant = by === "recently_viewed" ? lookedAt.get(id) : undefined;
      return product === undefined
        ? []
        : itemsOf(product.source, { variant, withOthers }).map((item) => ({ item, by }));
    });
  };
  return {
    slots: slots.map(({ filter }, at): ChosenSlot => {
      const { outcome, reason } = page?.why[at] ?? ALL_ANSWERED;
      if (filter === undefined) return { shown: [], outcome: "failed", reason };
      const shown = shownIn(filter, chosen[at] ?? []).slice(0, limit);
      return { shown, outcome: worse(found[at]?.outcome ?? "failed", outcome), reason };
    }),
    seed_state: seedState(context.named, context.seeds),
    without_taste: context.without_taste,
  };
}

type Why = Pick<ChosenSlot, "outcome" | "reason">;

const ALL_ANSWERED: Why = { outcome: "answered", reason: "too_few" };

interface LedPage {
  /** The products of each slot. */
  readonly chosen: readonly (readonly BlockCandidate[])[];
  /** For each slot, the outcome of the fallback searches and the reason why the slot has too few products. */
  readonly why: readonly Why[];
}

interface PageSearch extends Pick<WantedCandidates, "live" | "context"> {
  readonly blockFor: (profile: Profile, filter?: Filter) => Block;
}

/**
 * Fills the leading slot of a page with fallback products, and determines why slots have too few products.
 * @param own the candidates found for each slot without its fallback, best first
 * @param shown the candidates assigned to each slot
 */
async function ledPage(
  deps: Recommending,
  { live, context, blockFor }: PageSearch,
  slots: readonly EmptySlot[],
  own: readonly (readonly BlockCandidate[])[],
  shown: readonly (readonly BlockCandidate[])[],
  limit: number,
): Promise<LedPage> {
  if (shown.every(({ length }) => length === limit)) return { chosen: shown, why: [] };
  const fallbacks = slots.map(({ profile, filter }) => (filter === undefined ? null : fallbackOf(profile)));
  const bare = slots.map(({ profile }, at): OwnSlot => {
    const claims =
      profile.recommenders[0]?.by === "trending" || (!profile.unknown_shoppers && isUnknownShopper(context));
    const fallback = fallbacks[at] === null ? null : [];
    return { shown: shown[at] ?? [], own: own[at] ?? [], fallback, eligible: [], claims };
  });
  const lead = leadOf(bare, limit);
  const isLed = lead !== undefined && shown[lead]?.length === limit;
  const falling = isLed ? [] : fallbacks.flatMap((profile, at) => (profile === null ? [] : [{ at, profile }]));
  const fallbackBlocks = falling.map(({ at, profile }) => blockFor(profile, slots[at]?.filter));
  const eligibleBlocks = slots.map(({ profile, filter }) => blockFor(anythingFor(profile), filter));
  const [fallback, eligible] = await Promise.all([
    candidatesOf(deps, { live, context, blocks: fallbackBlocks }),
    candidatesOf(deps, { live, context: { ...context, department: undefined }, blocks: eligibleBlocks }),
  ]);
  const inOrder = new Map(
    falling.map(({ at }, nth) => {
      const { candidates = [] } = fallback[nth] ?? {};
      return [at, orderFor(deps.personalizer, candidates, fallbackBlocks[nth] as Block, context, limit)];
    }),
  );
  const page = bare.map((slot, at): OwnSlot => ({
    ...slot,
    fallback: inOrder.get(at) ?? slot.fallback,
    eligible: eligible[at]?.candidates ?? [],
  }));
  const chosen = withLead(page, limit);
  const onPage = new Set(chosen.flat().map(({ id }) => id));
  const searched = fallback.map(({ outcome }) => outcome).reduce(worse, "answered");
  const why = page.map((slot, at): Why => {
    const outcome = worse(searched, eligible[at]?.outcome ?? "failed");
    return { outcome, reason: shortReason(slot, chosen[at] ?? [], onPage) };
  });
  return { chosen, why };
}

/**
 * Finds the candidates of the blocks. If a block has too few candidates, also searches for products out of stock. Does not throw: if a
 * search fails, its candidates are missing.
 */
async function candidatesOf(deps: Recommending, wanted: WantedCandidates): Promise<readonly FoundCandidates[]> {
  const search = candidateSearch(deps, wanted);
  const first = await search.first().catch((error: unknown) => {
    candidatesMissing(deps)(error);
    return wanted.blocks.map((): FoundCandidates => ({ candidates: [], outcome: "failed" }));
  });
  const few = first.flatMap(({ candidates }, at) => (candidates.length < (wanted.blocks[at]?.size ?? 0) ? [at] : []));
  return few.length === 0 ? first : search.rest(first, few);
}

/** @param ordered the candidates of each slot, best first */
function assign(ordered: readonly (readonly BlockCandidate[])[], limit: number): BlockCandidate[][] {
  const idsOf = (candidates: readonly BlockCandidate[]) => candidates.map(({ id }) => id);
  const assigned = assignSlots(ordered.map(idsOf), limit);
  return ordered.map((candidates, at) => {
    const own = new Set(assigned[at]);
    return candidates.filter(({ id }) => own.has(id));
  });
}
