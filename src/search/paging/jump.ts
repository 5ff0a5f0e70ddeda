import type { LeafType } from "../../catalog/leaves.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { allOf, EVERYTHING } from "../../filters/filter.js";
import { fieldSortOf } from "../../storefront/sorts-configuration.js";
import { productClause, rankedQuery, rankedSort } from "../query.js";
import type { Plan } from "../listing/plan.js";
import { clauseCount, inStock, isWithinBudget } from "../conditions.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { FieldOrder } from "../sort.js";
import { meaningClauses } from "../meaning.js";
import { MAX_TEXT_CLAUSES } from "../text/text-query.js";
import type { PageState, SortValues } from "./state.js";
import { windowSize } from "./placement.js";
import { readWindow, type WindowRow } from "./windows.js";

/** How far single requests reach, in rows. */
export interface Reach {
  /** Up to here the engine sorts all rows before: it takes no longer than a sample. */
  readonly shallow: number;
  /** The engine's `index.max_result_window` for catalogues, see `index-templates/catalog.json`. */
  readonly window: number;
  /** The number of rows read only to be skipped. */
  readonly stride: number;
  /** The number of rows that are skipped rather than avoided by another count. */
  readonly near: number;
}

export const REACH: Reach = { shallow: 10_000, window: 100_000, stride: 10_000, near: 1_000 };

export interface JumpDeps {
  readonly engine: Engine;
  readonly reach: Reach;
}

/** Where a page of an ordered chain begins that does not follow the one before: the true page, as it is now. */
export async function jumpTo(
  deps: JumpDeps,
  index: string | undefined,
  plan: Plan,
  page: number,
): Promise<Pick<PageState, "segment" | "remainder" | "position" | "pins_left">> {
  const { limit } = plan.request;
  const size = windowSize(limit);
  const rows = index === undefined ? [] : await readRows(deps, index, plan, { from: (page - 1) * limit, size });
  return {
    segment: { after: rows[0]?.sort ?? null },
    remainder: rows.map(({ id }) => id),
    position: rows.length < size ? { kind: "end" } : { kind: "start", windows: 0 },
    pins_left: 0,
  };
}

/**
 * Reads the rows `from` … `from + size` of the live order, as it is now; fewer where it ends. The engine reaches a row by
 * sorting all before it, but goes on after a given row at once. So rows are drawn at random, and what comes before one of
 * them is counted until one is found that stands shortly before `from` (decision 14).
 */
export async function readRows(
  deps: JumpDeps,
  index: string,
  plan: Plan,
  { from, size }: { readonly from: number; readonly size: number },
): Promise<WindowRow[]> {
  const { engine, reach } = deps;
  const order = from <= reach.shallow ? undefined : countableOrder(plan);
  if (order === undefined) return readOn(deps, index, plan, { after: null, skip: from, size });
  const sample = await readSample(engine, index, plan, order);
  if (from >= sample.total) return [];
  // The milestone is not read again: it must come before the first wanted row.
  const milestone = await findMilestone(sample, from - 1, reach.near, (row) =>
    countBefore(engine, index, plan, order, row),
  );
  const skip = milestone === undefined ? from : from - 1 - milestone.before;
  return readOn(deps, index, plan, { after: milestone?.row ?? null, skip, size });
}

/** Reads `size` rows, `skip` rows after one, or after the top. */
async function readOn(
  { engine, reach }: JumpDeps,
  index: string,
  plan: Plan,
  { after, skip, size }: { readonly after: SortValues | null; readonly skip: number; readonly size: number },
): Promise<WindowRow[]> {
  const read = (slice: { readonly from?: number; readonly size: number; readonly after?: SortValues }) =>
    readWindow(engine, { kind: "live", index }, plan, slice);
  if (after === null && skip + size <= reach.window) return read({ from: skip, size });
  // The engine skips rows by their number only from the top, and only as far as its window reaches.
  let last = after ?? (await read({ from: reach.window - 1, size: 1 }))[0]?.sort;
  let left = after === null ? skip - reach.window : skip;
  for (; left > reach.stride && last !== undefined; left -= reach.stride) {
    const passed = await read({ size: reach.stride, after: last });
    last = passed.length < reach.stride ? undefined : passed.at(-1)?.sort;
  }
  return last === undefined ? [] : (await read({ size: left + size, after: last })).slice(left);
}

