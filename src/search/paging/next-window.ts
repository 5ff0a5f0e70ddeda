import { EngineBusyError, EngineError, EngineUnavailableError, type Engine } from "../../engine/engine.js";
import type { CatalogCache } from "../../catalog/cache.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Hit } from "../../engine/search-documents.js";
import type { CursorMetrics } from "../../observability/metrics.js";
import { scoringOf, type Plan } from "../listing/plan.js";
import { candidatesOf, MAX_CANDIDATES, rank, withEverybodys, type Ordered, type Scored } from "../listing/rank.js";
import { readFurther, readCandidates } from "../listing/retrieve.js";
import { placementFor, type Placements, windowSize } from "./placement.js";
import { unknownPage } from "./cursor.js";
import type { PointInTimePool } from "./pool.js";
import { lifetimeSeconds, type PageState, type Position, type SortValues, type StoredPage } from "./state.js";
import type { CursorStore } from "./store.js";
import { readHits, type Source } from "./windows.js";

export interface WindowDeps {
  readonly engine: Engine;
  readonly cache: CatalogCache;
  readonly store: CursorStore;
  readonly pool: PointInTimePool;
  readonly placements: Placements;
  readonly metrics: CursorMetrics;
  readonly ttlSeconds: number;
}

/** Where a page begins. */
export interface PageStart extends Pick<PageState, "segment" | "remainder" | "position" | "pins_left"> {
  readonly client_id: string;
  /** The catalogue; undefined while there is none. */
  readonly live: LiveCatalog | undefined;
  readonly plan: Plan;
  /** Of the chain. */
  readonly total: number;
  /** When the chain's first page had been read, milliseconds since 1970. */
  readonly started_at: number;
  /** How many pages of the chain were served before this one. */
  readonly sequence: number;
  /** The page before in the same segment; undefined where a segment begins. */
  readonly before: StoredPage | undefined;
  /** The id of the next page. */
  readonly id: string;
  /** Items of the remainder that have been read already, and match: each as JSON, by product identifier. */
  readonly known?: ReadonlyMap<string, string> | undefined;
}

export interface Window {
  /** Identifiers, in the shopper's order. */
  readonly products: readonly string[];
  /** Where the window after it comes from. */
  readonly position: Position;
}

/** A page start with a catalogue to read. */
type LiveStart = PageStart & { readonly live: LiveCatalog };

/**
 * Reads the next window of a chain, without what its segment has delivered. A listing that is ranked whole is ranked again by
 * what was frozen. Else the segment's first window comes from the live catalogue, later ones from a point-in-time that other chains
 * use as well; when that is lost, or none can be had, the live catalogue serves again, from the start of the segment.
 * @param met products that the page has looked at or will look at
 * @throws ServiceError unknown_page when what was delivered is no longer known; errors of the engine as they are
 */
export async function nextWindow(
  deps: WindowDeps,
  start: LiveStart,
  position: Position,
  met: ReadonlySet<string>,
): Promise<Window> {
  if (position.kind === "end") return { products: [], position };
  const { request, personal } = start.plan;
  const plan = { ...start.plan, personal: await deps.placements.renew(start.client_id, request, personal) };

  const excludedFrom = async (origin: string) => [...(await deliveredBefore(deps.store, start, origin)), ...met];
  const windows = position.kind === "start" ? position.windows : 1;
  if (isRankedWhole(plan, start.total) && position.kind === "start") {
    const candidates = await readCandidates(deps, start.live, plan, wholeOf(plan));
    const excluded = new Set(await excludedFrom(start.id));
    if (candidates.are_all) return windowOfWhole(deps, plan, rank(candidates, plan, { size: windowSize(request.limit), excluded }), windows); // prettier-ignore
  }

  const readLive = async () => {
    const excluded = await excludedFrom(start.id);
    if (windows === 0 && placementFor(deps, plan).takes_further === true)
      return readTop(deps, plan, start.live, excluded);
    return readPart(deps, plan, {
      source: { kind: "live", index: start.live.index },
      after: start.segment.after,
      excluded,
      positionAfter: () => ({ kind: "start", windows: 1 }),
    });
  };

  const place = await placeInPointInTime(deps, start, position, plan.personal === personal);
  if (place === undefined) return readLive();
  const excluded = await excludedFrom(place.origin);
  try {
    return await readPart(deps, plan, {
      source: {
        kind: "point_in_time",
        pit_id: place.pit_id,
        seconds: lifetimeSeconds(deps.ttlSeconds, start.sequence),
      },
      after: place.after,
      excluded,
      positionAfter: (after) => ({ ...place, after }),
    });
  } catch (error) {
    if (!isLoss(error)) throw error;
    deps.metrics.pointsInTime.inc({ event: "replaced" });
    const [window] = await Promise.all([readLive(), deps.pool.lost(place).catch(() => undefined)]);
    return window;
  }
}

