import type { ProductSource } from "../../catalog/document.js";
import { EngineBusyError, EngineError, EngineUnavailableError, type Engine } from "../../engine/engine.js";
import type { CursorMetrics } from "../../observability/metrics.js";
import type { Candidate } from "../../personalization/rerank/candidate.js";
import type { Ranked } from "../body.js";
import type { Personal } from "../personal.js";
import { weave, type Pin } from "../rules/pins.js";
import { readItems } from "./items.js";
import { lifetimeSeconds } from "./lifetime.js";
import type { PointInTimePool } from "./pool.js";
import { rankingFor, type Rankings } from "./ranking.js";
import type { PageState, Position, SortValues, StoredPage } from "./state.js";
import { deliveredUpTo, type CursorStore } from "./store.js";
import { unknownPage } from "./unknown-page.js";
import { readWindow, windowSize, type Source } from "./windows.js";

export interface CutPageDeps {
  readonly engine: Engine;
  readonly store: CursorStore;
  readonly pool: PointInTimePool;
  readonly rankings: Rankings;
  readonly metrics: CursorMetrics;
  readonly ttlSeconds: number;
}

/** What a page is cut from. */
export interface Uncut {
  readonly client_id: string;
  /** The index to search; undefined while there is no catalogue. */
  readonly index: string | undefined;
  readonly ranked: Ranked;
  /** When the chain's first page had been read. */
  readonly started_at: number;
  /** How many pages came before. */
  readonly sequence: number;
  /** The page before in the same segment; undefined where a segment begins. */
  readonly before: StoredPage | undefined;
  /** What the page will be called. */
  readonly id: string;
  readonly segment: PageState["segment"];
  readonly remainder: readonly string[];
  readonly position: Position;
  /** Of the chain's pinned products, the last ones. */
  readonly pins_left: number;
}

/** A page, and what it leaves. */
export interface CutPage {
  readonly products: readonly ProductSource[];
  readonly remainder: readonly string[];
  readonly position: Position;
  readonly pins_left: number;
}

interface Window {
  readonly candidates: readonly Candidate[];
  /** What the window was found by. */
  readonly personal: Personal | null;
  readonly position: Position;
}

/**
 * Cuts the next page. What is no longer active or no longer matches is passed over and the page filled from what
 * follows. Unless nothing follows, the remainder is never empty: whether there is more is known, not guessed.
 * @throws ServiceError unknown_page when a page that must be known of is gone; errors of the engine as they are
 */
export async function cutPage(deps: CutPageDeps, uncut: Uncut): Promise<CutPage> {
  const { index, ranked } = uncut;
  if (index === undefined) return { products: [], remainder: [], position: END, pins_left: 0 };
  const { limit } = ranked.request;
  let queue = [...uncut.remainder];
  let pins = pinsLeft(uncut);
  const met = new Set(queue);
  const read = new Map<string, ProductSource>();
  let position = uncut.position;
  // Fetched beside the items when it is clear that it will be needed.
  let upcoming = queue.length <= limit && position.kind !== "end" ? nextWindow(deps, uncut, position, met) : undefined;
  upcoming?.catch(() => undefined);
  const holding = upcoming === undefined ? keepOpen(deps, uncut) : undefined;
  for (;;) {
    const isEnd = position.kind === "end";
    const woven = weave({ ranked: queue, pins, from: uncut.sequence * limit + 1, places: limit, isEnd });
    const unread = woven.products.filter((id) => !read.has(id));
    if (unread.length > 0) {
      for (const product of await readItems(deps.engine, index, ranked, unread)) {
        read.set(product.product_identifier, product);
      }
      const gone = new Set(unread.filter((id) => !read.has(id)));
      if (gone.size === 0) continue;
      queue = queue.filter((id) => !gone.has(id));
      pins = pins.filter(({ product }) => !gone.has(product));
      continue;
    }
    if (isEnd || queue.length > woven.ranked) {
      await holding;
      return {
        products: woven.products.flatMap((id) => read.get(id) ?? []),
        remainder: queue.slice(woven.ranked),
        position,
        pins_left: pins.length - woven.pinned,
      };
    }
    const window = await (upcoming ?? nextWindow(deps, uncut, position, met));
    upcoming = undefined;
    position = window.position;
    for (const id of rankingFor(deps, { request: ranked.request, personal: window.personal }).rank(window.candidates)) {
      if (met.has(id)) continue;
      met.add(id);
      queue.push(id);
    }
  }
}

const pinsLeft = ({ ranked, pins_left }: Pick<Uncut, "ranked" | "pins_left">): readonly Pin[] => {
  const { pins } = ranked.plan.rules;
  return pins.slice(pins.length - pins_left);
};

const END: Position = { kind: "end" };

/** Shoppers read on in what was remembered; the point-in-time behind it must be there when that is used up. */
export function keepOpen(
  { pool, ttlSeconds }: Pick<CutPageDeps, "pool" | "ttlSeconds">,
  { position, sequence }: Pick<Uncut, "position" | "sequence">,
): Promise<void> | undefined {
  if (position.kind !== "point_in_time") return undefined;
  return pool.keepOpen(position.pit_id, lifetimeSeconds(ttlSeconds, sequence));
}

