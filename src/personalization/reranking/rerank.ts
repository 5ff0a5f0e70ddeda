import { groupedBy } from "../../lib/grouped-by.js";
import type { RankingWeights } from "../../storefront/taste-configuration.js";
import { type Candidate, valuesOf } from "../candidate.js";
import type { TasteSnapshot } from "../taste/snapshot.js";
import { positionsIn, type Positions, type Quota } from "./quota.js";

export interface RerankInput {
  /** Null: a shopper of whom nothing is known. */
  readonly snapshot: Pick<TasteSnapshot, "ignored"> | null;
  readonly weights: Pick<RankingWeights, "fatigue" | "category_diversity">;
  /** The request's `context.category_diversification`. */
  readonly diversify_categories: boolean;
  /** How far pages of so many products may follow the shopper; unless given, all the way. */
  readonly quota?: (Quota & { readonly page: number }) | undefined;
  /** Products that are lifted to follow another one, see `liftsIn`. */
  readonly promotions?: ReadonlyMap<string, number>;
  /** The number of products that weights are shares of; the window's own number unless given. */
  readonly size?: number;
  /** The number of positions to fill; by default all of the window. */
  readonly positions?: number;
}

/** Whether anything is placed at all. Where not, the order of the window stays. */
export const mustRerank = ({
  snapshot,
  diversify_categories,
}: Pick<RerankInput, "diversify_categories"> & { readonly snapshot: object | null }): boolean =>
  snapshot !== null || diversify_categories;

/** A product in its place: what it was worth when the place was filled, as the sum of what made it so. */
export interface Reranked {
  readonly id: string;
  /** From 1: its place by the score. */
  readonly rank: number;
  readonly signals: readonly { readonly signal: RerankSignal; readonly score: number }[];
  /** The groups (a brand, a category) that pages had no room left for when it would have had a place further up. */
  readonly limited_by: readonly string[];
}

type RerankSignal = "engine_rank" | "taste" | "fatigue" | "category_diversity";

/**
 * Puts a window of products, best first, into places: a permutation of it, or the beginning of one. Each product begins
 * with 1 − rank / size and loses at most the weight of fatigue and of diversity, so a weight of 0.2 moves a product by a fifth of the
 * window at most. Places are filled from the top with whatever is worth most after what it would repeat, as long as a page has room
 * for more of it; where it has room for nothing, with what is worth most.
 *
 * The rank is used and not the score: scores of a listing and of a text search have nothing in common, and one weight could
 * not fit both.
 */
export function rerank(window: readonly Candidate[], input: RerankInput): Reranked[] {
  if (!mustRerank(input)) return window.map(({ id }, rank) => placedAt(id, rank, 1 - rank / window.length));
  const { weights, snapshot, diversify_categories } = input;
  const size = input.size ?? window.length;
  const diversity = diversify_categories ? weights.category_diversity : 0;
  const repetition = diversity === 0 ? undefined : repetitionOf("categories", window);
  const positions = input.quota === undefined ? undefined : positionsIn(input.quota, input.quota.page, window);
  const tired = snapshot === null ? new Map<string, number>() : fatigue(snapshot);
  const valued = window
    .map((candidate, rank): Valued => {
      const tiredness = weights.fatigue * (tired.get(candidate.id) ?? 0);
      const follows = input.promotions?.get(candidate.id);
      const lifted = follows === undefined ? 0 : (rank - follows - 0.5) / size;
      return {
        candidate,
        rank,
        by_rank: 1 - rank / size,
        lifted,
        tiredness,
        score: 1 - rank / size + lifted - tiredness,
      };
    })
    .sort(byWorth);
  const groups = groupsOf(valued, repetition, positions);
  const heldBack = new Map<string, Set<string>>();
  return window.slice(0, input.positions).map(() => {
    const repeats = (candidate: Candidate) => (repetition === undefined ? 0 : diversity * repetition.of(candidate));
    const { candidate, rank, by_rank, lifted, tiredness } = takeBest(groups, repeats, positions, heldBack);
    const repeated = repeats(candidate);
    positions?.add(candidate);
    repetition?.add(candidate);
    return {
      ...placedAt(candidate.id, rank, by_rank, [
        { signal: "taste", score: lifted },
        { signal: "fatigue", score: -tiredness },
        { signal: "category_diversity", score: -repeated },
      ]),
      limited_by: [...(heldBack.get(candidate.id) ?? [])],
    };
  });
}

const placedAt = (id: string, rank: number, by_rank: number, others: Reranked["signals"] = []): Reranked => ({
  id,
  rank: rank + 1,
  signals: [{ signal: "engine_rank", score: by_rank }, ...others.filter(({ score }) => score !== 0)],
  limited_by: [],
});

interface Valued {
  readonly candidate: Candidate;
  readonly rank: number;
  readonly by_rank: number;
  readonly lifted: number;
  readonly tiredness: number;
  /** Before what it would repeat. */
  readonly score: number;
}

