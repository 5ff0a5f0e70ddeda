import type { LiveCatalog } from "../../catalog/live.js";
import type { Ranked } from "../ranked.js";
import type { ChainDeps } from "../cursor/next-page.js";
import { ENGINE_ORDER, rankingFor } from "../ranking.js";
import { readWindow, windowSize, type Row } from "../cursor/windows.js";
import { fillPlaces, type Pin } from "../rules/pins.js";

/** Where a product is in the whole of a chain that starts now, as long as nothing changes. */
export interface Place {
  /** From 1, over all pages. */
  readonly rank: number;
  /** In the order of the engine, without pinned products; null for one of those. */
  readonly engine_rank: number | null;
  /** The row before it in that order; null at the top. */
  readonly before: Row | null;
  /** The last row of that order that a first page has room for; null where it has room for all. */
  readonly threshold: Row | null;
}

/** Rows read at once. */
const SLICE = 5_000;

/**
 * Reads the order until the product comes, and ranks it window by window as pages would be cut from it.
 * @param total products that match, pinned ones included
 * @returns undefined where the order does not have the product
 */
export async function placeOf(
  deps: Pick<ChainDeps, "engine" | "rankings">,
  live: LiveCatalog,
  ranked: Ranked,
  product: string,
  total: number,
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
  const order = chainOrder(deps, ranked, rows);
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
): Promise<Row[]> {
  const source = { kind: "live", index: live.index } as const;
  const beyond = 2 * windowSize(ranked.request.limit);
  const rows: Row[] = [];
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
 * then window after window of what that page has not delivered.
 */
function chainOrder(deps: Pick<ChainDeps, "rankings">, ranked: Ranked, rows: readonly Row[]): readonly string[] {
  const ranking = rankingFor(deps, ranked);
  if (ranking === ENGINE_ORDER) return rows.map(({ id }) => id);
  const { limit } = ranked.request;
  const size = windowSize(limit);
  const first = ranking.rank(rows.slice(0, size));
  const page = fillPlaces({
    ...{ ranked: first, pins: ranked.plan.rules.pins, from: 1, places: limit },
    isEnd: rows.length < size,
  });
  const delivered = first.slice(0, page.ranked);
  const known = new Set(delivered);
  const rest = rows.filter(({ id }) => !known.has(id));
  const order = [...delivered];
  for (let from = 0; from < rest.length; from += size) {
    for (const id of ranking.rank(rest.slice(from, from + size))) order.push(id);
  }
  return order;
}

/** @param place among what is not pinned, from 1 */
function rankAmong(pins: readonly Pin[], place: number): number {
  let before = 0;
  for (const { position } of pins) if (position <= place + before) before += 1;
  return place + before;
}