/** Some rows of an order, drawn at random: one is as likely as any other. */
export interface Sample {
  /** Rows of the whole order. */
  readonly total: number;
  /** Their sort values, in their order. */
  readonly rows: readonly SortValues[];
}

/**
 * With this many rows the place of any other is known to within three hundredths of the whole (one standard deviation).
 */
const SAMPLE = 300;

export function sampleBody(plan: Plan): Clause {
  return {
    size: SAMPLE,
    track_total_hits: true,
    stored_fields: "_none_",
    query: {
      function_score: {
        query: { constant_score: { filter: matching(plan) } },
        random_score: {},
        boost_mode: "replace",
      },
    },
    // Drawn by the score; the order's own clauses are there for their values.
    sort: [{ _score: "desc" }, ...rankedSort(plan)],
  };
}

async function readSample(engine: Engine, index: string, plan: Plan, order: CountableOrder): Promise<Sample> {
  const { hits } = await searchDocuments<never>(engine, index, sampleBody(plan));
  const rows = hits.hits.map(({ sort = [] }) => sort.slice(1));
  return { total: hits.total.value, rows: rows.sort((one, other) => compareRows(order, one, other)) };
}

/** A row, and how many come before it. */
export interface Milestone {
  readonly row: SortValues;
  readonly before: number;
}

/** A count is cheap, but a jump should not take longer than without. */
const MAX_COUNTS = 5;

/**
 * Finds a row shortly before another one, by counting what comes before rows of the sample: the likeliest one first, then
 * between those that are too early and too late. The sample is a guess, what is found is true.
 * @param from rows before the wanted one @param near as many rows too early need no better milestone
 * @returns the latest that was found; undefined when there is none
 */
export async function findMilestone(
  { total, rows }: Sample,
  from: number,
  near: number,
  countRowsBefore: (row: SortValues) => Promise<number>,
): Promise<Milestone | undefined> {
  /** How far apart the sample's rows are likely to be; never 0, because it divides. */
  const apart = Math.max(1, total) / (rows.length + 1);
  let [low, high] = [0, rows.length];
  let at = Math.floor(from / apart) - 1;
  let found: Milestone | undefined;
  for (let counts = 0; counts < MAX_COUNTS && low < high; counts += 1) {
    at = Math.min(high - 1, Math.max(low, at));
    const row = rows[at] as SortValues;
    const before = await countRowsBefore(row);
    if (before <= from) {
      found = { row, before };
      if (from - before <= near) return found;
      low = at + 1;
    } else {
      high = at;
    }
    // The next attempt corrects by the error of this one, and by ever more towards the front, because later is worse than earlier.
    at += Math.floor((from - before) / apart - 0.5 - counts);
  }
  return found;
}

async function countBefore(
  engine: Engine,
  index: string,
  plan: Plan,
  order: CountableOrder,
  row: SortValues,
): Promise<number> {
  const query = { bool: { filter: [matching(plan), beforeRow(order, row)] } };
  const { hits } = await searchDocuments<never>(engine, index, { size: 0, track_total_hits: true, query });
  return hits.total.value;
}

const matching = (plan: Plan): Clause =>
  rankedQuery(plan, productClause(plan.conditions.matching, plan.catalog.leaves));

/**
 * An order in which clauses can say what comes before a row, so that it can be counted: what it goes by, one after the other,
 * before identifiers.
 */
export type CountableOrder = readonly By[];

type By = FieldOrder & { readonly field: string; readonly type: LeafType };

/** Those of the variants that are looked at, for each value; then what is asked of those. */
const COPIES = 2;
const OWN_CLAUSES = 24;

