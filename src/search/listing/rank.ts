import type { Kind } from "../../catalog/cache.js";
import {
  listAt,
  packedBytes,
  packedListsBytes,
  packLists,
  packStrings,
  stringAt,
  sumsOf,
  type PackedLists,
  type PackedStrings,
} from "../../catalog/packed.js";
import type { Hit } from "../../engine/search-documents.js";
import { ancestorReader, TASTE_FIELD } from "../../catalog/taste-tokens.js";
import type { Candidate } from "../../personalization/candidate.js";
import { listingPriorAt } from "../../personalization/listing-prior.js";
import { groupReader, roomFor, type Kinds, type Room } from "../../personalization/placement/room.js";
import type { Match } from "../../personalization/placement/lift.js";
import { VIEWED_WITH_FIELD } from "../../personalization/signals/co-visitation.js";
import { LOG_PRICE_FIELD } from "../../personalization/signals/price.js";
import { mostReached, reachable, scorer, type Scoring } from "../../personalization/signals/signals.js";
import type { LookedAt } from "../../personalization/taste/snapshot.js";
import { scoringOf, type Plan } from "./plan.js";
import { basePoints, priorAt } from "../query.js";
import { TEXT } from "../text/text-query.js";

/** Products that a request finds, in the unpersonalized order, with the data for ranking them for one shopper. */
export interface Candidates {
  readonly ids: PackedStrings;
  /** What the engine alone can tell: the sum of `baseSignals`. */
  readonly bases: Float64Array;
  /** Seconds since 1970, see `listing-prior.ts`. -Infinity where there is none. */
  readonly priors: Float64Array;
  /** Milliseconds since 1970: products of the same prior are ordered by it. */
  readonly created: Float64Array;
  /** See `ProductDocument.log_price`; NaN where there is none. */
  readonly log_prices: Float64Array;
  /** Taste tokens, the categories above theirs behind them. */
  readonly tokens: PackedLists;
  /** How many of the tokens are their own. */
  readonly own_tokens: Uint16Array;
  /** Products that others look at together with them. */
  readonly viewed_with: PackedLists;
  /** How many of them are of each group, as `groupReader` names them. */
  readonly groups: ReadonlyMap<string, number>;
  /** False where there may be more behind these. */
  readonly are_all: boolean;
}

/** Listings of more products are not ranked whole: the engine takes longer to bring them than it takes to rank them. */
export const MAX_CANDIDATES = 2_000;
const OBJECTS_BYTES = 1_000;
const GROUP_BYTES = 100;

export const CANDIDATES: Kind<Candidates> = { name: "candidates", freshMs: 60_000, bytesOf: candidatesBytes };

/** About what they take in memory. */
export function candidatesBytes(candidates: Candidates): number {
  const { ids, bases, priors, created, log_prices, tokens, own_tokens, viewed_with, groups } = candidates;
  return (
    OBJECTS_BYTES +
    GROUP_BYTES * groups.size +
    packedBytes(ids) +
    [bases, priors, created, log_prices, own_tokens].reduce((sum, { byteLength }) => sum + byteLength, 0) +
    packedListsBytes(tokens) +
    packedListsBytes(viewed_with)
  );
}

/** The fields of hits that `candidatesOf` reads, besides their sort values and the clauses that matched. */
export const CANDIDATE_FIELDS = {
  stored_fields: "_none_",
  docvalue_fields: [TASTE_FIELD, VIEWED_WITH_FIELD, LOG_PRICE_FIELD],
} as const;

/** A hit as a candidate of its own. */
export function candidateOf({ sort = [], fields }: Hit<unknown>): Candidate {
  const price = fields?.[LOG_PRICE_FIELD]?.[0];
  return {
    id: String(sort.at(-1)),
    tokens: (fields?.[TASTE_FIELD] ?? []) as readonly string[],
    viewed_with: (fields?.[VIEWED_WITH_FIELD] ?? []) as readonly string[],
    ...(price === undefined ? {} : { log_price: Number(price) }),
  };
}

interface Row {
  readonly id: string;
  readonly base: number;
  readonly prior: number;
  readonly created: number;
  readonly hit: Hit<unknown>;
}

/**
 * Hits as candidates in the unpersonalized order.
 * @param brought `by reach`: in the order of one shopper's reach, else in the unpersonalized one already
 */
