import type { LeafType } from "../../catalog/leaves.js";
import { allOf, EVERYTHING } from "../../filters/filter.js";
import { rankedSort, type Ranked } from "../body.js";
import { clauseCount, isWithinBudget } from "../clause-budget.js";
import { inStock } from "../conditions.js";
import type { Clause } from "../filter-query.js";
import type { FieldOrder } from "../sort.js";
import { MAX_TEXT_CLAUSES } from "../text/text-query.js";
import type { SortValues } from "./state.js";

/** An order in which clauses can say what comes before a row, so that it can be counted. */
export interface CountableOrder {
  /** What comes before identifiers in the order, one after the other. */
  readonly by: readonly By[];
}

type By = FieldOrder & { readonly field: string; readonly type: LeafType };

/** Those of the variants that are looked at, for each value; then what is asked of those. */
const COPIES = 2;
const OWN_CLAUSES = 24;

/** Undefined for orders by a score or by true and false, and where filters leave no room for more clauses. */
export function countableOrder(ranked: Ranked): CountableOrder | undefined {
  const { catalog, configuration, plan, request } = ranked;
  if (request.sort.by !== "field") return undefined;
  const type = catalog.leaves.get(request.sort.field);
  if (type === undefined) return { by: [] };
  if (type === "boolean") return undefined;
  const by = rankedSort(ranked)
    .slice(0, -1)
    .flatMap((clause) => Object.entries(clause).map(([field, order]) => ({ ...(order as FieldOrder), field, type })));
  // The request's own conditions stand beside them.
  const copies = 1 + COPIES * by.length;
  const stock = by.length > 1 && configuration.availability !== null ? inStock(configuration.availability) : EVERYTHING;
  const conditions = copies * clauseCount(allOf([plan.conditions.matching, stock]), catalog.leaves);
  return isWithinBudget(conditions, MAX_TEXT_CLAUSES, OWN_CLAUSES) ? { by } : undefined;
}

/**
 * What comes before a row: lesser values (greater ones in a descending order), with the same value lesser values of what is
 * ordered by next, and lesser identifiers at the end. A product's value is the least of those that count (the greatest), so
 * that one value on this side of a bound is enough.
 * @param row the sort values of a hit of the order
 */
export function beforeRow({ by }: CountableOrder, row: SortValues): Clause {
  const identifier: Clause = { range: { product_identifier: { lt: row.at(-1) } } };
  return by.reduceRight<Clause>((next, one, place) => before(one, row[place], next), identifier);
}

/** @param next what comes before it among those with the same value */
function before(by: By, value: unknown, next: Clause): Clause {
  // Products without a value come last.
  if (isMissing(by, value)) return { bool: { should: [valued(by, { exists: { field: by.field } }), next] } };
  const [nearer, upTo] = by.order === "asc" ? ["lt", "lte"] : ["gt", "gte"];
  const bound = (operator: string) => valued(by, { range: { [by.field]: { [operator]: value, ...formatOf(by) } } });
  return { bool: { should: [bound(nearer), { bool: { filter: [bound(upTo), next] } }] } };
}

/** Two rows in the engine's order; rare characters aside, which it orders by UTF-8 and this by UTF-16. */
export function compareRows({ by }: CountableOrder, one: SortValues, other: SortValues): number {
  for (const [place, order] of by.entries()) {
    const difference = compareBy(order, one[place], other[place]);
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

/** What is asked of the values that count. */
function valued({ nested }: By, clause: Clause): Clause {
  if (nested === undefined) return clause;
  const { path, filter } = nested;
  return { nested: { path, query: filter === undefined ? clause : { bool: { filter: [filter, clause] } } } };
}

/** Instants are sorted by, and handed back, as milliseconds since 1970. */
const formatOf = ({ type }: By): Clause => (type === "date" ? { format: "epoch_millis" } : {});

/** The engine says null for a text that is not there, and infinity, as a string, for a number. */
const isMissing = ({ missing, type }: By, value: unknown): boolean =>
  value === null || value === missing || (type === "number" && typeof value !== "number");