const byWorth = (a: Valued, b: Valued): number => b.score - a.score || a.rank - b.rank;

/** Candidates that would repeat the same, and have room in the same places: of them only the next one can be the best. */
interface Group {
  readonly members: readonly Valued[];
  next: number;
}

function groupsOf(
  valued: readonly Valued[],
  repetition: Repetition | undefined,
  positions: Positions | undefined,
): Group[] {
  const groups = groupedBy(
    valued,
    ({ candidate }) => `${repetition?.keyOf(candidate) ?? ""} ${positions?.keyOf(candidate) ?? ""}`,
  );
  return [...groups.values()].map((members) => ({ members, next: 0 }));
}

interface Head {
  readonly group: Group;
  readonly head: Valued;
  /** The product's worth after the deduction for repetition. */
  readonly rest: number;
}

/** Takes the candidate that is worth most in the next place and has room in it; of two alike, the one that was worth more before. */
function takeBest(
  groups: Group[],
  repeats: (candidate: Candidate) => number,
  positions: Positions | undefined,
  heldBack: Map<string, Set<string>>,
): Valued {
  let best: Head | undefined;
  let held: (Head & { readonly full: readonly string[] }) | undefined;
  for (const group of groups) {
    const head = group.members[group.next];
    if (head === undefined) continue;
    const one = { group, head, rest: head.score - repeats(head.candidate) };
    const full = positions?.fullFor(head.candidate) ?? [];
    if (full.length === 0) best = better(best, one);
    else if (held === undefined || better(held, one) !== held) held = { ...one, full };
  }
  if (held !== undefined && best !== undefined && better(best, held) === held) {
    const { id } = held.head.candidate;
    heldBack.set(id, new Set([...(heldBack.get(id) ?? []), ...held.full]));
  }
  const chosen = best ?? held;
  if (chosen === undefined) throw new Error("nothing is left to take");
  chosen.group.next += 1;
  return chosen.head;
}

const better = (one: Head | undefined, other: Head): Head =>
  one === undefined || other.rest > one.rest || (other.rest === one.rest && byWorth(other.head, one.head) < 0)
    ? other
    : one;

/**
 * How tired a shopper is of each product, from 0 to below 1: 1 − 2^−(times − 1), where `times` is how often it was shown and
 * ignored (decayed). The first time counts nothing, since everything has to be shown once.
 */
export function fatigue({ ignored }: Pick<TasteSnapshot, "ignored">): ReadonlyMap<string, number> {
  return new Map(ignored.map(([id, times]) => [id, 1 - 2 ** -Math.max(0, times - 1)]));
}

/** After so many places, a value that was just shown counts half as a repetition. */
const HALF_LIFE = 4;

/**
 * How much a candidate would repeat what the places above it show, as they are filled one by one (the diversity part of
 * maximal marginal relevance, Carbonell & Goldstein 1998, with nearness in the list in place of similarity to the whole
 * set). `of` answers 1 − 2^−r, from 0 to below 1, where r is the sum of 2^(−distance / 4) over the places with the same
 * value: right below one equal product 0.44, below two 0.66. A product of several values repeats as much as the most
 * repeated of them.
 */
export interface Repetition {
  of(candidate: Candidate): number;
  /** The same for candidates that repeat the same, wherever they are placed. */
  keyOf(candidate: Candidate): string;
  /** The candidate takes the next place. */
  add(candidate: Candidate): void;
}

export function repetitionOf(field: string, candidates: readonly Candidate[]): Repetition {
  const traces = new Map<string, Trace>();
  const traceOf = (value: string): Trace => {
    const trace = traces.get(value) ?? { position: 0, sum: 0 };
    traces.set(value, trace);
    return trace;
  };
  const own = new Map(candidates.map((candidate) => [candidate, valuesOf(candidate, field).map(traceOf)]));
  let next = 0;
  const left = ({ position, sum }: Trace): number => (sum === 0 ? 0 : sum * (LEFT[next - position] ?? 0));
  return {
    of(candidate) {
      let most = 0;
      for (const trace of own.get(candidate) ?? []) most = Math.max(most, left(trace));
      return most === 0 ? 0 : 1 - 2 ** -most;
    },
    keyOf: (candidate) => JSON.stringify(valuesOf(candidate, field)),
    add(candidate) {
      for (const trace of own.get(candidate) ?? []) {
        trace.sum = left(trace) + 1;
        trace.position = next;
      }
      next += 1;
    },
  };
}

/** The sum of a value, as of the place where the value was last shown. */
interface Trace {
  position: number;
  sum: number;
}

/** The share of a sum that is left after so many places; further away it is 0 (less than 2^−16). */
const LEFT: readonly number[] = Array.from({ length: 16 * HALF_LIFE }, (_, positions) => 2 ** (-positions / HALF_LIFE));