export function candidatesOf(
  plan: Plan,
  hits: readonly Hit<unknown>[],
  { are_all, brought }: Pick<Candidates, "are_all"> & { readonly brought: "by reach" | "in order" },
  baseOf: (hit: Hit<unknown>) => number = baseReader(plan),
): Candidates {
  const isListing = plan.request.query === null;
  const rows = hits.map((hit): Row => {
    const { sort = [] } = hit;
    return {
      id: String(sort.at(-1)),
      base: baseOf(hit),
      prior: isListing ? Number(sort.at(-3) ?? -Infinity) : 0,
      created: isListing ? Number(sort.at(-2) ?? -Infinity) : 0,
      hit,
    };
  });
  const prior = priorAt({ ...plan, personal: null });
  const worth = ({ base, prior: own }: Row) =>
    prior === undefined ? base : base + listingPriorAt(own, prior.at, prior.half_life_days);
  if (brought === "by reach")
    rows.sort((a, b) => worth(b) - worth(a) || b.prior - a.prior || b.created - a.created || (a.id < b.id ? -1 : 1));
  const tokens = rows.map(({ hit: { fields } }) => (fields?.[TASTE_FIELD] ?? []) as readonly string[]);
  const groupsOf = groupReader(kindsIn(plan));
  const ancestorsOf = ancestorReader();
  return {
    ids: packStrings(rows.map(({ id }) => id)),
    bases: Float64Array.from(rows, ({ base }) => base),
    priors: Float64Array.from(rows, ({ prior: own }) => own),
    created: Float64Array.from(rows, ({ created }) => created),
    log_prices: Float64Array.from(rows, ({ hit: { fields } }) => Number(fields?.[LOG_PRICE_FIELD]?.[0] ?? NaN)),
    tokens: packLists(tokens.map((own) => [...own, ...ancestorsOf(own)])),
    own_tokens: Uint16Array.from(tokens, ({ length }) => length),
    groups: countsOf(tokens.map(groupsOf)),
    viewed_with: packLists(rows.map(({ hit: { fields } }) => (fields?.[VIEWED_WITH_FIELD] ?? []).map(String))),
    are_all,
  };
}

/** Reads the base of a score from the clauses that a hit matched. */
function baseReader(plan: Plan): (hit: Hit<unknown>) => number {
  const points = basePoints(plan);
  return ({ matched_queries: matched }) => {
    if (matched === undefined) return 0;
    if (isList(matched)) return matched.reduce((sum, name) => sum + (points.get(name) ?? 0), 0);
    return Object.entries(matched).reduce(
      (sum, [name, score]) => sum + (points.get(name) ?? (name === TEXT ? score : 0)),
      0,
    );
  };
}

const isList = (matched: NonNullable<Hit<unknown>["matched_queries"]>): matched is readonly string[] =>
  Array.isArray(matched);

function countsOf(lists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const name of list) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** How far pages of a listing follow what was looked at. */
export const roomIn = (plan: Plan, { groups, ids }: Candidates, looked: LookedAt): Room =>
  roomFor(looked, kindsIn(plan), (group) => (groups.get(group) ?? 0) / Math.max(1, ids.ends.length));

const kindsIn = ({ catalog: { taxonomy } }: Plan): Kinds => ({ department: taxonomy?.departments?.field ?? null });

/** A product and what it is worth to one shopper. */
export interface Scored extends Match {
  readonly score: number;
}

/** A candidate as signals and placement see it: nothing is unpacked before it is asked for. */
class PackedCandidate implements Scored {
  score = 0;
  match = 0;
  taste = 0;

  constructor(
    private readonly all: Candidates,
    private readonly sums: Sums,
    readonly at: number,
  ) {}

  get id(): string {
    return stringAt(this.all.ids, this.at);
  }

  get tokens(): readonly string[] {
    return listAt(this.all.tokens, this.at).slice(0, this.all.own_tokens[this.at]);
  }

  get viewed_with(): readonly string[] {
    return listAt(this.all.viewed_with, this.at);
  }

  get log_price(): number | undefined {
    const price = this.all.log_prices[this.at] as number;
    return Number.isNaN(price) ? undefined : price;
  }

  sumOfTokens(weights: ReadonlyMap<string, number>): number {
    return this.sums.of(this.all.tokens, weights)[this.at] as number;
  }

  sumOfViewedWith(weights: ReadonlyMap<string, number>): number {
    return this.sums.of(this.all.viewed_with, weights)[this.at] as number;
  }
}

/** The sums of all candidates for weights that were asked about, worked out at once. */
class Sums {
  private readonly known = new Map<ReadonlyMap<string, number>, Map<PackedLists, Float64Array>>();

  of(lists: PackedLists, weights: ReadonlyMap<string, number>): Float64Array {
    let own = this.known.get(weights);
    if (own === undefined) this.known.set(weights, (own = new Map<PackedLists, Float64Array>()));
    let sums = own.get(lists);
    if (sums === undefined) own.set(lists, (sums = sumsOf(lists, weights)));
    return sums;
  }
}

/** Which of the candidates are wanted. */
export interface Wanted {
  readonly size: number;
  /** Product identifiers to leave out. */
  readonly excluded?: ReadonlySet<string>;
}

