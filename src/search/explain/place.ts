import type { LiveCatalog } from "../../catalog/live.js";
import type { Hit } from "../../engine/search-documents.js";
import type { Candidate } from "../../personalization/candidate.js";
import { isRankedWhole, scoredHits, wholeOf } from "../paging/next-window.js";
import { rank, withEverybodys } from "../listing/rank.js";
import { readFurther, readCandidates, type Found } from "../listing/retrieve.js";
import type { Plan } from "../listing/plan.js";
import type { ChainDeps } from "../paging/next-page.js";
import { BY_SCORE, placementFor, windowSize } from "../paging/placement.js";
import { readHits, rowOf } from "../paging/windows.js";
import { fillPlaces, type Pin } from "../rules/pins.js";

/** Where a product is in the whole of a chain that starts now, as long as nothing changes. */
export interface Place {
  /** From 1, over all pages. */
  readonly rank: number;
  /** By the score, without pinned products; null for one of those. */
  readonly engine_rank: number | null;
  /** The last product by the score that a first page has room for; null where it has room for all. */
  readonly threshold: string | null;
}

/** Products in the order in which windows are filled, and how a window of them is ranked. */
interface Rows {
  readonly rows: readonly Row[];
  readonly scored: (window: readonly Row[]) => readonly Candidate[];
}

type Row = Candidate | Hit<never>;

const idOf = (row: Row): string => ("id" in row ? row.id : rowOf(row).id);

/** Rows read at once. */
const SLICE = 5_000;

/**
 * Reads the order until the product comes, and ranks it window by window as pages would be cut from it.
 * @param found products that match, pinned ones included, and the first window
 * @returns undefined where the order does not have the product
 */
export async function placeOf(
  deps: Pick<ChainDeps, "engine" | "cache" | "placements">,
  { plan, total, window }: Found,
  live: LiveCatalog,
  product: string,
): Promise<Place | undefined> {
  const { limit } = plan.request;
  const { pins } = plan.rules;
  const pin = pins.findIndex((one) => one.product === product);
  if (pin !== -1) {
    const rank = Math.min(pins[pin]?.position ?? 0, total - pins.length + pin + 1);
    return { rank, engine_rank: null, threshold: null };
  }
  const all = await readRows(deps, live, plan, product, total);
  const at = all.rows.findIndex((row) => idOf(row) === product);
  if (at === -1) return undefined;
  const order = await chainOrder(deps, live, plan, all, window);
  const last = all.rows[limit - 1];
  return {
    rank: rankAmong(pins, order.indexOf(product) + 1),
    engine_rank: at + 1,
    threshold: last === undefined ? null : idOf(last),
  };
}

/** The whole of a listing that is ranked whole; else as far as the windows that the product may be in. */
async function readRows(
  deps: Pick<ChainDeps, "engine" | "cache">,
  live: LiveCatalog,
  plan: Plan,
  product: string,
  total: number,
): Promise<Rows> {
  if (isRankedWhole(plan, total)) {
    const candidates = await readCandidates(deps, live, plan, wholeOf(plan));
    if (candidates.are_all) {
      const rows = rank(candidates, plan, { size: wholeOf(plan) }).own;
      return { rows, scored: (window) => window as readonly Candidate[] };
    }
  }
  const source = { kind: "live", index: live.index } as const;
  const beyond = 2 * windowSize(plan.request.limit);
  const rows: Hit<never>[] = [];
  for (let at = -1; ;) {
    const after = rows.at(-1)?.sort ?? null;
    const slice = await readHits(deps.engine, source, plan, { size: SLICE, after, for: "scoring" });
    if (at === -1) {
      const found = slice.findIndex((hit) => idOf(hit) === product);
      if (found !== -1) at = rows.length + found;
    }
    for (const row of slice) rows.push(row);
    if (slice.length < SLICE || (at !== -1 && rows.length > at + beyond)) break;
  }
  return { rows, scored: (window) => scoredHits(plan, window as readonly Hit<never>[]) };
}

/**
 * The order in which a chain brings what is not pinned: a first page from the first window, of which nothing else is kept,
 * then window after window of what has not been delivered. The first two have the unpersonalized first products in
 * them where placement takes those.
 */
async function chainOrder(
  deps: Pick<ChainDeps, "engine" | "cache" | "placements">,
  live: LiveCatalog,
  plan: Plan,
  { rows, scored }: Rows,
  window: Found["window"],
): Promise<readonly string[]> {
  const placement = placementFor(deps, plan);
  if (placement === BY_SCORE) return rows.map(idOf);
  const { limit } = plan.request;
  const size = windowSize(limit);
  const first = placement.place(window ?? scored(rows.slice(0, size)));
  const page = fillPlaces({
    ranked: first,
    pins: plan.rules.pins,
    from: 1,
    places: limit,
    isEnd: rows.length < size,
  });
  const order = first.slice(0, page.ranked);
  let rest = without(rows, order);
  if (placement.takes_further === true) {
    const most = rows.every(isRanked) ? wholeOf(plan) : size;
    const further = await readFurther(deps, { live, plan, size: most, excluded: order });
    const second = placement.place(withEverybodys<Candidate>(scored(rest.slice(0, size)), further.slice(0, size)));
    for (const id of rest.length <= size ? second : second.slice(0, size)) order.push(id);
    rest = without(rest, order);
  }
  for (let from = 0; from < rest.length; from += size) {
    for (const id of placement.place(scored(rest.slice(from, from + size)))) order.push(id);
  }
  return order;
}

const isRanked = (row: Row): row is Candidate => "id" in row;

function without(rows: readonly Row[], products: readonly string[]): readonly Row[] {
  const known = new Set(products);
  return rows.filter((row) => !known.has(idOf(row)));
}

/** @param place among what is not pinned, from 1 */
function rankAmong(pins: readonly Pin[], place: number): number {
  let before = 0;
  for (const { position } of pins) if (position <= place + before) before += 1;
  return place + before;
}
