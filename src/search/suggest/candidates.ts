import {
  packedBytes,
  packedListsBytes,
  packLists,
  packStrings,
  stringAt,
  sumsOf,
  type PackedLists,
  type PackedStrings,
} from "../../catalog/packed.js";
import { TASTE_FIELD, ancestorReader } from "../../catalog/taste-tokens.js";
import type { SearchOutcomeKind } from "../../engine/multi-search.js";
import type { Hit } from "../../engine/search-documents.js";
import { likedTokens } from "../personal.js";
import type { TasteSnapshot } from "../../personalization/taste/snapshot.js";

/**
 * Products that a search has found for all shoppers, in its order, with their taste tokens. Thousands of these are
 * kept.
 */
export interface SuggestionCandidates {
  readonly outcome: SearchOutcomeKind;
  readonly ids: PackedStrings;
  readonly scores: Float64Array;
  /** Taste tokens, with the categories above theirs. */
  readonly tokens: PackedLists;
  /** False where there may be more behind these. */
  readonly are_all: boolean;
}

/** @param hits ordered by score and identifier @param asked how many were requested */
export function suggestionCandidatesOf(
  outcome: SearchOutcomeKind,
  hits: readonly Hit<unknown>[],
  asked: number,
): SuggestionCandidates {
  const tokens = hits.map(({ fields }) => (fields?.[TASTE_FIELD] ?? []) as readonly string[]);
  const ancestorsOf = ancestorReader();
  return {
    outcome,
    ids: packStrings(hits.map(({ sort = [] }) => String(sort.at(-1)))),
    scores: Float64Array.from(hits, ({ sort = [] }) => Number(sort[0])),
    tokens: packLists(tokens.map((own) => [...own, ...ancestorsOf(own)])),
    are_all: hits.length < asked,
  };
}

/** Of the objects that they are. */
const OBJECTS_BYTES = 800;

/** About what they take in memory. */
export const bytesOf = ({ ids, scores, tokens }: SuggestionCandidates): number =>
  OBJECTS_BYTES + packedBytes(ids) + scores.byteLength + packedListsBytes(tokens);

/**
 * The first ones for one shopper, as the engine orders them when taste has its part in the score (`affinityClauses`).
 * @param taste null for a stranger
 * @param most that taste adds to a score: `ranking.text_affinity`
 * @returns undefined where a product behind the candidates might be one of them
 */
export function bestFor(
  candidates: SuggestionCandidates,
  taste: Pick<TasteSnapshot, "tokens"> | null,
  most: number,
  wanted: number,
): readonly string[] | undefined {
  const { ids, scores, tokens, are_all } = candidates;
  if (!are_all && scores.length < wanted) return undefined;
  const liked = most === 0 || taste === null ? [] : likedTokens(taste, true);
  const gains = liked.map(([token, weight]) => [token, weight * most] as const);
  const sums = sumsOf(tokens, gains);
  const total = (place: number) => (scores[place] as number) + (sums[place] as number);
  const best = [...scores.keys()].sort((a, b) => total(b) - total(a) || a - b).slice(0, wanted);
  const last = best.at(-1);
  const mostBehind = (scores.at(-1) ?? 0) + gains.reduce((sum, [, gain]) => sum + gain, 0);
  const isCertain = are_all || last === undefined || gains.length === 0 || total(last) > mostBehind;
  return isCertain ? best.map((place) => stringAt(ids, place)) : undefined;
}
