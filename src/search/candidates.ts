import type { Kind } from "../catalog/cache.js";
import {
  findName,
  findString,
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
import type { Engine } from "../engine/engine.js";
import { searchDocuments, type Hit } from "../engine/search-documents.js";
import { readToken, TASTE_FIELD, ancestorReader } from "../catalog/taste-tokens.js";
import { LOG_PRICE_FIELD, priceScores } from "../personalization/affinity.js";
import { listingPriorAt } from "../personalization/listing-prior.js";
import type { Candidate } from "../personalization/rerank/candidate.js";
import { groupReader, roomFor, type Kinds, type Room } from "../personalization/rerank/room.js";
import { PRODUCT, type LookedAt } from "../personalization/taste/snapshot.js";
import { VIEWED_WITH_FIELD } from "../personalization/rerank/co-visitation.js";
import type { Ranked } from "./ranked.js";
import { windowBody, type Slice } from "./cursor/windows.js";
import { isScoredByTaste, likedTokens, tastePart, type Personal } from "./personal.js";
import { isScored, priorIsScored } from "./signals.js";

/** The first products of a request in the unpersonalized order, with the data for ranking them for one shopper. */
export interface Candidates {
  readonly ids: PackedStrings;
  /** The engine's score of each candidate: text, stock, rules, intent. 0 where nothing is scored. */
  readonly scores: Float64Array;
  /** Empty where there is a text, which ranks without. */
  readonly priors: Float64Array;
  /** Milliseconds since 1970, where there are priors: products of the same prior are ordered by it. */
  readonly created: Float64Array;
  /** See `ProductDocument.log_price`; NaN where there is none. */
  readonly log_prices: Float64Array;
  /** Taste tokens, the categories above theirs behind them. */
  readonly tokens: PackedLists;
  /** How many of the tokens are their own. */
  readonly own_tokens: Uint16Array;
  /** Products that others look at together with them. */
  readonly viewed_with: PackedLists;
  /** How many of them are of each brand and of each top category, as `groupReader` names them. */
  readonly groups: ReadonlyMap<string, number>;
  /** Whether what the prior is worth is in the scores already. */
  readonly prior_is_scored: boolean;
  /** False where there may be more behind these. */
  readonly are_all: boolean;
}

/** More take the engine longer to bring than it takes to rank for one shopper. */
export const MAX_CANDIDATES = 2_000;
const OBJECTS_BYTES = 1_000;
const GROUP_BYTES = 100;

export const CANDIDATES: Kind<Candidates> = {
  name: "candidates",
  freshMs: 60_000,
  bytesOf: ({ ids, scores, priors, created, log_prices, tokens, own_tokens, viewed_with, groups }) =>
    OBJECTS_BYTES +
    GROUP_BYTES * groups.size +
    packedBytes(ids) +
    scores.byteLength +
    priors.byteLength +
    created.byteLength +
    own_tokens.byteLength +
    log_prices.byteLength +
    packedListsBytes(tokens) +
    packedListsBytes(viewed_with),
};

/** The fields of hits that `candidatesOf` reads, besides their sort values. */
export const CANDIDATE_FIELDS = {
  stored_fields: "_none_",
  docvalue_fields: [TASTE_FIELD, VIEWED_WITH_FIELD, LOG_PRICE_FIELD],
} as const;

/** The engine's request for them. @param ranked of an unknown shopper */
export const candidatesBody = (ranked: Ranked, slice: Slice = { size: MAX_CANDIDATES }): object => ({
  ...windowBody({ ...ranked, personal: null }, slice),
  ...CANDIDATE_FIELDS,
});

/**
 * Everybody's first products, in one shopper's order.
 * @param excluded product identifiers to leave out, beside those of pinned products
 * @throws errors of the engine as they are
 */
export async function readEverybodys(
  engine: Engine,
  index: string,
  ranked: Ranked,
  { size, excluded }: { readonly size: number; readonly excluded: readonly string[] },
): Promise<Candidate[]> {
  return ownOrder(await readFewCandidates(engine, index, ranked, { size, excluded }), ranked, size).everybodys;
}

/** Only the first of them, which is quicker where they are not cached. @throws errors of the engine as they are */
export async function readFewCandidates(
  engine: Engine,
  index: string,
  ranked: Ranked,
  { size, excluded }: { readonly size: number; readonly excluded: readonly string[] },
): Promise<Candidates> {
  const { hits } = await searchDocuments<never>(engine, index, candidatesBody(ranked, { size, excluded }));
  return candidatesOf(ranked, hits.hits);
}

/** Reads what `candidatesBody` was answered. */
export function candidatesOf(ranked: Ranked, hits: readonly Hit<unknown>[]): Candidates {
  const scored = isScored({ ...ranked, personal: null });
  const isListing = ranked.request.query === null;
  const sortValues = (at: number) => Float64Array.from(hits, ({ sort = [] }) => Number(sort[at] ?? -Infinity));
  const first = scored ? 1 : 0;
  const tokens = hits.map(({ fields }) => (fields?.[TASTE_FIELD] ?? []) as readonly string[]);
  const groupsOf = groupReader(kindsIn(ranked));
  const ancestorsOf = ancestorReader();
  return {
    ids: packStrings(hits.map(({ sort = [] }) => String(sort.at(-1)))),
    scores: Float64Array.from(hits, ({ sort = [] }) => (scored ? Number(sort[0]) : 0)),
    priors: isListing ? sortValues(first) : NONE,
    created: isListing ? sortValues(first + 1) : NONE,
    prior_is_scored: priorIsScored(ranked),
    log_prices: Float64Array.from(hits, ({ fields }) => Number(fields?.[LOG_PRICE_FIELD]?.[0] ?? NaN)),
    tokens: packLists(tokens.map((own) => [...own, ...ancestorsOf(own)])),
    own_tokens: Uint16Array.from(tokens, ({ length }) => length),
    groups: countsOf(tokens.map(groupsOf)),
    viewed_with: packLists(hits.map(({ fields }) => (fields?.[VIEWED_WITH_FIELD] ?? []).map(String))),
    are_all: hits.length < MAX_CANDIDATES,
  };
}

const NONE = new Float64Array();

function countsOf(lists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const name of list) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** How far pages of a listing follow what was looked at. */
export const roomIn = (ranked: Ranked, { groups, ids }: Candidates, looked: LookedAt): Room =>
  roomFor(looked, kindsIn(ranked), (group) => (groups.get(group) ?? 0) / Math.max(1, ids.ends.length));

const kindsIn = ({ catalog: { taxonomy } }: Ranked): Kinds =>
  taxonomy === undefined
    ? { level: 1, department: null }
    : { level: taxonomy.kind_level, department: taxonomy.departments?.field ?? null };

/** The order of the candidates for one shopper. */
export interface OwnOrder {
  /**
   * The first products, as the engine finds them when taste has its part in the score. Scores are summed as the engine sums them,
   * parts and sum rounded to 32 bits; where two differ by less than that, the order may. Undefined where a product behind the
   * candidates might be one of them.
   */
  readonly first: Candidate[] | undefined;
  /** Everybody's first products, in this order. */
  readonly everybodys: Candidate[];
}

/** @param size of each of the two */
export function ownOrder(
  candidates: Candidates,
  { request, personal }: Pick<Ranked, "request" | "personal">,
  size: number,
): OwnOrder {
  const count = candidates.ids.ends.length;
  const top = Array.from({ length: Math.min(size, count) }, (_, place) => place);
  const named = (places: readonly number[]) => candidatesAt(candidates, personal, places);
  if (personal === null || !isScoredByTaste(personal)) {
    const are_enough = candidates.are_all || count >= size;
    return { first: are_enough ? named(top) : undefined, everybodys: named(top) };
  }
  const worths = worthsFor(candidates, personal, request.query !== null);
  const best = bestPlaces(candidates, worths, size);
  return { first: best && named(best), everybodys: named(top.sort(byWorth(candidates, worths.totals))) };
}

/** A shopper's own first products, then the unpersonalized first ones that are not among them. */
export function withEverybodys(own: readonly Candidate[], everybodys: readonly Candidate[]): Candidate[] {
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...everybodys.filter(({ id }) => !known.has(id))];
}

