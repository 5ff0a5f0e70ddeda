import type { Engine } from "../../engine/engine.js";
import { search } from "../../engine/search.js";
import { productClause, rankedQuery, rankedSort, type Ranked } from "../body.js";
import type { Clause } from "../filter-query.js";
import { beforeRow, compareRows, type CountableOrder } from "./countable-order.js";
import type { SortValues } from "./state.js";

/** What an order roughly looks like. */
export interface Outline {
  /** Rows of the whole order. */
  readonly total: number;
  /** The sort values of some rows, drawn at random (one is as likely as any other), in their order. */
  readonly sample: readonly SortValues[];
}

/** So many rows tell the place of any other to within three hundredths of the whole (one standard deviation). */
const SAMPLE = 300;

export function outlineBody(ranked: Ranked): Clause {
  return {
    size: SAMPLE,
    track_total_hits: true,
    stored_fields: "_none_",
    query: {
      function_score: {
        query: { constant_score: { filter: matching(ranked) } },
        random_score: {},
        boost_mode: "replace",
      },
    },
    // Drawn by the score; the order's own clauses are there for their values.
    sort: [{ _score: "desc" }, ...rankedSort(ranked)],
  };
}

/** One look at all rows: in time between a first page and a jump to the middle by the engine's own means. */
export async function readOutline(
  engine: Engine,
  index: string,
  ranked: Ranked,
  order: CountableOrder,
): Promise<Outline> {
  const { hits } = await search<never>(engine, index, outlineBody(ranked));
  const sample = hits.hits.map(({ sort = [] }) => sort.slice(1));
  return { total: hits.total.value, sample: sample.sort((one, other) => compareRows(order, one, other)) };
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
  { total, sample }: Outline,
  from: number,
  near: number,
  countBefore: (row: SortValues) => Promise<number>,
): Promise<Milestone | undefined> {
  /** How far apart the sample's rows are likely to be; never 0, because it divides. */
  const apart = Math.max(1, total) / (sample.length + 1);
  let [low, high] = [0, sample.length];
  let step = Math.floor(from / apart) - 1;
  let found: Milestone | undefined;
  for (let counts = 0; counts < MAX_COUNTS && low < high; counts += 1) {
    step = Math.min(high - 1, Math.max(low, step));
    const row = sample[step] as SortValues;
    const before = await countBefore(row);
    if (before <= from) {
      found = { row, before };
      if (from - before <= near) return found;
      low = step + 1;
    } else {
      high = step;
    }
    // How far off this one was tells where to look next; a bit less, and ever more so, because later is worse than earlier.
    step += Math.floor((from - before) / apart - 0.5 - counts);
  }
  return found;
}

/** How many rows of an order come before one. */
export async function countBefore(
  engine: Engine,
  index: string,
  ranked: Ranked,
  order: CountableOrder,
  row: SortValues,
): Promise<number> {
  return countRows(engine, index, { bool: { filter: [matching(ranked), beforeRow(order, row)] } });
}

/** How many rows an order has. */
export const countAll = (engine: Engine, index: string, ranked: Ranked): Promise<number> =>
  countRows(engine, index, matching(ranked));

async function countRows(engine: Engine, index: string, query: Clause): Promise<number> {
  const { hits } = await search<never>(engine, index, { size: 0, track_total_hits: true, query });
  return hits.total.value;
}

const matching = (ranked: Ranked): Clause =>
  rankedQuery(ranked, productClause(ranked.plan.conditions.matching, ranked.catalog.leaves));
