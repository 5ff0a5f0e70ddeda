import type { Engine } from "../../engine/engine.js";
import type { Ranked } from "../body.js";
import { countableOrder } from "./countable-order.js";
import { countAll, countBefore, findMilestone, readOutline } from "./outline.js";
import { readWindow, type Row, type Source } from "./windows.js";

/** How far single requests reach, in rows. */
export interface Reach {
  /** Up to here the engine is asked without looking first how long the order is. */
  readonly shallow: number;
  /** The engine's `index.max_result_window` for catalogues, see `index-templates/catalog.json`. */
  readonly window: number;
  /** What is read only to be passed over. */
  readonly stride: number;
  /** What is passed over rather than avoided by another count. */
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
  const order = countableOrder(ranked);
  const outline = order === undefined ? undefined : await readOutline(engine, index, ranked, order);
  const way = approach(from, size, outline?.total ?? (await countAll(engine, index, ranked)));
  if (way.size === 0) return [];
  if (order !== undefined && outline !== undefined && way.skip > reach.shallow) {
    // What is read on from is not read again: it must come before the first wanted row.
    const milestone = await findMilestone(outline, from - 1, reach.near, (row) =>
      countBefore(engine, index, ranked, order, row),
    );
    const passed = from - 1 - (milestone?.before ?? 0);
    if (milestone !== undefined && passed <= Math.min(way.skip, reach.stride)) {
      const slice = { size: passed + way.size, after: milestone.row };
      return (await readWindow(engine, source, ranked, slice)).slice(passed);
    }
  }
  const rows = await readFromEnd(deps, source, ranked, way);
  return way.reversed ? rows.reverse() : rows;
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
