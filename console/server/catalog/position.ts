import type { Searching } from "../../../src/search/searching.js";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import { withFeatures, type Found } from "../../../src/search/listing/find.js";
import { orderOf } from "../../../src/search/match/rank.js";
import { cutFrom, settledPins } from "../../../src/search/match/window.js";
import { readSlice, type Row } from "../../../src/search/match/ordered.js";
import type { Pin } from "../../../src/search/rules/pins.js";
import { modeOf } from "../../../src/search/match/reranker.js";

/** Position of a product among all results. The position is valid until the catalogue changes. */
export interface ProductPosition {
  /** Position from 1, across all pages. */
  readonly rank: number;
  /** Rank by engine score among products that are not pinned; `null` for a pinned product. */
  readonly engine_rank: number | null;
  /** Lowest-scored product on the first page; `null` if all products fit on the first page. */
  readonly threshold: string | null;
  /** Rule that pins the product. */
  readonly pin?: Pin | undefined;
}

/** Number of products fetched per engine request. */
const SLICE = 5_000;

/**
 * Pages through the results until the product is found. Returns `undefined` if the results do not contain the product.
 */
export async function findPosition(
  deps: Searching,
  found: Found,
  live: LiveCatalog,
  product: string,
): Promise<ProductPosition | undefined> {
  if (modeOf(found.plan) === "ordered") return findOrderedPosition(deps, found, live, product);
  const ranked = await withFeatures(deps, found);
  if (ranked === undefined) return undefined;
  const order = orderOf(ranked.matches, ranked.features, ranked.plan);
  const { limit } = found.plan.request;
  const settled = settledPins(ranked, order);
  const pins = order.rowsOf(settled.map((one) => one.product));
  const pin = settled.find((one) => one.product === product);
  const shown = new Set<string>();
  for (let sequence = 0; ; sequence += 1) {
    const { products, has_more } = cutFrom(deps, ranked, order, { shown, sequence });
    const at = products.indexOf(product);
    if (at !== -1) {
      const last = order.first(limit, pins)[limit - 1];
      return {
        rank: shown.size + at + 1,
        engine_rank: pin !== undefined ? null : (order.positionOf(product, pins) ?? null),
        threshold: pin !== undefined ? null : (last?.id ?? null),
        pin,
      };
    }
    for (const id of products) shown.add(id);
    if (!has_more || products.length === 0) return undefined;
  }
}

async function findOrderedPosition(
  { engine }: Searching,
  { plan }: Found,
  live: LiveCatalog,
  product: string,
): Promise<ProductPosition | undefined> {
  const { limit } = plan.request;
  let last: Row | undefined;
  let threshold: string | null = null;
  for (let read = 0; ;) {
    const rows = await readSlice(engine, live, plan, { size: SLICE, after: last?.sort ?? null });
    if (read === 0) threshold = rows[limit - 1]?.id ?? null;
    const at = rows.findIndex(({ id }) => id === product);
    if (at !== -1) return { rank: read + at + 1, engine_rank: read + at + 1, threshold };
    if (rows.length < SLICE) return undefined;
    read += rows.length;
    last = rows.at(-1);
  }
}
