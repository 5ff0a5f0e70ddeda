import { lowered } from "../../lib/folded.js";
import type { StoredPosition } from "../../tracking/tail.js";
import { DAY_MS } from "../../lib/zone-clock.js";
import { remaining, wilsonBound } from "../../lib/statistics.js";
import { type Counted, countedUpTo, isCounted } from "../signals/product-signals.js";
import { categoryDepth, categoryPath } from "../../catalog/fields.js";

/** Maximum number of shoppers that a storefront can require for a suggested query. The lowest configurable number is 2. */
const MAX_SHOPPERS = 10;

/** Adds a shopper hash if it is new and the list is shorter than `MAX_SHOPPERS`. */
const withShopper = (shoppers: readonly string[], shopper: string): readonly string[] =>
  shoppers.length < MAX_SHOPPERS && !shoppers.includes(shopper) ? [...shoppers, shopper] : shoppers;

/** Number of times that products of each category were chosen from the results of a query, as decaying sums. */
export interface ChosenCategories {
  /** Hashes of up to `MAX_SHOPPERS` different shoppers who chose a product that has a category. */
  readonly shoppers: readonly string[];
  /** Number of times that shoppers chose a product with a category. */
  readonly choices: number;
  /** Number of choices by category, for the most chosen categories of all levels. */
  readonly levels: readonly ChosenLevel[];
}

interface ChosenLevel {
  readonly category: string;
  readonly choices: number;
}

export const NOTHING_CHOSEN: ChosenCategories = { shoppers: [], choices: 0, levels: [] };

/** Maximum number of stored categories per query. A list that exceeds twice this length is cut to this length. */
const MAX_LEVELS = 8;
/** Maximum number of characters of a category name. Longer values are ignored, because they are free text. */
const MAX_LENGTH = 100;

/**
 * Adds one choice of a product by a shopper.
 * @param weight the share of the choice that has not decayed, from 0 to 1
 */
export function withChoice(
  before: ChosenCategories,
  { shopper, categories }: { readonly shopper: string; readonly categories: readonly string[] },
  weight: number,
): ChosenCategories {
  const chosen = new Set(categories.flatMap(categoryPath).filter(({ length }) => length <= MAX_LENGTH));
  if (chosen.size === 0) return before;
  const levels = new Map(before.levels.map(({ category, choices }) => [category, choices]));
  for (const category of chosen) levels.set(category, (levels.get(category) ?? 0) + weight);
  const sorted = [...levels].map(([category, choices]) => ({ category, choices })).sort(byChoices);
  return {
    shoppers: withShopper(before.shoppers, shopper),
    choices: before.choices + weight,
    levels: sorted.length <= 2 * MAX_LEVELS ? sorted : sorted.slice(0, MAX_LEVELS),
  };
}

/** @param left the share of all sums that has not decayed, from 0 to 1 */
export const fadedChoices = ({ shoppers, choices, levels }: ChosenCategories, left: number): ChosenCategories => ({
  shoppers,
  choices: choices * left,
  levels: levels.map((level) => ({ ...level, choices: level.choices * left })),
});

/**
 * Returns the category that shoppers look for with a query: the deepest category that likely has at least `share` of the choices. Returns
 * undefined without such a category, or if fewer than `shoppers` shoppers chose a product.
 * @param share above 0, at most 1
 */
export function intentOf(chosen: ChosenCategories, shoppers: number, share: number): string | undefined {
  if (chosen.shoppers.length < shoppers) return undefined;
  const likely = chosen.levels.filter(({ choices }) => wilsonBound(choices, chosen.choices) >= share);
  const [best] = likely.toSorted((a, b) => categoryDepth(b.category) - categoryDepth(a.category) || byChoices(a, b));
  return best?.category;
}

const byChoices = (one: ChosenLevel, other: ChosenLevel): number =>
  other.choices - one.choices || (one.category < other.category ? -1 : 1);

/**
 * The queries that shoppers of one storefront typed. Their counts decay over time and are current at `as_of`. The
 * JSON is mostly below 2 MB.
 */
export interface QueryRecord {
  readonly client_id: string;
  /** Time up to which the counts have decayed, in milliseconds since 1970. */
  readonly as_of: number;
  readonly queries: readonly LearnedQuery[];
  /** The positions up to which stored responses and events are counted. */
  readonly counted: Counted;
}

export interface LearnedQuery {
  /** The query in lower case, with single spaces between words. */
  readonly query: string;
  /** The decaying sum of searches with hits and of choices from their results, weighted by `WORTH`. */
  readonly score: number;
  /** Hashes of up to `MAX_SHOPPERS` different shoppers who typed the query. */
  readonly shoppers: readonly string[];
  /** The shoppers of the last counted search and the last counted choice. A shopper never counts twice in a row. */
  readonly last_search: string | null;
  readonly last_choice: string | null;
  /** The categories of the chosen products. Absent until a product with a category is chosen. */
  readonly chosen?: ChosenCategories;
}

/** A search with hits, or the choice of a product from search results. */
export interface TypedQuery {
  readonly query: string;
  /** Hash of the shopper. */
  readonly shopper: string;
  readonly did: "search" | "choice";
  /** The categories of the chosen products. Set only if the shopper chose a product. */
  readonly categories?: readonly string[];
  /** Time of the search or choice, in milliseconds since 1970. */
  readonly at: number;
  readonly position: StoredPosition;
}

