import type { RankingWeights } from "../../storefront/taste-configuration.js";
import type { TasteSnapshot } from "../taste/snapshot.js";
import { brandRepetition } from "./brand-diversity.js";
import type { Candidate } from "./candidate.js";
import { categoryRepetition } from "./category-diversity.js";
import { coVisitation } from "./co-visitation.js";
import { fatigue } from "./fatigue.js";
import type { Repetition } from "./repetition.js";

export interface RerankInput {
  /** Null: a shopper of whom nothing is known. */
  readonly snapshot: TasteSnapshot | null;
  readonly weights: Pick<RankingWeights, "fatigue" | "co_visitation" | "brand_diversity" | "category_diversity">;
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
  const ordered: string[] = [];
  placeAll(window, input, ({ candidate }) => ordered.push(candidate.id));
  return ordered;
}

/** Fills the places of a window from the top. @param onPlace told of each before what it repeats changes */
export function placeAll(
  window: readonly Candidate[],
  input: RerankInput,
  onPlace: (chosen: Valued, penalties: readonly Penalty[]) => void,
): void {
  const penalties = penaltiesOf(window, input);
  const groups = groupsOf(valuedCandidates(window, input), penalties);
  for (let place = 0; place < window.length; place += 1) {
    const chosen = takeBest(groups, penalties);
    onPlace(chosen, penalties);
    for (const { repetition } of penalties) repetition.place(chosen.candidate);
  }
}

export interface Valued {
  readonly candidate: Candidate;
  readonly rank: number;
  /** Before what it would repeat. */
  readonly worth: number;
}

/** Best first. */
function valuedCandidates(window: readonly Candidate[], { snapshot, weights }: RerankInput): Valued[] {
  const tired = snapshot === null ? new Map<string, number>() : fatigue(snapshot);
  const covisited = snapshot === null ? new Map<string, number>() : coVisitation(snapshot, window);
  return window
    .map((candidate, rank) => ({
      candidate,
      rank,
      worth:
        1 -
        rank / window.length +
        weights.co_visitation * (covisited.get(candidate.id) ?? 0) -
        weights.fatigue * (tired.get(candidate.id) ?? 0),
    }))
    .sort(byWorth);
}

const byWorth = (a: Valued, b: Valued): number => b.worth - a.worth || a.rank - b.rank;

export interface Penalty {
  readonly signal: "brand_diversity" | "category_diversity";
  readonly weight: number;
  readonly repetition: Repetition;
}

function penaltiesOf(window: readonly Candidate[], input: RerankInput): readonly Penalty[] {
  const { snapshot, weights, diversify_categories } = input;
  return [
    ...(snapshot === null ? [] : [penalty("brand_diversity", weights, brandRepetition(window))]),
    ...(diversify_categories ? [penalty("category_diversity", weights, categoryRepetition(window))] : []),
  ].filter(({ weight }) => weight > 0);
}

const penalty = (signal: Penalty["signal"], weights: RerankInput["weights"], repetition: Repetition): Penalty => ({
  signal,
  weight: weights[signal],
  repetition,
});

/** Candidates that would repeat the same: of them only the next one can be the best. */
interface Group {
  readonly members: readonly Valued[];
  next: number;
}

function groupsOf(valued: readonly Valued[], penalties: readonly Penalty[]): Group[] {
  const groups = new Map<string, Valued[]>();
  for (const one of valued) {
    const key = penalties.map(({ repetition }) => repetition.keyOf(one.candidate)).join(" ");
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [one]);
    else members.push(one);
  }
  return [...groups.values()].map((members) => ({ members, next: 0 }));
}

/** Takes the candidate that is worth most in the next place; of two alike, the one that was worth more before. */
function takeBest(groups: Group[], penalties: readonly Penalty[]): Valued {
  let best: { readonly group: Group; readonly head: Valued; readonly rest: number } | undefined;
  for (const group of groups) {
    const head = group.members[group.next];
    if (head === undefined || (best !== undefined && head.worth < best.rest)) continue;
    let rest = head.worth;
    for (const { weight, repetition } of penalties) rest -= weight * repetition.of(head.candidate);
    if (best === undefined || rest > best.rest || (rest === best.rest && byWorth(head, best.head) < 0)) {
      best = { group, head, rest };
    }
  }
  if (best === undefined) throw new Error("nothing is left to take");
  best.group.next += 1;
  return best.head;
}