/** @param met products that this page has looked at or will look at */
async function nextWindow(
  deps: CutPageDeps,
  uncut: Uncut,
  position: Position,
  met: ReadonlySet<string>,
): Promise<Window> {
  if (position.kind === "end") return { candidates: [], personal: null, position };
  const { request, personal } = uncut.ranked;
  const usable = await deps.rankings.renew(uncut.client_id, request, personal);
  if (position.kind === "start") return fromStart(deps, rankedBy(uncut, usable), met, position.windows);
  // An order that no longer is what it was cannot be read on in.
  return usable === personal ? onward(deps, uncut, met, position) : fromStart(deps, rankedBy(uncut, usable), met, 1);
}

const rankedBy = (uncut: Uncut, personal: Personal | null): Uncut =>
  personal === uncut.ranked.personal ? uncut : { ...uncut, ranked: { ...uncut.ranked, personal } };

/** Goes on where the last window of the point-in-time ended; when it is gone, from the start without it. */
async function onward(
  deps: CutPageDeps,
  uncut: Uncut,
  met: ReadonlySet<string>,
  position: Position & { readonly kind: "point_in_time" },
): Promise<Window> {
  const { engine, store, pool, metrics } = deps;
  const { pit_id, after, origin } = position;
  const size = windowSize(uncut.ranked.request.limit);
  const source = pointInTime(deps, uncut, pit_id);
  const reading = deliveredUntil(store, origin);
  reading.catch(() => undefined);
  let found;
  try {
    found = await readWindow(engine, source, uncut.ranked, { size, after });
  } catch (error) {
    if (!isLoss(error)) throw error;
    // The live catalogue first: a shopper waits. The next window takes the time to find another point-in-time.
    const [window] = await Promise.all([fromStart(deps, uncut, met, 0), pool.lost(position).catch(() => undefined)]);
    metrics.pointsInTime.inc({ event: "replaced" });
    return window;
  }
  const delivered = await reading;
  const last = found.at(-1);
  return {
    candidates: found.filter(({ id }) => !delivered.has(id)),
    personal: uncut.ranked.personal,
    position: last === undefined || found.length < size ? END : { ...position, after: last.sort },
  };
}

async function deliveredUntil(store: CursorStore, origin: string): Promise<ReadonlySet<string>> {
  const page = await store.read(origin);
  const delivered = page && (await deliveredUpTo(store, page));
  if (delivered === undefined) throw unknownPage("expired");
  return delivered;
}

/** Everything from the start of the segment that it has not delivered. The first time the live catalogue will do. */
async function fromStart(deps: CutPageDeps, uncut: Uncut, met: ReadonlySet<string>, windows: number): Promise<Window> {
  const { before, client_id, index, started_at } = uncut;
  const delivered = before === undefined ? new Set<string>() : await deliveredUpTo(deps.store, before);
  if (delivered === undefined) throw unknownPage("expired");
  const excluded = [...new Set([...delivered, ...met])];
  for (let attempt = 0; windows > 0 && attempt < MAX_ATTACHMENTS; attempt += 1) {
    const attached = await deps.pool.attach(client_id, index as string, started_at);
    if (attached === undefined) break;
    try {
      const source = pointInTime(deps, uncut, attached.pit_id);
      return await readStart(deps, uncut, excluded, source, (after) => ({
        kind: "point_in_time",
        ...{ key: attached.key, pit_id: attached.pit_id, after, origin: uncut.id },
      }));
    } catch (error) {
      if (!isLoss(error)) throw error;
      await deps.pool.lost(attached);
    }
  }
  const live: Source = { kind: "live", index: index as string };
  return readStart(deps, uncut, excluded, live, () => ({ kind: "start", windows: windows + 1 }));
}

/** One that is found to be gone is replaced; when that one is gone too, the live catalogue serves. */
const MAX_ATTACHMENTS = 2;

async function readStart(
  { engine }: CutPageDeps,
  { ranked, segment }: Uncut,
  excluded: readonly string[],
  source: Source,
  next: (after: SortValues) => Position,
): Promise<Window> {
  const size = windowSize(ranked.request.limit);
  const found = await readWindow(engine, source, ranked, { size, after: segment.after, excluded });
  const last = found.at(-1);
  return {
    candidates: found,
    personal: ranked.personal,
    position: last === undefined || found.length < size ? END : next(last.sort),
  };
}

function pointInTime({ ttlSeconds }: CutPageDeps, { sequence }: Uncut, pit_id: string): Source {
  return { kind: "point_in_time", pit_id, seconds: lifetimeSeconds(ttlSeconds, sequence) };
}

/**
 * Whatever else the engine says against a search of a point-in-time, from the start on another one is the way out. Only
 * an engine that has too much to do must not be asked for more.
 */
const isLoss = (error: unknown): boolean =>
  error instanceof EngineError || (error instanceof EngineUnavailableError && !(error instanceof EngineBusyError));
