import { lowered } from "../../lib/folded.js";
import type { StoredPosition } from "../../tracking/tail.js";
import { DAY_MS } from "../../lib/zone-clock.js";
import { remaining, wilsonBound } from "../../lib/statistics.js";
import { type Counted, countedUpTo, isCounted } from "../signals/product-signals.js";
import { categoryDepth, categoryPath } from "../../catalog/fields.js";

/** The least that a storefront may ask for is 2, the most is this. */
const MAX_SHOPPERS = 10;

/** Different shoppers (hashes) with one more, no more than it takes to know that there are several. */
const withShopper = (shoppers: readonly string[], shopper: string): readonly string[] =>
  shoppers.length < MAX_SHOPPERS && !shoppers.includes(shopper) ? [...shoppers, shopper] : shoppers;

/** How often products of each category were chosen from the results of a query, as decaying sums. */
export interface ChosenCategories {
  /** Different shoppers (hashes), no more than it takes to know that there are several. */
  readonly shoppers: readonly string[];
  /** Choices of products that have a category. */
  readonly choices: number;
  /** How many of them were in a category of any level; the most chosen ones. */
  readonly levels: readonly ChosenLevel[];
}

interface ChosenLevel {
  readonly category: string;
  readonly choices: number;
}

export const NOTHING_CHOSEN: ChosenCategories = { shoppers: [], choices: 0, levels: [] };

/** Of a query. Twice as many are kept before the lesser half goes. */
const MAX_LEVELS = 8;
/** Longer ones are texts rather than names. */
const MAX_LENGTH = 100;

/** Adds one choice. @param weight the share of it that has not decayed yet, from 0 to 1 */
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

/** @param left of everything, from 0 to 1 */
export const fadedChoices = ({ shoppers, choices, levels }: ChosenCategories, left: number): ChosenCategories => ({
  shoppers,
  choices: choices * left,
  levels: levels.map((level) => ({ ...level, choices: level.choices * left })),
});

/**
 * The category that a query is after: of those that are likely to have at least `share` of the choices the deepest.
 * Undefined where none is, or fewer than `shoppers` have chosen.
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

/** The queries that shoppers of one storefront typed: decaying sums as of `as_of`. Plain JSON, mostly below 2 MB. */
export interface QueryRecord {
  readonly client_id: string;
  /** Milliseconds since 1970. */
  readonly as_of: number;
  readonly queries: readonly LearnedQuery[];
  /** Up to where what is stored is in the sums. */
  readonly counted: Counted;
}

export interface LearnedQuery {
  /** Lower case, words apart by one blank. */
  readonly query: string;
  /** Searches that found something, and what was chosen from them. */
  readonly score: number;
  /** Different shoppers (hashes), no more than it takes to know that there are several. */
  readonly shoppers: readonly string[];
  /** The shoppers whose search and whose choice counted last: no shopper counts twice in a row. */
  readonly last_search: string | null;
  readonly last_choice: string | null;
  /** Of what was chosen; absent until something with a category was. */
  readonly chosen?: ChosenCategories;
}

/** One shopper typed it and found something, or chose something of what was found. */
export interface TypedQuery {
  readonly query: string;
  /** A hash. */
  readonly shopper: string;
  readonly did: "search" | "choice";
  /** Of a choice: the categories of what was chosen. */
  readonly categories?: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly position: StoredPosition;
}

const WORTH = { search: 0.2, choice: 1 } as const;
const HALF_LIFE_DAYS = 30;
/** The rest is hardly ever typed. Twice as many are kept before the lesser half goes. */
const MAX_QUERIES = 3_000;
/** A query that was typed once, half a year ago. */
const MIN_WORTH = WORTH.search * 2 ** (-180 / HALF_LIFE_DAYS);

export const emptyQueries = (client_id: string): QueryRecord => ({ client_id, as_of: 0, queries: [], counted: {} });

const LENGTH = { least: 2, most: 60 };
/** Addresses, and numbers as long as those of phones, orders and cards: about a person more often than about a product. */
const PERSONAL = /@|:\/\/|\d{7}|(?:\d[ -]?){9}/u;

/** Whether a query may be shown to others at all. */
export const isSuggestable = (query: string): boolean =>
  query.length >= LENGTH.least && query.length <= LENGTH.most && /\p{L}/u.test(query) && !PERSONAL.test(query);

/**
 * Adds typed queries to a record. A query that is already counted is not counted again.
 * @param typed in the order of arrival
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
 * Removes shoppers from a record. Queries that nobody else typed are removed; the sums of the others stay, without the
 * hashes of those who typed them.
 * @param erased hashes
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
 * The queries that may be suggested to others, by descending worth.
 * @param shoppers how many must have typed a query, 2 to MAX_SHOPPERS
 */
export function commonQueries(record: QueryRecord, shoppers: number): Pick<LearnedQuery, "query" | "score">[] {
  return record.queries
    .filter((one) => one.shoppers.length >= Math.max(2, shoppers))
    .sort(byWorth)
    .map(({ query, score }) => ({ query, score }));
}

/** The categories chosen after each query, for queries after which several shoppers chose a product with a category. */
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
