import type { LeafType } from "../../catalog/leaves.js";
import { rankedSort, type Ranked } from "../body.js";
import { clauseCount, isWithinBudget } from "../clause-budget.js";
import type { Clause } from "../filter-query.js";
import type { FieldOrder } from "../sort.js";
import { MAX_TEXT_CLAUSES } from "../text/text-query.js";
import type { SortValues } from "./state.js";

/** An order in which clauses can say what comes before a row, so that it can be counted. */
export interface CountableOrder {
  /** What comes before identifiers in the order; undefined: nothing. */
  readonly by: (FieldOrder & { readonly field: string; readonly type: LeafType }) | undefined;
}

/** The request's own conditions, and twice those of the variants that are looked at; then what is asked of those. */
const COPIES = 3;
const OWN_CLAUSES = 16;

/** Undefined for orders by a score or by true and false, and where filters leave no room for more clauses. */
export function countableOrder(ranked: Ranked): CountableOrder | undefined {
  const { catalog, plan, request } = ranked;
  if (request.sort.by !== "field") return undefined;
  const type = catalog.leaves.get(request.sort.field);
  const [first = {}] = rankedSort(ranked);
  const [[field, order] = ["", undefined]] = Object.entries(first);
  if (type === undefined) return { by: undefined };
  const conditions = COPIES * clauseCount(plan.conditions.matching, catalog.leaves);
  if (type === "boolean" || !isWithinBudget(conditions, MAX_TEXT_CLAUSES, OWN_CLAUSES)) return undefined;
  return { by: { ...(order as FieldOrder), field, type } };
}

/**
 * What comes before a row: lesser values (greater ones in a descending order), and with the same value lesser
 * identifiers. A product's value is the least of those that count (the greatest), so that one value on this side of a
 * bound is enough.
 * @param row the sort values of a hit of the order
 */
export function beforeRow({ by }: CountableOrder, row: SortValues): Clause {
  const identifier: Clause = { range: { product_identifier: { lt: row.at(-1) } } };
  if (by === undefined) return identifier;
  const [value] = row;
  // Products without a value come last.
  if (isMissing(by, value)) return { bool: { should: [valued(by, { exists: { field: by.field } }), identifier] } };
  const [before, upTo] = by.order === "asc" ? ["lt", "lte"] : ["gt", "gte"];
  const bound = (operator: string) => valued(by, { range: { [by.field]: { [operator]: value, ...formatOf(by) } } });
  return { bool: { should: [bound(before), { bool: { filter: [bound(upTo), identifier] } }] } };
}

/** Two rows in the engine's order; rare characters aside, which it orders by UTF-8 and this by UTF-16. */
export function compareRows({ by }: CountableOrder, one: SortValues, other: SortValues): number {
  const identifiers = byText(String(one.at(-1)), String(other.at(-1)));
  if (by === undefined) return identifiers;
  const missing = Number(isMissing(by, one[0])) - Number(isMissing(by, other[0]));
  if (missing !== 0 || isMissing(by, one[0])) return missing || identifiers;
  const values = by.type === "string" ? byText(String(one[0]), String(other[0])) : Number(one[0]) - Number(other[0]);
  return (by.order === "asc" ? values : -values) || identifiers;
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

type By = NonNullable<CountableOrder["by"]>;

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