/** Whether a listing is ranked whole, in the process: then positions do not depend on taste. */
export const isRankedWhole = (plan: Plan, total: number): boolean =>
  plan.request.query === null && scoringOf(plan) !== undefined && total <= wholeOf(plan);

/** How many products a listing may have to be ranked whole. */
export const wholeOf = ({ whole = MAX_CANDIDATES }: Plan): number => whole;

/** The second window of a listing has the unpersonalized first products in it, like the first one. */
function windowOfWhole(
  deps: Pick<WindowDeps, "placements">,
  plan: Plan,
  { own, everybodys, are_all }: Ordered,
  windows: number,
): Window {
  const placement = placementFor(deps, plan);
  const takesAll = windows === 0 && placement.takes_further === true;
  const products = placement.place(takesAll ? withEverybodys(own, everybodys) : own);
  if (are_all) return { products, position: { kind: "end" } };
  return { products: products.slice(0, own.length), position: { kind: "start", windows: windows + 1 } };
}

/** Where the next window begins in a point-in-time; at the segment's start in one that the chain has not read before. */
type Place = Omit<Position & { readonly kind: "point_in_time" }, "after"> & { readonly after: SortValues | null };

/** @returns undefined where the live catalogue is to be read */
async function placeInPointInTime(
  { pool }: WindowDeps,
  { client_id, live, started_at, segment, id }: LiveStart,
  position: Position,
  isSameOrder: boolean,
): Promise<Place | undefined> {
  // An order that no longer is what it was cannot be read on in.
  if (position.kind === "point_in_time" && isSameOrder) return position;
  if (position.kind === "start" && position.windows === 0) return undefined;
  const attached = await pool.attach(client_id, live.index, started_at);
  if (attached === undefined) return undefined;
  const { key, pit_id } = attached;
  return { kind: "point_in_time", key, pit_id, after: segment.after, origin: id };
}

/**
 * The products that the segment had delivered when the chain reached its current position.
 * @param origin the page on which it reached that position; later deliveries rank before it
 */
async function deliveredBefore(
  store: CursorStore,
  { id, before }: PageStart,
  origin: string,
): Promise<ReadonlySet<string>> {
  const last = origin === id ? before : await store.read(origin);
  if (last === undefined && origin === id) return new Set();
  const delivered = last && (await store.deliveredUpTo(last));
  if (delivered === undefined) throw unknownPage("expired");
  return delivered;
}

/** Some of an order. */
interface Part {
  readonly source: Source;
  readonly after: SortValues | null;
  readonly excluded: readonly string[];
  /** Where the window after it comes from. @param after the sort values of its last row */
  readonly positionAfter: (after: SortValues) => Position;
}

async function readPart(
  deps: Pick<WindowDeps, "engine" | "placements">,
  plan: Plan,
  { source, after, excluded, positionAfter }: Part,
): Promise<Window> {
  const size = windowSize(plan.request.limit);
  const purpose = plan.personal === null ? {} : { for: "scoring" as const };
  const hits = await readHits(deps.engine, source, plan, { size, after, excluded, ...purpose });
  const last = hits.at(-1);
  return {
    products: placementFor(deps, plan).place(scoredHits(plan, hits)),
    position: last === undefined || hits.length < size ? { kind: "end" } : positionAfter(last.sort ?? []),
  };
}

/** The products of a window that the engine has brought, best first. */
export function scoredHits(plan: Plan, hits: readonly Hit<unknown>[]): readonly Scored[] {
  const brought = scoringOf(plan) === undefined ? "in order" : "by reach";
  return rank(candidatesOf(plan, hits, { are_all: true, brought }), plan, { size: hits.length }).own;
}

/**
 * Reads a window from the top, with further products in it (`readFurther`). What it has from further down in the
 * shopper's order would be met there again: so the window after it begins at the top, too, without what was delivered.
 * No later one has further ones.
 */
async function readTop(
  deps: Pick<WindowDeps, "engine" | "cache" | "placements">,
  plan: Plan,
  live: LiveCatalog,
  excluded: readonly string[],
): Promise<Window> {
  const size = windowSize(plan.request.limit);
  const source = { kind: "live", index: live.index } as const;
  const [hits, further] = await Promise.all([
    readHits(deps.engine, source, plan, { size, excluded, for: "scoring" }),
    readFurther(deps, { live, plan, size, excluded }),
  ]);
  const products = placementFor(deps, plan).place(withEverybodys(scoredHits(plan, hits), further));
  if (hits.length < size) return { products, position: { kind: "end" } };
  return { products: products.slice(0, size), position: { kind: "start", windows: 1 } };
}

/**
 * Whatever else the engine says against a search of a point-in-time, from the start without it is the way out. Only an
 * engine that is overloaded must not receive more requests.
 */
const isLoss = (error: unknown): boolean =>
  error instanceof EngineError || (error instanceof EngineUnavailableError && !(error instanceof EngineBusyError));
