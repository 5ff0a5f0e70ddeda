import type { LiveCatalog } from "../../catalog/live.js";
import { textHash } from "../../lib/text-hash.js";
import { MOST_MATCHES } from "../match/matches.js";
import { readRows, readSlice } from "../match/ordered.js";
import { modeOf } from "../match/reranker.js";
import { orderOf } from "../match/rank.js";
import { cutPage, settledPins } from "../match/window.js";
import type { Searching } from "../searching.js";
import type { PageState } from "../paging/state.js";
import { withFeatures, type Found } from "./find.js";
import { matchingProducts, readItems } from "./items.js";
import type { Plan } from "./plan.js";
import type { Pin } from "../rules/pins.js";

export interface Start {
  /** Ids of products on earlier pages that this page must not repeat. */
  readonly shown: readonly string[];
  readonly sequence: number;
  readonly page: number;
  readonly after: PageState["after"];
  readonly isRandomAccess: boolean;
}

export interface ServedProducts extends Pick<PageState, "delivered" | "has_more" | "after"> {
  /** The page's products: `Item` objects as JSON. */
  readonly items: readonly string[];
}

const NOTHING: ServedProducts = { delivered: [], items: [], has_more: false, after: null };

/**
 * Reads the products of a page. Products that were deleted or no longer match are replaced by the next products.
 * @throws the errors of the engine
 */
export async function serve(deps: Searching, found: Found, start: Start): Promise<ServedProducts> {
  const { live, plan } = found;
  if (live === undefined || plan.request.limit === 0) return NOTHING;
  const gone: string[] = [];
  for (;;) {
    const shown = [...start.shown, ...gone];
    const page =
      modeOf(plan) === "ordered"
        ? await orderedProducts(deps, live, found, { ...start, shown })
        : await rankedProducts(deps, found, { ...start, shown });
    const items = await readItems(deps, live, withPins(plan, page.pins), page.products);
    const { products, has_more, after } = page;
    const missing = products.filter((id) => !items.has(id));
    if (missing.length === 0) {
      return { delivered: products, items: products.map((id) => items.get(id) as string), has_more, after };
    }
    gone.push(...missing);
  }
}

/**
 * Returns the plan with the given pins (fixed positions), so that a product in a reserved position is shown as a variant that matches the
 * target of the reservation.
 */
const withPins = (plan: Plan, pins: readonly Pin[]): Plan => ({ ...plan, rules: { ...plan.rules, pins } });

/**
 * Returns the current data of products that a page has already served, without products that no longer match.
 * @throws the errors of the engine
 */
export async function serveAgain(deps: Searching, found: Found, delivered: readonly string[]): Promise<ServedAgain> {
  const { live, plan } = found;
  if (live === undefined) return { delivered: [], items: [] };
  const matching = await stillMatching(deps, live, found, delivered);
  const ranked = plan.rules.reservations.length === 0 ? undefined : await withFeatures(deps, found);
  const pins =
    ranked === undefined ? plan.rules.pins : settledPins(ranked, orderOf(ranked.matches, ranked.features, plan));
  const items = await readItems(deps, live, withPins(plan, pins), delivered);
  const left = delivered.filter((id) => items.has(id) && matching.has(id));
  return { delivered: left, items: left.map((id) => items.get(id) as string) };
}

async function stillMatching(
  { engine }: Searching,
  live: LiveCatalog,
  { plan, matches }: Found,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!matches.are_all) return matchingProducts(engine, live.index, { ...plan, catalog: live }, ids);
  const hashes = new Set(matches.hashes);
  return new Set(ids.filter((id) => hashes.has(textHash(id))));
}

type ServedAgain = Pick<ServedProducts, "delivered" | "items">;

interface Products extends Pick<ServedProducts, "has_more" | "after"> {
  readonly products: readonly string[];
  readonly pins: readonly Pin[];
}

async function rankedProducts(deps: Searching, found: Found, { shown, sequence }: Start): Promise<Products> {
  const ranked = await withFeatures(deps, found);
  if (ranked === undefined) return { products: [], pins: [], has_more: false, after: null };
  const { products, pins, has_more } = cutPage(deps, ranked, { shown: new Set(shown), sequence });
  return { products, pins, has_more: has_more && shown.length + products.length < MOST_MATCHES, after: null };
}

/** Value of `after` for a segment of a cursor chain that starts after the last row, because a page beyond the end was requested. */
const THE_END: PageState["after"] = [];

/**
 * Returns a page of products sorted by a field. With random page access, returns the page with the requested number. Otherwise returns the
 * products after the previous page.
 */
async function orderedProducts(
  deps: Searching,
  live: LiveCatalog,
  { plan, matches }: Found,
  { shown, page, after, isRandomAccess: jumps, sequence }: Start,
): Promise<Products> {
  const { limit } = plan.request;
  const size = limit + 1;
  if (jumps && page > 1) {
    // Also reads the last row of the previous page, because the segment starts after that row.
    const [before, ...rows] = await readRows(deps.engine, deps.reach, live, plan, {
      from: (page - 1) * limit - 1,
      size: 1 + size + shown.length,
    });
    const products = rows.flatMap(({ id }) => (shown.includes(id) ? [] : [id]));
    return {
      products: products.slice(0, limit),
      pins: [],
      has_more: products.length > limit,
      after: before?.sort ?? THE_END,
    };
  }
  if (sequence === 0 && shown.length === 0) {
    return { products: matches.page, pins: [], has_more: matches.total > limit, after: null };
  }
  const from = jumps ? null : after;
  if (from?.length === 0) return { products: [], pins: [], has_more: false, after: from };
  const rows = await readSlice(deps.engine, live, plan, { size, after: from, excluded: shown });
  return { products: rows.slice(0, limit).map(({ id }) => id), pins: [], has_more: rows.length > limit, after: from };
}
