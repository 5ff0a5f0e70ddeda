import type { Outcome } from "../../engine/multi-search.js";
import type { Hit } from "../../engine/search.js";
import { TASTE_FIELD } from "../../catalog/taste-tokens.js";
import type { TasteSnapshot } from "../../personalization/taste/snapshot.js";

/**
 * Products that a search has found for everybody, in its order, and what can be liked in them. Thousands of these are kept, and
 * the fewer objects they are, the less a collection of the heap takes: lists of names are kept as their JSON.
 */
export interface Candidates {
  readonly outcome: Outcome;
  /** Identifiers. */
  readonly ids: string;
  readonly scores: Float64Array;
  /** Taste tokens that any of them has, each once. */
  readonly tokens: string;
  /** Pairs: the place of a token among those, and the place of a product that has it. */
  readonly having: Uint32Array;
  /** False where there may be more behind these. */
  readonly are_all: boolean;
}

/** @param hits ordered by score and identifier @param asked how many were asked for */
export function candidatesOf(outcome: Outcome, hits: readonly Hit<unknown>[], asked: number): Candidates {
  const tokens = new Map<string, number>();
  const having = hits.flatMap(({ fields }, place) =>
    (fields?.[TASTE_FIELD] ?? []).flatMap((value) => {
      const token = String(value);
      const known = tokens.get(token) ?? tokens.size;
      tokens.set(token, known);
      return [known, place];
    }),
  );
  return {
    outcome,
    ids: JSON.stringify(hits.map(({ sort = [] }) => String(sort.at(-1)))),
    scores: Float64Array.from(hits, ({ sort = [] }) => Number(sort[0])),
    tokens: JSON.stringify([...tokens.keys()]),
    having: Uint32Array.from(having),
    are_all: hits.length < asked,
  };
}

/** Of the objects that they are. */
const OBJECTS_BYTES = 600;

/** About what they take in memory. */
export const bytesOf = ({ ids, scores, tokens, having }: Candidates): number =>
  OBJECTS_BYTES + 2 * (ids.length + tokens.length) + scores.byteLength + having.byteLength;

/**
 * The first ones for one shopper, as the engine orders them when taste has its part in the score (`affinityClauses`).
 * @param taste null for a stranger
 * @param most that taste adds to a score: `ranking.text_affinity`
 * @returns undefined where a product behind the candidates might be one of them
 */
export function bestFor(
  candidates: Candidates,
  taste: Pick<TasteSnapshot, "tokens"> | null,
  most: number,
  wanted: number,
): readonly string[] | undefined {
  const { scores, having, are_all } = candidates;
  if (!are_all && scores.length < wanted) return undefined;
  const ids = JSON.parse(candidates.ids) as string[];
  const liked = new Map(most === 0 ? [] : taste?.tokens);
  if (liked.size === 0) return ids.slice(0, wanted);
  const gains = (JSON.parse(candidates.tokens) as string[]).map((token) => (liked.get(token) ?? 0) * most);
  const totals = Float64Array.from(scores);
  const total = (place: number) => totals[place] as number;
  for (let at = 0; at < having.length; at += 2) {
    const [token, place] = [having[at] as number, having[at + 1] as number];
    totals[place] = total(place) + (gains[token] as number);
  }
  const best = [...ids.keys()].sort((a, b) => total(b) - total(a) || a - b).slice(0, wanted);
  const last = best.at(-1);
  const mostGained = [...liked.values()].reduce((sum, weight) => sum + weight * most, 0);
  const mostBehind = (scores.at(-1) ?? 0) + mostGained;
  const isCertain = are_all || last === undefined || total(last) > mostBehind;
  return isCertain ? best.map((place) => ids[place] as string) : undefined;
}
