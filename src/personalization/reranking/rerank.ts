import { groupedBy } from "../../lib/grouped-by.js";
import type { RankingWeights } from "../../storefront/taste-configuration.js";
import { type Candidate, valuesOf } from "../candidate.js";
import type { TasteSnapshot } from "../taste/snapshot.js";
import { positionsIn, type Positions, type Quota } from "./quota.js";

export interface RerankInput {
  /** The shopper's taste, or null for an unknown shopper. */
  readonly snapshot: Pick<TasteSnapshot, "ignored"> | null;
  readonly weights: Pick<RankingWeights, "fatigue" | "category_diversity">;
  /** Whether the request asks for varied categories (`context.category_diversification`). */
  readonly diversify_categories: boolean;
  /** Maximum shares of brands, categories and other groups on a page of `page` products. Default: unlimited. */
  readonly quota?: (Quota & { readonly page: number }) | undefined;
  /** For each promoted product, the rank of the product that it follows. See `promotionsIn`. */
  readonly promotions?: ReadonlyMap<string, number>;
  /** Number of positions by which a penalty weight of 1 can move a product down. Default: the number of candidates. */
  readonly size?: number;
  /** Number of positions to fill with products. Default: the number of candidates. */
  readonly positions?: number;
}

/** Returns whether reranking has an effect. Otherwise, the candidates keep their order. */
export const mustRerank = ({
  snapshot,
  diversify_categories,
}: Pick<RerankInput, "diversify_categories"> & { readonly snapshot: object | null }): boolean =>
  snapshot !== null || diversify_categories;

/** A reranked product with the parts of its score. */
export interface Reranked {
  readonly id: string;
  /** Rank of the product among the candidates before reranking, starting at 1. */
  readonly rank: number;
  readonly signals: readonly { readonly signal: RerankSignal; readonly score: number }[];
  /** The groups (a brand, a category) whose exhausted quota kept the product from a higher position. */
  readonly limited_by: readonly string[];
}

type RerankSignal = "engine_rank" | "taste" | "fatigue" | "category_diversity";

/**
 * Reranks a list of candidate products that are sorted best first. Returns all candidates in the new order, or only the first positions.
 * The initial score of a product is 1 − rank / size. Fatigue and diversity reduce the score by at most their weights: a weight of 0.2 moves
 * a product down by at most a fifth of the list. Positions are filled from the top. Each position gets the highest-scored product whose
 * groups have quota left. If all groups are exhausted, the quota is ignored.
 *
 * Ranks are used instead of scores, because the scores of listings and of text searches differ too much in scale for common weights.
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
  /** Score of the candidate before the repetition penalty is deducted. */
  readonly score: number;
}

const byWorth = (a: Valued, b: Valued): number => b.score - a.score || a.rank - b.rank;

/**
 * A group of candidates with the same repetition penalty and the same quotas. Only the first remaining candidate of the group can be chosen
 * next.
 */
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
  /** Score of the candidate after the repetition penalty is deducted. */
  readonly rest: number;
}

/**
 * Removes and returns the candidate with the highest remaining score whose groups have quota left. Ties are broken by the score before the
 * repetition penalty is deducted.
 */
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
  if (chosen === undefined) throw new Error("the list of candidates to rerank is empty");
  chosen.group.next += 1;
  return chosen.head;
}

const better = (one: Head | undefined, other: Head): Head =>
  one === undefined || other.rest > one.rest || (other.rest === one.rest && byWorth(other.head, one.head) < 0)
    ? other
    : one;

/**
 * Returns the fatigue of the shopper for each product, from 0 to below 1: 1 − 2^−(times − 1), where `times` is the decayed number of
 * impressions that the shopper ignored. The first impression does not count.
 */
export function fatigue({ ignored }: Pick<TasteSnapshot, "ignored">): ReadonlyMap<string, number> {
  return new Map(ignored.map(([id, times]) => [id, 1 - 2 ** -Math.max(0, times - 1)]));
}

/** Number of positions after which the repetition penalty of a value is halved. */
const HALF_LIFE = 4;

/**
 * Measures how much a candidate repeats the products at the positions above, while positions are filled one by one. This is the diversity
 * part of maximal marginal relevance (Carbonell & Goldstein 1998), but with nearness in the list instead of similarity to the whole set.
 * `of` returns 1 − 2^−r, from 0 to below 1, where r is the sum of 2^(−distance / 4) over the positions with the same value. Directly below
 * one product with the same value, the result is 0.44; below two such products, 0.66. For a product with several values, the most repeated
 * value counts.
 */
export interface Repetition {
  of(candidate: Candidate): number;
  /** Returns a key of the candidate's values. Candidates with equal keys have the same penalty for repetition. */
  keyOf(candidate: Candidate): string;
  /** Assigns the next position to the candidate. */
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

/** The repetition penalty of a value at its last position in the list. */
interface Trace {
  position: number;
  sum: number;
}

/**
 * Share of a repetition penalty that remains after a number of positions (the index). Beyond the table, the share is less than 2^−16 and
 * counts as 0.
 */
const LEFT: readonly number[] = Array.from({ length: 16 * HALF_LIFE }, (_, positions) => 2 ** (-positions / HALF_LIFE));
