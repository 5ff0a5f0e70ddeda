import { validationError } from "../../errors.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { writeArray } from "../../lib/json-text.js";
import type { Plan } from "../listing/plan.js";
import type { PaginationParameters } from "../request-schema.js";
import { writeItems, type Page } from "../listing/answer.js";
import { readCursor, unknownPage, type CursorIds, type ReadCursor } from "./cursor.js";
import { cutPage, keepOpen, type CutPage } from "./cut-page.js";
import { readItems } from "../listing/items.js";
import { jumpTo, type JumpDeps } from "./jump.js";
import type { WindowDeps } from "./next-window.js";
import type { SealedPages } from "./sealed-page.js";
import {
  endOfLife,
  firstPosition,
  hasMore,
  pathAfter,
  promisedSeconds,
  shopperMarks,
  type ChainRoot,
  type PageState,
  type StoredPage,
} from "./state.js";
import type { Lifetime } from "./store.js";

export interface ChainDeps extends WindowDeps, JumpDeps {
  readonly ids: CursorIds;
  readonly sealed: SealedPages;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
}

/** The stored page of a cursor, and the pages around it. */
export interface OpenedCursor {
  readonly cursor: ReadCursor;
  /** The requested page. */
  readonly wanted: number;
  /** The page the cursor was given with. */
  readonly page: StoredPage;
  readonly root: ChainRoot;
  /** The chain's first page while only its cursor has it. */
  readonly unstored: StoredPage | undefined;
  /** The requested page, when it was served before. */
  readonly next: StoredPage | undefined;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** @throws ServiceError unknown_page, or validation_error for what cannot be a cursor or a page */
export async function openCursor(
  { ids, sealed, store, metrics, now }: ChainDeps,
  clientId: string,
  { cursor: given = "", page: wanted }: PaginationParameters,
): Promise<OpenedCursor> {
  const text = readCursor(given);
  if (text === undefined) {
    throw validationError(
      "pagination.cursor",
      "`pagination.cursor` must be the recommendation_id of a search response",
    );
  }
  if (wanted === undefined) throw validationError("pagination.page", "`pagination.page` must stand beside a cursor");
  const reject = (reason: "expired" | "unknown") => {
    metrics.rejected.inc({ reason });
    return unknownPage(reason);
  };
  const cursor = ids.read(clientId, text.id);
  if (cursor === undefined) throw reject("unknown");
  const carried = text.sealed === undefined ? undefined : sealed.open(clientId, text.id, text.sealed);
  if (text.sealed !== undefined && carried === undefined) throw reject("unknown");
  const sealedPage = carried && { ...carried, id: text.id };
  const next = ids.next(clientId, cursor, wanted);
  const names = { cursor: text.id, next, root: cursor.root, chain: cursor.chain };
  const found = await store.open(names, sealedPage);
  const page = found.page ?? sealedPage;
  const root = found.root ?? sealedPage;
  if (page === undefined || root === undefined || root.root === null || page.client_id !== clientId)
    throw reject("expired");
  if (store.isForgotten(page.shoppers, root.root.started_at)) throw reject("expired");
  const expires_at = Math.max(page.expires_at, found.lifetime?.expires_at ?? 0);
  if (expires_at <= now()) throw reject("expired");
  const unstored = found.root === undefined ? root : undefined;
  return { cursor, wanted, page, unstored, root: root.root, next: found.next, expires_at };
}

/**
 * Serves the page of a cursor, once `openCursor` has opened it: the same page however often, and by however many
 * processes at once, it is requested. A page begins where the one before ended, or where a jump leads (`jumpTo`). It is
 * cut from what is left of the last window (`cutPage`) and, when that runs out, from the next one (`nextWindow`), which
 * leaves out what has been delivered (`deliveredBefore`). Then it is stored, and answered.
 * @param live the catalogue; undefined while there is none
 * @throws as `openCursor`; errors of the engine as they are
 */
export async function nextPage(
  deps: ChainDeps,
  opened: OpenedCursor,
  live: LiveCatalog | undefined,
  plan: Plan,
): Promise<Page> {
  const { cursor, page, wanted, root } = opened;
  const { client_id, chain } = page;
  if (opened.next !== undefined) return repeat(deps, opened, opened.next, live, plan);

  const id = deps.ids.next(client_id, cursor, wanted);
  const sequence = page.sequence + 1;
  const isJump = cursor.mode === "ordered" && wanted !== page.page + 1;
  const { segment, remainder, position, pins_left } = isJump ? await jumpTo(deps, live?.index, plan, wanted) : page;
  const cut = await cutPage(deps, {
    id,
    client_id,
    live,
    plan,
    sequence,
    segment,
    remainder,
    position,
    pins_left,
    started_at: root.started_at,
    total: root.total,
    before: isJump ? undefined : page,
  });

  const granted = prolonged(deps, opened, sequence);
  const { lifetime } = granted;
  const state: PageState = {
    client_id,
    chain,
    sequence,
    segment,
    page: wanted,
    expires_at: lifetime.expires_at,
    root: null,
    delivered: cut.delivered,
    remainder: cut.remainder,
    position: cut.position,
    pins_left: cut.pins_left,
    path: isJump ? [] : pathAfter(page),
    ...shopperMarks(client_id, plan.request, page.shoppers),
  };
  if ((await deps.store.append(id, state, lifetime, opened.unstored)) === "conflict") {
    const winner = await deps.store.read(id);
    if (winner === undefined) throw unknownPage("expired");
    return repeat(deps, opened, winner, live, plan);
  }
  deps.metrics.pages.inc({ mode: cursor.mode, kind: isJump ? "jump" : "next" });
  return served(deps, opened, granted, id, state, cut);
}

/** The page as it was served before, with what has become of its products. */
async function repeat(
  deps: ChainDeps,
  opened: OpenedCursor,
  stored: StoredPage,
  live: LiveCatalog | undefined,
  plan: Plan,
): Promise<Page> {
  const { sequence, position, delivered } = stored;
  const granted = prolonged(deps, opened, sequence);
  const [products] = await Promise.all([
    live === undefined ? [] : readItems(deps.engine, live.index, plan, delivered),
    deps.store.prolong(granted.lifetime),
    keepOpen(deps, { position, sequence }),
  ]);
  deps.metrics.pages.inc({ mode: opened.cursor.mode, kind: "repeated" });
  const items = writeItems(plan, products);
  return served(deps, opened, granted, stored.id, stored, { delivered: [...items.keys()], items: [...items.values()] });
}

function served(
  { now, ttlSeconds }: ChainDeps,
  { cursor, root, wanted }: OpenedCursor,
  { lifetime, at }: Granted,
  recommendation_id: string,
  state: PageState,
  { delivered, items }: Pick<CutPage, "delivered" | "items">,
): Page {
  return {
    recommendation_id,
    expires_in: promisedSeconds(ttlSeconds, lifetime.expires_at, at, now()),
    page: wanted,
    has_more: hasMore(state),
    total: root.total,
    first_position: firstPosition(cursor.mode, root.request.limit, wanted, state.sequence),
    delivered,
    items: writeArray(items),
  };
}

interface Granted {
  readonly lifetime: Lifetime;
  /** Milliseconds since 1970. */
  readonly at: number;
}

function prolonged({ now, ttlSeconds }: ChainDeps, { page, expires_at }: OpenedCursor, sequence: number): Granted {
  const at = now();
  const until = endOfLife(ttlSeconds, sequence, at);
  return { at, lifetime: { chain: page.chain, expires_at: Math.max(expires_at, until) } };
}
