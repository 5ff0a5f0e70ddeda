import type { LiveCatalog } from "../../catalog/live.js";
import type { Begun } from "../beginning.js";
import { readEverybodys, withEverybodys } from "../candidates.js";
import type { Ranked } from "../ranked.js";
import type { ChainDeps } from "../cursor/next-page.js";
import { ENGINE_ORDER, rankingFor } from "../ranking.js";
import { windowSize } from "../cursor/window-size.js";
import { readWindow, type WindowRow } from "../cursor/windows.js";
import { fillPlaces, type Pin } from "../rules/pins.js";

/** Where a product is in the whole of a chain that starts now, as long as nothing changes. */
export interface Place {
  /** From 1, over all pages. */
  readonly rank: number;
  /** In the order of the engine, without pinned products; null for one of those. */
  readonly engine_rank: number | null;
  /** The row before it in that order; null at the top. */
  readonly before: WindowRow | null;
  /** The last row of that order that a first page has room for; null where it has room for all. */
  readonly threshold: WindowRow | null;
}

/** Rows read at once. */
const SLICE = 5_000;

/**
 * Reads the order until the product comes, and ranks it window by window as pages would be cut from it.
 * @param found products that match, pinned ones included, and what a first page is made of
 * @returns undefined where the order does not have the product
 */
export async function placeOf(
  deps: Pick<ChainDeps, "engine" | "rankings">,
  live: LiveCatalog,
  ranked: Ranked,
  product: string,
  { total, begun }: { readonly total: number; readonly begun: Begun },
): Promise<Place | undefined> {
  const { limit } = ranked.request;
  const { pins } = ranked.plan.rules;
  const pin = pins.findIndex((one) => one.product === product);
  if (pin !== -1) {
    const rank = Math.min(pins[pin]?.position ?? 0, total - pins.length + pin + 1);
    return { rank, engine_rank: null, before: null, threshold: null };
  }
  const rows = await readUntil(deps, live, ranked, product);
  const at = rows.findIndex(({ id }) => id === product);
  if (at === -1) return undefined;
  const order = await chainOrder(deps, live, ranked, rows, begun);
  return {
    rank: rankAmong(pins, order.indexOf(product) + 1),
    engine_rank: at + 1,
    before: rows[at - 1] ?? null,
    threshold: rows[limit - 1] ?? null,
  };
}

/** As far as the windows that the product may be in. */
async function readUntil(
  { engine }: Pick<ChainDeps, "engine">,
  live: LiveCatalog,
  ranked: Ranked,
  product: string,
): Promise<WindowRow[]> {
  const source = { kind: "live", index: live.index } as const;
  const beyond = 2 * windowSize(ranked.request.limit);
  const rows: WindowRow[] = [];
  for (let at = -1; ;) {
    const slice = await readWindow(engine, source, ranked, { size: SLICE, after: rows.at(-1)?.sort ?? null });
    if (at === -1) {
      const found = slice.findIndex(({ id }) => id === product);
      if (found !== -1) at = rows.length + found;
    }
    for (const row of slice) rows.push(row);
    if (slice.length < SLICE || (at !== -1 && rows.length > at + beyond)) return rows;
  }
}

/**
 * The order in which a chain brings what is not pinned: a first page from the first window, of which nothing else is kept,
 * then window after window of what has not been delivered. The two that are read from the top have everybody's first products in
 * them where the ranking takes those.
 */
async function chainOrder(
  deps: Pick<ChainDeps, "engine" | "rankings">,
  live: LiveCatalog,
  ranked: Ranked,
  rows: readonly WindowRow[],
  begun: Begun,
): Promise<readonly string[]> {
  const ranking = rankingFor(deps, ranked);
  if (ranking === ENGINE_ORDER) return rows.map(({ id }) => id);
  const { limit } = ranked.request;
  const size = windowSize(limit);
  const first = ranking.rank(begun.with === "window" ? begun.window : rows.slice(0, size));
  const page = fillPlaces({
    ...{ ranked: first, pins: ranked.plan.rules.pins, from: 1, places: limit },
    isEnd: rows.length < size,
  });
  const order = first.slice(0, page.ranked);
  let rest = without(rows, order);
  if (ranking.takes_everybodys === true) {
    const everybodys = await readEverybodys(deps.engine, live.index, ranked, { size, excluded: order });
    const second = ranking.rank(withEverybodys(rest.slice(0, size), everybodys));
    for (const id of rest.length < size ? second : second.slice(0, size)) order.push(id);
    rest = without(rest, order);
  }
  for (let from = 0; from < rest.length; from += size) {
    for (const id of ranking.rank(rest.slice(from, from + size))) order.push(id);
  }
  return order;
}

function without(rows: readonly WindowRow[], products: readonly string[]): readonly WindowRow[] {
  const known = new Set(products);
  return rows.filter(({ id }) => !known.has(id));
}

/** @param place among what is not pinned, from 1 */
function rankAmong(pins: readonly Pin[], place: number): number {
  let before = 0;
  for (const { position } of pins) if (position <= place + before) before += 1;
  return place + before;
}
