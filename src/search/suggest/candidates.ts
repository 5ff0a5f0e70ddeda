import type { Hit } from "../../engine/search.js";
import { TASTE_FIELD } from "../../personalization/affinity.js";
import type { TasteSnapshot } from "../../personalization/taste/snapshot.js";
import type { Brought } from "../shared-searches.js";

/** Products that a search has found for everybody, in its order, and what can be liked in them. */
export interface Candidates extends Brought {
  readonly ids: readonly string[];
  readonly scores: Float64Array;
  /** Taste token → places of the products that have it. */
  readonly places: ReadonlyMap<string, Uint16Array>;
  /** False where there may be more behind these. */
  readonly are_all: boolean;
}

/** @param hits ordered by score and identifier @param asked how many were asked for, fewer than 65,536 */
export function candidatesOf(outcome: Brought["outcome"], hits: readonly Hit<unknown>[], asked: number): Candidates {
  const places = new Map<string, number[]>();
  hits.forEach(({ fields }, place) => {
    for (const token of fields?.[TASTE_FIELD] ?? []) {
      const known = places.get(String(token));
      if (known === undefined) places.set(String(token), [place]);
      else known.push(place);
    }
  });
  return {
    outcome,
    ids: hits.map(({ sort = [] }) => String(sort.at(-1))),
    scores: Float64Array.from(hits, ({ sort = [] }) => Number(sort[0])),
    places: new Map([...places].map(([token, at]) => [token, Uint16Array.from(at)])),
    are_all: hits.length < asked,
  };
}

/** Identifier, score and what lists and maps need for them. */
const PRODUCT_BYTES = 120;
const TOKEN_BYTES = 250;

/** About what they take in memory. */
export const bytesOf = ({ ids, places }: Candidates): number =>
  PRODUCT_BYTES * (1 + ids.length) + TOKEN_BYTES * places.size;

/**
 * The first ones for one shopper, as the engine orders them when taste has its part in the score (`affinityClauses`).
 * @param taste null for a stranger
 * @param most that taste adds to a score: `ranking.text_affinity`
 * @returns undefined where a product behind the candidates might be one of them
 */
export function bestFor(
  { ids, scores, places, are_all }: Candidates,
  taste: Pick<TasteSnapshot, "tokens"> | null,
  most: number,
  wanted: number,
): readonly string[] | undefined {
  if (!are_all && ids.length < wanted) return undefined;
  const tokens = most === 0 ? [] : (taste?.tokens ?? []);
  if (tokens.length === 0) return ids.slice(0, wanted);
  const totals = Float64Array.from(scores);
  let mostGained = 0;
  for (const [token, weight] of tokens) {
    mostGained += weight * most;
    for (const place of places.get(token) ?? []) totals[place] = (totals[place] as number) + weight * most;
  }
  const total = (place: number) => totals[place] as number;
  const best = [...ids.keys()].sort((a, b) => total(b) - total(a) || a - b).slice(0, wanted);
  const last = best.at(-1);
  const mostBehind = (scores.at(-1) ?? 0) + mostGained;
  const isCertain = are_all || last === undefined || total(last) > mostBehind;
  return isCertain ? best.map((place) => ids[place] as string) : undefined;
}
