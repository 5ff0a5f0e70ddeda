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
 * Orders the candidates of a block for one shopper: first by the signals that also rank listings, then by fatigue and diversity
 * (`personalization/reranking`). Blocks that complete an outfit then alternate between product types. Finally, the number of products of
 * each viewed brand is limited. Buried products stay last.
 * @param limit number of products that the block shows
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
    return fewOfABrand(profile.other_categories ? onePerProductType(ordered, taxonomy) : ordered, most);
  });
}

/** The shopper's taste, and the storefront's taxonomy and ranking weights. */
type OrderContext = Pick<RecommendationContext, "taste" | "taxonomy"> & {
  readonly configuration: Pick<RecommendationContext["configuration"], "ranking">;
};

/**
 * Returns how many products of each viewed brand a block may show. The number is `limit` multiplied by the brand's share of the product
 * views, rounded up. For the share, the total number of views is increased by one. Other attributes are not limited, because they are often
 * the subject of the block.
 */
function mostOfBrands(taste: TasteSnapshot | null, limit: number): ReadonlyMap<string, number> {
  const views = taste?.viewed?.products ?? [];
  const counts = new Map<string, number>();
  for (const token of views.flat())
    if (readToken(token).field === DESIGNER) counts.set(token, (counts.get(token) ?? 0) + 1);
  return new Map([...counts].map(([brand, count]) => [brand, Math.ceil((count / (views.length + 1)) * limit)]));
}

const DESIGNER = "designer";

/**
 * Moves products that exceed the maximum of their brand to the end.
 * @param most maximum number of products by brand token
 */
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

/**
 * Splits candidates into groups that are ordered separately: candidates before the first candidate that is based on a single device, such
 * single-device candidates, the candidates after them, and products out of stock.
 */
function parts(candidates: readonly BlockCandidate[]): (readonly BlockCandidate[])[] {
  const sold = candidates.filter(({ buried }) => !buried);
  const firstUnsupported = sold.findIndex((candidate) => candidate.isSingleDevice);
  const supportedCount = firstUnsupported < 0 ? sold.length : firstUnsupported;
  const behind = sold.slice(supportedCount).findIndex((candidate) => !candidate.isSingleDevice);
  const end = behind < 0 ? sold.length : supportedCount + behind;
  return [
    sold.slice(0, supportedCount),
    sold.slice(supportedCount, end),
    sold.slice(end),
    candidates.filter(({ buried }) => buried),
  ];
}

/**
 * Alternates between product types: first the best product of each type, then the second best product of each type. Products of the same
 * type alternate between categories.
 */
function onePerProductType<T extends Pick<BlockCandidate, "tokens">>(
  candidates: readonly T[],
  taxonomy: Pick<Taxonomy, "product_type_level" | "roots">,
): T[] {
  const categories = candidates.map(({ tokens }) => tokenValues(tokens, CATEGORIES_FIELD));
  const within = turns(candidates, (_, at) => categories[at] ?? []);
  const positions = new Map(candidates.map((candidate, at) => [candidate, at]));
  return turns(within, (candidate) => productTypesOf(categories[positions.get(candidate) as number] ?? [], taxonomy));
}

/** Alternates candidates with different keys, by sorting on the number of earlier candidates with the same key. */
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
 * Factor that increases the weight of category diversity in recommendation blocks, because a block shows only few of its candidates. With
 * the default weight, products of a category that was just shown rank behind products of other categories.
 */
const CATEGORY_REACH = 8;

const inBlocks = (weights: RankingWeights): RankingWeights => ({
  ...weights,
  category_diversity: weights.category_diversity * CATEGORY_REACH,
});

/**
 * Reranks candidates by taste, as in listings. The score of a candidate is 1 − rank / number of candidates, plus up to `share` for a taste
 * match.
 */
export function likedFirst(
  candidates: readonly BlockCandidate[],
  taste: TasteSnapshot,
  weights: RankingWeights,
  share: number,
): BlockCandidate[] {
  // Ignores price level and earlier views, because they are irrelevant to the theme of a block.
  // Ignores co-visitation, because the session recommenders already count it.
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
