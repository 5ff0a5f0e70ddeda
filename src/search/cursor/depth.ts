import { search } from "../../engine/search.js";
import type { Engine } from "../../engine/engine.js";
import { productClause, rankedQuery, type Ranked } from "../body.js";
import { beforeValue, countBefore, findMilestone, numericOrder, readOutline } from "./outline.js";
import { readWindow, type Row, type Source } from "./windows.js";

/** How far single requests reach, in rows. */
export interface Reach {
  /** Up to here the engine is asked without looking first how long the order is. */
  readonly shallow: number;
  /** The engine's `index.max_result_window` for catalogues, see `index-templates/catalog.json`. */
  readonly window: number;
  /** What is read only to be passed over. */
  readonly stride: number;
  /** What is passed over rather than avoided by another look. */
  readonly near: number;
}

export const REACH: Reach = { shallow: 2_000, window: 100_000, stride: 10_000, near: 1_000 };

/** What reading deep in an order needs. */
export interface DepthDeps {
  readonly engine: Engine;
  readonly reach: Reach;
}

/** How rows deep in an order are reached: from whichever end is nearer. */
export interface Approach {
  readonly reversed: boolean;
  /** Rows before the wanted ones, seen from that end. */
  readonly skip: number;
  readonly size: number;
}

/** @param from rows before the wanted ones @param size how many are wanted @param total rows of the whole order */
export function approach(from: number, size: number, total: number): Approach {
  const wanted = Math.max(0, Math.min(size, total - from));
  const behind = total - from - wanted;
  return from <= behind
    ? { reversed: false, skip: from, size: wanted }
    : { reversed: true, skip: behind, size: wanted };
}

/** Reads the rows `from` … `from + size` of the live order, as it is now; fewer where it ends. */
export async function readRows(
  deps: DepthDeps,
  index: string,
  ranked: Ranked,
  wanted: { readonly from: number; readonly size: number },
): Promise<Row[]> {
  const { engine, reach } = deps;
  const source = { kind: "live", index } as const;
  const { from, size } = wanted;
  if (from <= reach.shallow) return readWindow(engine, source, ranked, { from, size });
  const way = approach(from, size, await countRows(engine, index, ranked));
  if (way.size === 0) return [];
  if (way.skip > reach.shallow) {
    const rows = await readFromValue(deps, source, ranked, { from, size: way.size, skip: way.skip });
    if (rows !== undefined) return rows;
  }
  const rows = await readFromEnd(deps, source, ranked, way);
  return way.reversed ? rows.reverse() : rows;
}

/**
 * Reads from a value on that begins shortly before the rows.
 * @param wanted `skip`: rows to be passed over from the nearer end
 * @returns undefined when the order has no value from which the way is much shorter
 */
async function readFromValue(
  { engine, reach }: DepthDeps,
  source: Source & { readonly kind: "live" },
  ranked: Ranked,
  wanted: { readonly from: number; readonly size: number; readonly skip: number },
): Promise<Row[] | undefined> {
  const { from, size, skip } = wanted;
  const by = numericOrder(ranked);
  if (by === undefined) return undefined;
  const outline = await readOutline(engine, source.index, ranked, by);
  const found = await findMilestone(outline, by, from, reach.near, (value) =>
    countBefore(engine, source.index, ranked, by, value),
  );
  if (found === undefined) return undefined;
  const passed = from - found.before;
  if (passed <= reach.near) {
    // No identifier comes before the empty one.
    const slice = { size: passed + size, after: [found.value, ""] };
    return (await readWindow(engine, source, ranked, slice)).slice(passed);
  }
  // Many products have one and the same value, or the outline is far off.
  if (passed > skip / 2 || passed + size > reach.window) return undefined;
  const among = { bool: { must_not: [beforeValue(by, found.value)] } };
  return readWindow(engine, source, ranked, { from: passed, size, among });
}

async function readFromEnd(
  { engine, reach }: DepthDeps,
  source: Source,
  ranked: Ranked,
  way: Approach,
): Promise<Row[]> {
  const { reversed, size } = way;
  if (way.skip + size <= reach.window) {
    return readWindow(engine, source, ranked, { from: way.skip, size, reversed });
  }
  // Where the window ends before the first wanted row, else right before that.
  const first = Math.min(way.skip, reach.window) - 1;
  let [last] = await readWindow(engine, source, ranked, { from: first, size: 1, reversed });
  for (let skip = way.skip - first - 1; skip > 0 && last !== undefined;) {
    const stride = Math.min(reach.stride, skip);
    const passed = await readWindow(engine, source, ranked, { size: stride, after: last.sort, reversed });
    last = passed.length < stride ? undefined : passed.at(-1);
    skip -= stride;
  }
  return last === undefined ? [] : readWindow(engine, source, ranked, { size, after: last.sort, reversed });
}

async function countRows(engine: Engine, index: string, ranked: Ranked): Promise<number> {
  const products = productClause(ranked.plan.conditions.matching, ranked.catalog.leaves);
  const { hits } = await search<never>(engine, index, {
    size: 0,
    track_total_hits: true,
    query: rankedQuery(ranked, products),
  });
  return hits.total.value;
}
