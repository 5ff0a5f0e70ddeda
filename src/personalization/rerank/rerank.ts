import type { RankingWeights } from "../../storefront/taste-configuration.js";
import type { TasteSnapshot } from "../taste/snapshot.js";
import { brandRepetition } from "./brand-diversity.js";
import type { Candidate } from "./candidate.js";
import { categoryRepetition } from "./category-diversity.js";
import { fatigue } from "./fatigue.js";
import type { Repetition } from "./repetition.js";

export interface RerankInput {
  /** Null: a shopper of whom nothing is known. */
  readonly snapshot: TasteSnapshot | null;
  readonly weights: Pick<RankingWeights, "fatigue" | "co_visitation" | "brand_diversity" | "category_diversity">;
  /** How well a product goes with the shopper's recent ones, from 0 to 1; 0 where it is missing. See `CoVisitation`. */
  readonly covisited: ReadonlyMap<string, number>;
  /** The request's `context.category_diversification`. */
  readonly diversify_categories: boolean;
}

/** Whether a window has to be re-ranked at all. Where not, its order stays exactly the engine's. */
export const mustRerank = ({
  snapshot,
  diversify_categories,
}: Pick<RerankInput, "snapshot" | "diversify_categories">) => snapshot !== null || diversify_categories;

/**
 * The order of a window for one shopper: a permutation of it, and the same for the same input. Each candidate begins with
 * 1 − rank / size and gains or loses at most a signal's weight, so a weight of 0.2 moves a product by a fifth of the window
 * at most. Places are then filled from the top with whatever is worth most after what it would repeat.
 *
 * The engine's rank is used and not its score: scores of a listing and of a text search have nothing in common, and one
 * weight could not fit both.
 */
export function rerank(window: readonly Candidate[], input: RerankInput): string[] {
  if (!mustRerank(input)) return window.map(({ id }) => id);
  const { snapshot, weights } = input;
  const tired = snapshot === null ? new Map<string, number>() : fatigue(snapshot);
  const left = window
    .map((candidate, rank) => ({
      candidate,
      rank,
      worth:
        1 -
        rank / window.length +
        weights.co_visitation * (input.covisited.get(candidate.id) ?? 0) -
        weights.fatigue * (tired.get(candidate.id) ?? 0),
    }))
    .sort((a, b) => b.worth - a.worth || a.rank - b.rank);
  const penalties = penaltiesOf(window, input);
  const ordered: string[] = [];
  while (left.length > 0) {
    const [chosen] = left.splice(best(left, penalties), 1) as [(typeof left)[number]];
    for (const { repetition } of penalties) repetition.place(chosen.candidate);
    ordered.push(chosen.candidate.id);
  }
  return ordered;
}

interface Penalty {
  readonly weight: number;
  readonly repetition: Repetition;
}

function penaltiesOf(window: readonly Candidate[], input: RerankInput): readonly Penalty[] {
  const { snapshot, weights, diversify_categories } = input;
  return [
    ...(snapshot === null ? [] : [{ weight: weights.brand_diversity, repetition: brandRepetition(window) }]),
    ...(diversify_categories ? [{ weight: weights.category_diversity, repetition: categoryRepetition(window) }] : []),
  ].filter(({ weight }) => weight > 0);
}

/** Position of the candidate that is worth most here. They are sorted by worth, so the rest of them is soon ruled out. */
function best(
  left: readonly { readonly candidate: Candidate; readonly worth: number }[],
  penalties: readonly Penalty[],
): number {
  let position = 0;
  let most = -Infinity;
  for (const [at, { candidate, worth }] of left.entries()) {
    if (worth <= most) break;
    let rest = worth;
    for (const { weight, repetition } of penalties) rest -= weight * repetition.of(candidate);
    if (rest > most) {
      most = rest;
      position = at;
    }
  }
  return position;
}