const WORTH = { search: 0.2, choice: 1 } as const;
const HALF_LIFE_DAYS = 30;
/** Maximum number of queries per storefront. A list with more than twice this number is cut to this number. */
const MAX_QUERIES = 3_000;
/** Minimum score of a stored query. The score of a query that was typed once falls to this value after half a year. */
const MIN_WORTH = WORTH.search * 2 ** (-180 / HALF_LIFE_DAYS);

export const emptyQueries = (client_id: string): QueryRecord => ({ client_id, as_of: 0, queries: [], counted: {} });

const LENGTH = { least: 2, most: 60 };
/** Matches personal data: email and web addresses, and long numbers such as phone, order and card numbers. */
const PERSONAL = /@|:\/\/|\d{7}|(?:\d[ -]?){9}/u;

/** Returns whether a query may be shown to other shoppers. */
export const isSuggestable = (query: string): boolean =>
  query.length >= LENGTH.least && query.length <= LENGTH.most && /\p{L}/u.test(query) && !PERSONAL.test(query);

/**
 * Adds typed queries to a record. Queries that are already counted are skipped.
 * @param typed typed queries in the order of arrival
 */
export function learnQueries(before: QueryRecord, typed: readonly TypedQuery[]): QueryRecord {
  const fresh = typed.filter(({ position }) => !isCounted(before.counted, position));
  if (fresh.length === 0) return before;
  const as_of = fresh.reduce((latest, { at }) => Math.max(latest, at), before.as_of);
  const queries = new Map(fadedQueries(before, as_of).map((known) => [known.query, known]));
  for (const one of fresh) {
    const query = lowered(one.query);
    if (isSuggestable(query)) queries.set(query, counting(queries.get(query) ?? unknown(query), one, as_of));
  }
  const counted = countedUpTo(before.counted, fresh);
  return { client_id: before.client_id, as_of, queries: bounded([...queries.values()]), counted };
}

/**
 * Removes shoppers from a query record. Queries typed by no other shopper are removed. For the other queries, the sums stay and the hashes
 * of the erased shoppers are removed.
 * @param erased hashes of the erased shoppers
 */
export function withoutShoppers(before: QueryRecord, erased: ReadonlySet<string>): QueryRecord {
  const left = (shoppers: readonly string[]) => shoppers.filter((shopper) => !erased.has(shopper));
  const unless = (shopper: string | null) => (shopper !== null && erased.has(shopper) ? null : shopper);
  const queries = before.queries.flatMap(({ chosen, ...query }): LearnedQuery[] => {
    const shoppers = left(query.shoppers);
    if (shoppers.length === 0 && query.shoppers.length > 0) return [];
    const choosers = left(chosen?.shoppers ?? []);
    return [
      {
        ...query,
        shoppers,
        last_search: unless(query.last_search),
        last_choice: unless(query.last_choice),
        ...(chosen === undefined || choosers.length === 0 ? {} : { chosen: { ...chosen, shoppers: choosers } }),
      },
    ];
  });
  return { ...before, queries };
}

/**
 * Returns the queries that may be suggested to other shoppers, highest score first.
 * @param shoppers the minimum number of shoppers who typed a query, 2 to `MAX_SHOPPERS`
 */
export function commonQueries(record: QueryRecord, shoppers: number): Pick<LearnedQuery, "query" | "score">[] {
  return record.queries
    .filter((one) => one.shoppers.length >= Math.max(2, shoppers))
    .sort(byWorth)
    .map(({ query, score }) => ({ query, score }));
}

/** Returns the chosen categories by query, for queries after which at least two shoppers chose a product with a category. */
export const chosenIn = ({ queries }: QueryRecord): ReadonlyMap<string, ChosenCategories> =>
  new Map(
    queries.flatMap(({ query, chosen }) =>
      chosen !== undefined && chosen.shoppers.length > 1 ? [[query, chosen] as const] : [],
    ),
  );

function fadedQueries({ as_of, queries }: QueryRecord, at: number): LearnedQuery[] {
  const left = remaining(at - as_of, HALF_LIFE_DAYS * DAY_MS);
  const faded = queries.map((one) => ({
    ...one,
    score: one.score * left,
    ...(one.chosen === undefined ? {} : { chosen: fadedChoices(one.chosen, left) }),
  }));
  return faded.filter(({ score }) => score >= MIN_WORTH);
}

const unknown = (query: string): LearnedQuery => ({
  query,
  score: 0,
  shoppers: [],
  last_search: null,
  last_choice: null,
});

function counting(before: LearnedQuery, typed: TypedQuery, as_of: number): LearnedQuery {
  const { did, shopper, at, categories = [] } = typed;
  const last = did === "search" ? "last_search" : "last_choice";
  if (before[last] === shopper) return before;
  const weight = remaining(as_of - at, HALF_LIFE_DAYS * DAY_MS);
  const { chosen = NOTHING_CHOSEN } = before;
  return {
    ...before,
    score: before.score + WORTH[did] * weight,
    shoppers: withShopper(before.shoppers, shopper),
    [last]: shopper,
    ...(categories.length === 0 ? {} : { chosen: withChoice(chosen, { shopper, categories }, weight) }),
  };
}

function bounded(queries: readonly LearnedQuery[]): LearnedQuery[] {
  const sorted = [...queries].sort(byWorth);
  return sorted.length <= 2 * MAX_QUERIES ? sorted : sorted.slice(0, MAX_QUERIES);
}

const byWorth = (one: LearnedQuery, other: LearnedQuery): number =>
  other.score - one.score || (one.query < other.query ? -1 : 1);
