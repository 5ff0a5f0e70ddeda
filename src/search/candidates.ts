import type { Kind } from "../catalog/cache.js";
import {
  findName,
  listAt,
  packedBytes,
  packedListsBytes,
  packLists,
  packStrings,
  stringAt,
  sumsOf,
  type PackedLists,
  type PackedStrings,
} from "../catalog/packed.js";
import type { Hit } from "../engine/search.js";
import { TASTE_FIELD } from "../catalog/taste-tokens.js";
import { listingPriorAt } from "../personalization/listing-prior.js";
import type { Candidate } from "../personalization/rerank/candidate.js";
import { VIEWED_WITH_FIELD } from "../personalization/rerank/co-visitation.js";
import type { Ranked } from "./ranked.js";
import { windowBody } from "./cursor/windows.js";
import { isScoredByTaste, tastePart, type Personal } from "./personal.js";
import { isScored, priorIsScored } from "./signals.js";

/** The first products of a request in everybody's order, and what ranking them for one shopper takes. */
export interface Candidates {
  readonly ids: PackedStrings;
  /** What the engine gives each of them: text, stock, rules, intent. 0 where it scores nothing. */
  readonly scores: Float64Array;
  /** Empty where there is a text, which ranks without. */
  readonly priors: Float64Array;
  /** Milliseconds since 1970, where there are priors: products of the same prior are ordered by it. */
  readonly created: Float64Array;
  /** Taste tokens. */
  readonly tokens: PackedLists;
  /** Products that others look at together with them. */
  readonly viewed_with: PackedLists;
  /** Whether what the prior is worth is in the scores already. */
  readonly prior_is_scored: boolean;
  /** False where there may be more behind these. */
  readonly are_all: boolean;
}

/** More take the engine longer to bring than it takes to rank for one shopper. */
export const MOST_CANDIDATES = 2_000;
const OBJECTS_BYTES = 1_000;

export const CANDIDATES: Kind<Candidates> = {
  name: "candidates",
  freshMs: 60_000,
  bytesOf: ({ ids, scores, priors, created, tokens, viewed_with }) =>
    OBJECTS_BYTES +
    packedBytes(ids) +
    scores.byteLength +
    priors.byteLength +
    created.byteLength +
    packedListsBytes(tokens) +
    packedListsBytes(viewed_with),
};

/** The engine's request for them. @param ranked of everybody */
export const candidatesBody = (ranked: Ranked): object => ({
  ...windowBody({ ...ranked, personal: null }, { size: MOST_CANDIDATES }),
  docvalue_fields: [TASTE_FIELD, VIEWED_WITH_FIELD],
});

/** Reads what `candidatesBody` was answered. */
export function candidatesOf(ranked: Ranked, hits: readonly Hit<unknown>[]): Candidates {
  const scored = isScored({ ...ranked, personal: null });
  const isListing = ranked.request.query === null;
  const sortValues = (at: number) => Float64Array.from(hits, ({ sort = [] }) => Number(sort[at] ?? -Infinity));
  const first = scored ? 1 : 0;
  return {
    ids: packStrings(hits.map(({ sort = [] }) => String(sort.at(-1)))),
    scores: Float64Array.from(hits, ({ sort = [] }) => (scored ? Number(sort[0]) : 0)),
    priors: isListing ? sortValues(first) : NONE,
    created: isListing ? sortValues(first + 1) : NONE,
    prior_is_scored: priorIsScored(ranked),
    tokens: packLists(hits.map(({ fields }) => (fields?.[TASTE_FIELD] ?? []).map(String))),
    viewed_with: packLists(hits.map(({ fields }) => (fields?.[VIEWED_WITH_FIELD] ?? []).map(String))),
    are_all: hits.length < MOST_CANDIDATES,
  };
}

const NONE = new Float64Array();

/**
 * The first window of one shopper's order, as the engine finds it when taste has its part in the score. Scores are summed as
 * the engine sums them, parts and sum rounded to 32 bits; where two differ by less than that, the order may.
 * @returns undefined where a product behind the candidates might be in the window
 */
export function firstWindow(
  candidates: Candidates,
  { request, personal }: Pick<Ranked, "request" | "personal">,
  size: number,
): Candidate[] | undefined {
  const { ids, are_all } = candidates;
  const count = ids.ends.length;
  if (!are_all && count < size) return undefined;
  const places =
    personal === null || !isScoredByTaste(personal)
      ? Array.from({ length: Math.min(size, count) }, (_, place) => place)
      : bestPlaces(candidates, personal, request.query !== null, size);
  const known = places === undefined ? undefined : recentPlaces(candidates, personal);
  return places?.map((place) => ({
    id: stringAt(ids, place),
    tokens: listAt(candidates.tokens, place),
    viewed_with: known === undefined ? [] : viewedWith(candidates, place, known),
  }));
}

/** Best first. */
function bestPlaces(candidates: Candidates, personal: Personal, hasText: boolean, size: number): number[] | undefined {
  const { ids, scores, priors, created, tokens, prior_is_scored, are_all } = candidates;
  const { taste, half_life_days } = personal;
  const { tokens: liked, at } = taste as NonNullable<typeof taste>;
  const most = tastePart(personal, hasText);
  const gains = liked.map(([token, weight]) => [token, Math.fround(weight * most)] as const);
  const withoutTaste = (place: number): number => {
    const score = scores[place] as number;
    const prior = prior_is_scored ? undefined : priors[place];
    return prior === undefined ? score : score + Math.fround(listingPriorAt(prior, at, half_life_days));
  };
  const totals = sumsOf(tokens, gains).map((gain, place) => Math.fround(gain + withoutTaste(place)));
  const best = placesAbove(leastOfBest(totals, size), totals)
    .sort(
      (a, b) =>
        (totals[b] as number) - (totals[a] as number) ||
        (priors[b] ?? 0) - (priors[a] ?? 0) ||
        (created[b] ?? 0) - (created[a] ?? 0) ||
        (stringAt(ids, a) < stringAt(ids, b) ? -1 : 1),
    )
    .slice(0, size);
  if (are_all) return best;
  const last = totals.length - 1;
  const mostBehind = withoutTaste(last) + gains.reduce((sum, [, gain]) => sum + gain, 0);
  return (totals[best.at(-1) ?? last] as number) > mostBehind ? best : undefined;
}

/** The least of the `size` largest values. Sorting numbers alone takes a tenth of what it takes to sort all places by four keys. */
const leastOfBest = (values: Float64Array, size: number): number => values.toSorted().at(-size) ?? -Infinity;

function placesAbove(least: number, values: Float64Array): number[] {
  const places: number[] = [];
  for (let place = 0; place < values.length; place += 1) if ((values[place] as number) >= least) places.push(place);
  return places;
}

/** Which of the names in `viewed_with` the shopper was interested in lately; no others count. */
function recentPlaces({ viewed_with }: Candidates, personal: Personal | null): ReadonlySet<number> {
  const places = (personal?.taste?.recent ?? []).map(([id]) => findName(viewed_with, id));
  return new Set(places.filter((place) => place !== -1));
}

function viewedWith({ viewed_with }: Candidates, list: number, wanted: ReadonlySet<number>): string[] {
  if (wanted.size === 0) return [];
  const { names, members, ends } = viewed_with;
  const start = list === 0 ? 0 : (ends[list - 1] ?? 0);
  return [...members.subarray(start, ends[list])]
    .filter((place) => wanted.has(place))
    .map((place) => stringAt(names, place));
}