function candidatesAt(candidates: Candidates, personal: Personal | null, places: readonly number[]): Candidate[] {
  const known = recentPlaces(candidates, personal);
  return places.map((place) => ({
    id: stringAt(candidates.ids, place),
    tokens: listAt(candidates.tokens, place).slice(0, candidates.own_tokens[place]),
    viewed_with: viewedWith(candidates, place, known),
  }));
}

interface Worths {
  readonly totals: Float64Array;
  /** No product behind the candidates has more. */
  readonly mostBehind: number;
}

function worthsFor(candidates: Candidates, personal: Personal, hasText: boolean): Worths {
  const { ids, scores, priors, tokens, log_prices, prior_is_scored } = candidates;
  const { half_life_days } = personal;
  const taste = personal.taste as NonNullable<typeof personal.taste>;
  const most = tastePart(personal, hasText);
  const gains = likedTokens(taste, hasText).map(([token, weight]) => [token, Math.fround(weight * most)] as const);
  const totals = sumsOf(tokens, gains);
  for (const [token, gain] of gains) {
    const { field, value } = readToken(token);
    const place = field === PRODUCT ? findString(ids, value) : -1;
    if (place !== -1) totals[place] = (totals[place] as number) + gain;
  }
  const prices = hasText ? undefined : priceScores(taste, most, log_prices);
  const withoutTaste = (place: number): number => {
    const score = scores[place] as number;
    const prior = prior_is_scored ? undefined : priors[place];
    return prior === undefined ? score : score + Math.fround(listingPriorAt(prior, taste.at, half_life_days));
  };
  for (let place = 0; place < totals.length; place += 1) {
    const price = prices === undefined ? 0 : Math.fround(prices[place] as number);
    totals[place] = Math.fround((totals[place] as number) + price + withoutTaste(place));
  }
  const ofPrices = hasText ? 0 : (taste.prices ?? []).reduce((sum, [, weight]) => sum + weight * most, 0);
  const mostGained = gains.reduce((sum, [, gain]) => sum + gain, ofPrices);
  return { totals, mostBehind: totals.length === 0 ? 0 : withoutTaste(totals.length - 1) + mostGained };
}

/** Best first. */
function bestPlaces(candidates: Candidates, { totals, mostBehind }: Worths, size: number): number[] | undefined {
  if (!candidates.are_all && totals.length < size) return undefined;
  const best = placesAbove(leastOfBest(totals, size), totals).sort(byWorth(candidates, totals)).slice(0, size);
  if (candidates.are_all) return best;
  return (totals[best.at(-1) ?? totals.length - 1] as number) > mostBehind ? best : undefined;
}

const byWorth =
  ({ ids, priors, created }: Candidates, totals: Float64Array) =>
  (a: number, b: number): number =>
    (totals[b] as number) - (totals[a] as number) ||
    (priors[b] ?? 0) - (priors[a] ?? 0) ||
    (created[b] ?? 0) - (created[a] ?? 0) ||
    (stringAt(ids, a) < stringAt(ids, b) ? -1 : 1);

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