/** Some of the candidates in one shopper's order. */
export interface Ordered {
  /** The first ones, best first. */
  readonly own: readonly Scored[];
  /** The unpersonalized first ones, in the shopper's order. */
  readonly everybodys: readonly Scored[];
  /** Whether nothing follows `own`. */
  readonly are_all: boolean;
}

/**
 * Ranks candidates for one shopper: by the sum of the base, the storefront's own prior and all personal signals. Without taste
 * the unpersonalized order stays.
 */
export function rank(candidates: Candidates, plan: Plan, { size, excluded = NONE }: Wanted): Ordered {
  const scoring = scoringOf(plan);
  const all = scoredFor(candidates, plan, scoring);
  const open = excluded.size === 0 ? all : all.filter(({ id }) => !excluded.has(id));
  const first = open.slice(0, size);
  const are_all = candidates.are_all && open.length <= size;
  if (scoring === undefined) return { own: first, everybodys: first, are_all };
  const compare = byScore(candidates);
  return { own: bestOf(open, size).sort(compare).slice(0, size), everybodys: first.sort(compare), are_all };
}

const NONE: ReadonlySet<string> = new Set();

function scoredFor(candidates: Candidates, plan: Plan, scoring: Scoring | undefined): PackedCandidate[] {
  const { bases, priors } = candidates;
  const prior = priorAt(plan);
  const points = scoring === undefined ? () => 0 : scorer(scoring);
  const sums = new Sums();
  const stock = basePoints(plan).get("stock") ?? 0;
  const most = plan.personal?.weights.text_affinity ?? 0;
  return Array.from(candidates.ids.ends, (_, at) => {
    const candidate = new PackedCandidate(candidates, sums, at);
    const own = prior === undefined ? 0 : listingPriorAt(priors[at] as number, prior.at, prior.half_life_days);
    const base = bases[at] as number;
    const personal = points(candidate);
    candidate.score = rounded(base + own + personal);
    candidate.match = base - stock;
    candidate.taste = most === 0 ? 0 : personal / most;
    return candidate;
  });
}

/** What differs by the rounding of sums alone is worth the same, in whatever order the parts were added. */
const rounded = (score: number): number => Math.round(score * 1e6) / 1e6;

/** The best ones and those that are worth as much, in any order: sorting numbers alone takes a tenth of sorting by four keys. */
function bestOf(open: readonly PackedCandidate[], size: number): PackedCandidate[] {
  if (open.length <= size) return [...open];
  const least = Float64Array.from(open, ({ score }) => score).sort()[open.length - size] as number;
  return open.filter(({ score }) => score >= least);
}

/** Best first. */
const byScore =
  ({ priors, created }: Candidates) =>
  (a: PackedCandidate, b: PackedCandidate): number =>
    b.score - a.score ||
    (priors[b.at] as number) - (priors[a.at] as number) ||
    (created[b.at] as number) - (created[a.at] as number) ||
    (a.id < b.id ? -1 : 1);

/**
 * The first window that the engine would bring with a shopper's reach, from the best candidates by base alone.
 * @returns undefined where a product behind them might be in it
 */
export function reachedFrom(candidates: Candidates, plan: Plan, size: number): Candidates | undefined {
  const scoring = scoringOf(plan);
  const by = scoring && reachable(scoring);
  const compare = byScore(candidates);
  const best = bestOf(scoredFor(candidates, plan, by), size);
  if (by !== undefined) best.sort(compare);
  const first = best.slice(0, size);
  const last = first.at(-1);
  const mostBehind = (candidates.bases.at(-1) ?? 0) + (by === undefined ? 0 : mostReached(by));
  const isCertain =
    candidates.are_all || (first.length === size && (by === undefined || (last?.score ?? 0) > mostBehind));
  return isCertain
    ? picked(
        candidates,
        first.map(({ at }) => at).sort((a, b) => a - b),
      )
    : undefined;
}

/** Some of the candidates. @param places ascending */
function picked(candidates: Candidates, places: readonly number[]): Candidates {
  const numbers = (values: Float64Array) => Float64Array.from(places, (at) => values[at] as number);
  return {
    ids: packStrings(places.map((at) => stringAt(candidates.ids, at))),
    bases: numbers(candidates.bases),
    priors: numbers(candidates.priors),
    created: numbers(candidates.created),
    log_prices: numbers(candidates.log_prices),
    tokens: packLists(places.map((at) => listAt(candidates.tokens, at))),
    own_tokens: Uint16Array.from(places, (at) => candidates.own_tokens[at] as number),
    viewed_with: packLists(places.map((at) => listAt(candidates.viewed_with, at))),
    groups: candidates.groups,
    are_all: candidates.are_all && places.length === candidates.bases.length,
  };
}

/** A shopper's own first products, then the unpersonalized first ones that are not among them. */
export function withEverybodys<T extends Candidate>(own: readonly T[], everybodys: readonly T[]): T[] {
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...everybodys.filter(({ id }) => !known.has(id))];
}
