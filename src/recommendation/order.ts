import type { Personalizer } from "../personalization/personalizer.js";
import type { TasteSnapshot } from "../personalization/taste/snapshot.js";
import type { RankingWeights } from "../storefront/taste-configuration.js";
import type { Candidate, Diversity } from "./block.js";
import { namesProducts } from "./recommenders/propose.js";

export interface OrderInput {
  readonly taste: TasteSnapshot | null;
  readonly weights: RankingWeights;
  /** The profile's `taste`. */
  readonly share: number;
  readonly diversity: Diversity;
}

/**
 * The candidates of a block for one shopper: first by what is liked in them, then with co-visitation, fatigue and diversity as
 * in listings (`personalization/rerank`). What is buried stays behind; so does, where what was searched for is kept apart,
 * all from the first such candidate on.
 */
export function orderFor(
  personalizer: Pick<Personalizer, "rank">,
  candidates: readonly Candidate[],
  { taste, weights, share, diversity }: OrderInput,
): Candidate[] {
  const snapshot = share === 0 ? null : taste;
  return parts(candidates, diversity).flatMap(({ own, diversify_categories }) => {
    const window = snapshot === null ? own : likedFirst(own, snapshot, share);
    const byId = new Map(own.map((candidate) => [candidate.id, candidate]));
    const ids = personalizer.rank(window, { snapshot, weights: inBlocks(weights), diversify_categories });
    return ids.flatMap((id) => byId.get(id) ?? []);
  });
}

interface Part {
  readonly own: readonly Candidate[];
  readonly diversify_categories: boolean;
}

/** Parts that are ordered by themselves, one behind the other. */
function parts(candidates: readonly Candidate[], diversity: Diversity): Part[] {
  const sold = candidates.filter(({ buried }) => !buried);
  const buried = candidates.filter((candidate) => candidate.buried);
  const searched = sold.findIndex(({ by }) => !namesProducts(by));
  const named = diversity !== "searched" ? 0 : searched < 0 ? sold.length : searched;
  return [
    { own: sold.slice(0, named), diversify_categories: false },
    { own: sold.slice(named), diversify_categories: diversity !== "none" },
    { own: buried, diversify_categories: diversity !== "none" },
  ];
}

/**
 * A block shows a few of its candidates, a page most of its window: what keeps categories apart has to reach further. With
 * the default weight, a product right behind one of its category is behind all others that there are.
 */
const CATEGORY_REACH = 8;

const inBlocks = (weights: RankingWeights): RankingWeights => ({
  ...weights,
  category_diversity: weights.category_diversity * CATEGORY_REACH,
});

/** Each candidate is worth 1 − place / number, and `share` more if it has all that the shopper likes. */
export function likedFirst<T extends Pick<Candidate, "tokens">>(
  candidates: readonly T[],
  { tokens }: Pick<TasteSnapshot, "tokens">,
  share: number,
): T[] {
  const liked = new Map(tokens);
  return candidates
    .map((candidate, place) => {
      const affinity = candidate.tokens.reduce((sum, token) => sum + (liked.get(token) ?? 0), 0);
      return { candidate, worth: 1 - place / candidates.length + share * affinity };
    })
    .sort((a, b) => b.worth - a.worth)
    .map(({ candidate }) => candidate);
}
