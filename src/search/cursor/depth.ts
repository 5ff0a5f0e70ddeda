import { search } from "../../engine/search.js";
import type { Engine } from "../../engine/engine.js";
import { productClause, rankedQuery, type Ranked } from "../body.js";
import { readWindow, type Candidate, type Source } from "./windows.js";

/** The engine's `index.max_result_window` for catalogues, see `index-templates/catalog.json`. */
export const MAX_RESULT_WINDOW = 100_000;
/** What the engine passes over in one request where even its result window ends. */
const STRIDE = 10_000;
/** Up to here the engine is asked without looking first how long the order is. */
const SHALLOW = 2_000;

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
  engine: Engine,
  index: string,
  ranked: Ranked,
  { from, size }: { readonly from: number; readonly size: number },
): Promise<Candidate[]> {
  const source: Source = { kind: "live", index };
  if (from <= SHALLOW) return readWindow(engine, source, ranked, { from, size });
  const way = approach(from, size, await countRows(engine, index, ranked));
  if (way.size === 0) return [];
  const rows = await readFrom(engine, source, ranked, way);
  return way.reversed ? rows.reverse() : rows;
}

async function readFrom(engine: Engine, source: Source, ranked: Ranked, way: Approach): Promise<Candidate[]> {
  const { reversed, size } = way;
  if (way.skip + size <= MAX_RESULT_WINDOW) {
    return readWindow(engine, source, ranked, { from: way.skip, size, reversed });
  }
  const anchorRow = MAX_RESULT_WINDOW - 1;
  let [last] = await readWindow(engine, source, ranked, { from: anchorRow, size: 1, reversed });
  for (let skip = way.skip - MAX_RESULT_WINDOW; skip > 0 && last !== undefined;) {
    const stride = Math.min(STRIDE, skip);
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
