import { productsOf } from "../personalization/candidate.js";
import type { Personalizer } from "../personalization/personalizer.js";
import { pointsOf, type Scoring, SIGNALS } from "../personalization/signals.js";
import type { TasteSnapshot } from "../personalization/taste/snapshot.js";
import type { RankingWeights } from "../storefront/taste-configuration.js";
import { CATEGORIES_FIELD } from "../catalog/fields.js";
import { readToken, tokenValues } from "../catalog/taste-tokens.js";
import { productTypesOf, type Taxonomy } from "../catalog/taxonomy.js";
import type { Block, BlockCandidate } from "./block.js";
import type { RecommendationContext } from "./recommendation-context.js";

/**
 * The candidates of a block for one shopper: first by the signals of listings, then with fatigue and diversity as
 * there (`personalization/reranking`), and where they complete a look, one a kind; at last no more of a brand than the
 * shopper's looks stand for. What is buried stays behind.
 * @param limit products that the block shows
 */
export function orderFor(
  personalizer: Pick<Personalizer, "rerank">,
  candidates: readonly BlockCandidate[],
  { profile, diversify_categories }: Pick<Block, "profile" | "diversify_categories">,
  { configuration: { ranking: weights }, taste, taxonomy }: OrderContext,
  limit: number,
): BlockCandidate[] {
  const snapshot = profile.taste === 0 ? null : taste;
  const most = mostOfBrands(snapshot, limit);
  return parts(candidates).flatMap((own) => {
    const window = snapshot === null ? own : likedFirst(own, snapshot, weights, profile.taste);
    const byId = new Map(own.map((candidate) => [candidate.id, candidate]));
    const reranked = personalizer.rerank(window, { snapshot, weights: inBlocks(weights), diversify_categories });
    const ordered = reranked.flatMap(({ id }) => byId.get(id) ?? []);
    return fewOfABrand(profile.other_categories ? oneAKind(ordered, taxonomy) : ordered, most);
  });
}

/** Who is asking, and how the shop's kinds are told apart. */
type OrderContext = Pick<RecommendationContext, "taste" | "taxonomy"> & {
  readonly configuration: Pick<RecommendationContext["configuration"], "ranking">;
};

/**
 * Of a block, how many products a brand that was looked at may have: the part of n looks that were at it, beside one at all of the
 * shop, rounded up. What is alike in another way is often all that a block is about.
 */
function mostOfBrands(taste: TasteSnapshot | null, limit: number): ReadonlyMap<string, number> {
  const views = taste?.viewed?.products ?? [];
  const counts = new Map<string, number>();
  for (const token of views.flat())
    if (readToken(token).field === DESIGNER) counts.set(token, (counts.get(token) ?? 0) + 1);
  return new Map([...counts].map(([brand, count]) => [brand, Math.ceil((count / (views.length + 1)) * limit)]));
}

const DESIGNER = "designer";

/** What would be more of a brand than that comes behind everything else. @param most by token */
function fewOfABrand<T extends Pick<BlockCandidate, "tokens">>(
  candidates: readonly T[],
  most: ReadonlyMap<string, number>,
): T[] {
  if (most.size === 0) return [...candidates];
  const taken = new Map<string, number>();
  const behind: T[] = [];
  const first = candidates.filter((candidate) => {
    const brands = candidate.tokens.filter((token) => most.has(token));
    if (brands.some((brand) => (taken.get(brand) ?? 0) >= (most.get(brand) ?? 0))) {
      behind.push(candidate);
      return false;
    }
    for (const brand of brands) taken.set(brand, (taken.get(brand) ?? 0) + 1);
    return true;
  });
  return [...first, ...behind];
}

/** Parts that are ordered by themselves, one behind the other. */
function parts(candidates: readonly BlockCandidate[]): (readonly BlockCandidate[])[] {
  const sold = candidates.filter(({ buried }) => !buried);
  const isSingleDevice = sold.findIndex((candidate) => candidate.isSingleDevice);
  const hasMinimumSupport = isSingleDevice < 0 ? sold.length : isSingleDevice;
  const behind = sold.slice(hasMinimumSupport).findIndex((candidate) => !candidate.isSingleDevice);
  const end = behind < 0 ? sold.length : hasMinimumSupport + behind;
  return [
    sold.slice(0, hasMinimumSupport),
    sold.slice(hasMinimumSupport, end),
    sold.slice(end),
    candidates.filter(({ buried }) => buried),
  ];
}

/** The best of each kind, then the second best of each, and so on; within a kind first one of each category. */
function oneAKind<T extends Pick<BlockCandidate, "tokens">>(
  candidates: readonly T[],
  taxonomy: Pick<Taxonomy, "product_type_level" | "roots">,
): T[] {
  const categories = candidates.map(({ tokens }) => tokenValues(tokens, CATEGORIES_FIELD));
  const within = turns(candidates, (_, at) => categories[at] ?? []);
  const positions = new Map(candidates.map((candidate, at) => [candidate, at]));
  return turns(within, (candidate) => productTypesOf(categories[positions.get(candidate) as number] ?? [], taxonomy));
}

/** Sorted by how many before have one of the same keys; what has none takes no turns. */
function turns<T>(candidates: readonly T[], keysOf: (candidate: T, at: number) => readonly string[]): T[] {
  const met = new Map<string, number>();
  return candidates
    .map((candidate, at) => {
      const keys = keysOf(candidate, at);
      const turn = keys.reduce((most, key) => Math.max(most, met.get(key) ?? 0), 0);
      for (const key of keys) met.set(key, turn + 1);
      return { candidate, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ candidate }) => candidate);
}

/**
 * A block shows few of its candidates, a listing's page most of its window. Blocks therefore multiply the weight of category
 * diversity: with the default weight, a product whose category was just shown comes after all products of other categories.
 */
const CATEGORY_REACH = 8;

const inBlocks = (weights: RankingWeights): RankingWeights => ({
  ...weights,
  category_diversity: weights.category_diversity * CATEGORY_REACH,
});

/**
 * The candidates by the signals of listings: each is worth 1 − place / number, and `share` more if it has all that the shopper likes.
 */
export function likedFirst(
  candidates: readonly BlockCandidate[],
  taste: TasteSnapshot,
  weights: RankingWeights,
  share: number,
): BlockCandidate[] {
  // How expensive a product is, and that it was looked at before, says nothing about what a block is about. What goes
  // together has been counted: session recommenders brought the candidates.
  const ofBlocks = { ...weights, text_affinity: 1, co_visitation: 0 };
  const scoring: Scoring = { signals: SIGNALS, taste, weights: ofBlocks, of: "text" };
  const points = pointsOf(scoring, productsOf(candidates));
  return candidates
    .map((candidate, position) => ({
      candidate,
      score: 1 - position / candidates.length + share * (points[position] as number),
    }))
    .sort((a, b) => b.score - a.score)
    .map(({ candidate }) => candidate);
}