/** Undefined for orders by a score, and where filters leave no room for more clauses. */
export function countableOrder(plan: Plan): CountableOrder | undefined {
  const { catalog, configuration, conditions: wanted, request } = plan;
  const sort = fieldSortOf(request.sort);
  if (sort === null) return undefined;
  const type = catalog.leaves.get(sort.field);
  if (type === undefined) return [];
  const by = rankedSort(plan)
    .slice(0, -1)
    .flatMap((clause) => Object.entries(clause).map(([field, order]) => ({ ...(order as FieldOrder), field, type })));
  // The request's own conditions stand beside them.
  const copies = 1 + COPIES * by.length;
  const stock = by.length > 1 && configuration.availability !== null ? inStock(configuration.availability) : EVERYTHING;
  const count = copies * clauseCount(allOf([wanted.matching, stock]), catalog.leaves);
  return isWithinBudget(count, MAX_TEXT_CLAUSES, meaningClauses(configuration), OWN_CLAUSES) ? by : undefined;
}

/**
 * A clause for the rows before a given one: lesser values (greater ones in a descending order), for equal values lesser
 * values of the next field, and at the end lesser identifiers. A product's value is the least of those that count (the
 * greatest), so one value on this side of a bound is enough. A product's value is the least of those that count (the
 * greatest), so that one value on this side of a bound is enough.
 * @param row the sort values of a hit of the order
 */
export function beforeRow(order: CountableOrder, row: SortValues): Clause {
  const identifier: Clause = { range: { product_identifier: { lt: row.at(-1) } } };
  return order.reduceRight<Clause>((next, one, place) => before(one, row[place], next), identifier);
}

/** @param next what comes before it among those with the same value */
function before(by: By, value: unknown, next: Clause): Clause {
  // Products without a value come last.
  if (isMissing(by, value)) return { bool: { should: [valued(by, { exists: { field: by.field } }), next] } };
  const [nearer, upTo] = by.order === "asc" ? ["lt", "lte"] : ["gt", "gte"];
  const bound = (operator: string) =>
    valued(by, { range: { [by.field]: { [operator]: bounding(by, value), ...formatOf(by) } } });
  return { bool: { should: [bound(nearer), { bool: { filter: [bound(upTo), next] } }] } };
}

/** Two rows in the engine's order; rare characters aside, which it orders by UTF-8 and this by UTF-16. */
export function compareRows(order: CountableOrder, one: SortValues, other: SortValues): number {
  for (const [place, by] of order.entries()) {
    const difference = compareBy(by, one[place], other[place]);
    if (difference !== 0) return difference;
  }
  return byText(String(one.at(-1)), String(other.at(-1)));
}

function compareBy(by: By, one: unknown, other: unknown): number {
  const missing = Number(isMissing(by, one)) - Number(isMissing(by, other));
  if (missing !== 0 || isMissing(by, one)) return missing;
  const values = by.type === "string" ? byText(String(one), String(other)) : Number(one) - Number(other);
  return by.order === "asc" ? values : -values;
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Applies a clause to the values that count. */
function valued({ nested }: By, clause: Clause): Clause {
  if (nested === undefined) return clause;
  const { path, filter } = nested;
  return { nested: { path, query: filter === undefined ? clause : { bool: { filter: [filter, clause] } } } };
}

/** Booleans are sorted by, and handed back, as 0 and 1; a range of them is written with true and false. */
const bounding = ({ type }: By, value: unknown): unknown => (type === "boolean" ? value === 1 : value);

/** Instants are sorted by, and handed back, as milliseconds since 1970. */
const formatOf = ({ type }: By): Clause => (type === "date" ? { format: "epoch_millis" } : {});

/** The engine says null for a text that is not there, infinity, as a string, for a number, and a great integer for a boolean. */
function isMissing({ missing, type }: By, value: unknown): boolean {
  if (value === null || value === missing) return true;
  return type === "number" ? typeof value !== "number" : type === "boolean" && value !== 0 && value !== 1;
}
