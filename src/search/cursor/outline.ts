import { search } from "../../engine/search.js";
import type { Engine } from "../../engine/engine.js";
import { productClause, rankedQuery, rankedSort, type Ranked } from "../body.js";
import type { Clause } from "../filter-query.js";

/** An order by a number at the root of products, before their identifiers. */
export interface NumericOrder {
  /** Of the engine. */
  readonly field: string;
  readonly order: "asc" | "desc";
}

/** Undefined for orders by texts, and for those that look into variants: no clause tells which products come before. */
export function numericOrder(ranked: Ranked): NumericOrder | undefined {
  const [first = {}, ...others] = rankedSort(ranked);
  const [[field, given] = ["", {}]] = Object.entries(first);
  const { nested, order } = given as { readonly nested?: object; readonly order?: "asc" | "desc" };
  const [root, leaf = ""] = field.split(".");
  const isNumber = root === "sort" && ranked.catalog.leaves.get(leaf) === "number";
  return isNumber && nested === undefined && order !== undefined && others.length === 1 ? { field, order } : undefined;
}

/** Roughly which values an order has where. */
export interface Outline {
  /** Rows that have a value; those without one come last. */
  readonly valued: number;
  /** Ascending, as far apart as `PERCENTS`. */
  readonly values: readonly number[];
}

const STEPS = 200;
const PERCENTS: readonly number[] = Array.from({ length: STEPS + 1 }, (_, step) => (step * 100) / STEPS);

export function outlineBody(ranked: Ranked, { field }: NumericOrder): Clause {
  return {
    size: 0,
    track_total_hits: false,
    query: matching(ranked),
    aggs: {
      valued: { filter: { exists: { field } } },
      values: { percentiles: { field, percents: PERCENTS, keyed: false } },
    },
  };
}

/** One look at all values: in time between a first page and a jump to the middle by the engine's own means. */
export async function readOutline(engine: Engine, index: string, ranked: Ranked, by: NumericOrder): Promise<Outline> {
  const { aggregations } = await search<never, OutlineAggregations>(engine, index, outlineBody(ranked, by));
  const values = aggregations?.values.values.flatMap(({ value }) => value ?? []) ?? [];
  return { valued: aggregations?.valued.doc_count ?? 0, values: values.length === PERCENTS.length ? values : [] };
}

interface OutlineAggregations {
  readonly valued: { readonly doc_count: number };
  readonly values: { readonly values: readonly { readonly value: number | null }[] };
}

/** A value, and how many rows come before the first product that has it. */
export interface Milestone {
  readonly value: number;
  readonly before: number;
}

/** A count is cheap, but a jump should not take longer than without. */
const MAX_COUNTS = 5;

/**
 * Finds a value that begins shortly before a row, by counting what comes before values of the outline: the likeliest one
 * first, then between those that are too early and too late. The outline is a guess, what is found is true.
 * @param from rows before the wanted one @param near as many rows too early need no better value
 * @returns the latest that was found; undefined when there is none
 */
export async function findMilestone(
  { valued, values }: Outline,
  { order }: NumericOrder,
  from: number,
  near: number,
  countBefore: (value: number) => Promise<number>,
): Promise<Milestone | undefined> {
  if (values.length === 0 || from >= valued) return undefined;
  const inOrder = order === "asc" ? values : [...values].reverse();
  let [low, high] = [0, inOrder.length];
  let step = Math.floor((from / valued) * STEPS);
  let found: Milestone | undefined;
  for (let counts = 0; counts < MAX_COUNTS && low < high; counts += 1) {
    const value = inOrder[step] as number;
    const before = await countBefore(value);
    if (before <= from) {
      found = { value, before };
      if (from - before <= near) return found;
      low = step + 1;
    } else {
      high = step;
    }
    // How far off the first guess was tells where to look next: several values a product are all too many or too few.
    const guess = counts === 0 && before > 0 ? Math.floor((step * from) / before) : Math.floor((low + high) / 2);
    step = Math.min(high - 1, Math.max(low, guess));
  }
  return found;
}

/** What comes before every product that has the value. */
export const beforeValue = ({ field, order }: NumericOrder, value: number): Clause => ({
  range: { [field]: order === "asc" ? { lt: value } : { gt: value } },
});

/** How many rows come before the first product that has the value. */
export async function countBefore(
  engine: Engine,
  index: string,
  ranked: Ranked,
  by: NumericOrder,
  value: number,
): Promise<number> {
  const { hits } = await search<never>(engine, index, {
    size: 0,
    track_total_hits: true,
    query: { bool: { filter: [matching(ranked), beforeValue(by, value)] } },
  });
  return hits.total.value;
}

const matching = (ranked: Ranked): Clause =>
  rankedQuery(ranked, productClause(ranked.plan.conditions.matching, ranked.catalog.leaves));
