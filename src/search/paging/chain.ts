import { validationError } from "../../errors.js";
import type { PaginationParameters } from "../request-schema.js";
import {
  CHAIN_BYTES,
  chainOf,
  type ChainMode,
  type ReadCursor,
  readCursor,
  unknownPage,
  writeCursor,
} from "./cursor.js";
import type { Searching } from "../searching.js";
import { SALT_BYTES } from "./sealed-page.js";
import {
  type ChainRoot,
  endOfLife,
  firstPosition,
  type PageState,
  pathAfter,
  promisedSeconds,
  type Shopper,
  shopperMarks,
  type StoredPage,
} from "./state.js";
import type { Lifetime } from "./store.js";

/** The stored page to which a cursor belongs, the cursor chain of the page, and the next page if that page was already served. */
export interface OpenedCursor {
  readonly cursor: ReadCursor;
  readonly wanted: number;
  /** The page whose response contained the cursor. */
  readonly page: StoredPage;
  readonly root: ChainRoot;
  /** The first page of the cursor chain, if that page is only stored in the cursor itself. */
  readonly unstored: StoredPage | undefined;
  /** The requested page, if it was served before. */
  readonly next: StoredPage | undefined;
  /** Expiry time of the cursor chain, in milliseconds since 1970. */
  readonly expires_at: number;
}

/**
 * Decodes a cursor and loads the stored pages to which the cursor refers.
 * @throws {ServiceError} unknown_page if the cursor is unknown or has expired; validation_error if the cursor is malformed or the page
 * number is missing
 */
export async function openCursor(
  { ids, sealed, store, metrics, now }: Searching,
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
  if (wanted === undefined) throw validationError("pagination.page", "`pagination.page` requires a cursor");
  const reject = (reason: "expired" | "unknown") => {
    metrics.cursors.rejected.inc({ reason });
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

/** The content of a page, and the position where the next page continues. */
export type Shown = Pick<PageState, "delivered" | "has_more" | "after">;

export interface ChainStart {
  readonly client_id: string;
  readonly mode: ChainMode;
  readonly shopper: Shopper;
  /** The page number in the request. */
  readonly page: number;
  readonly root: ChainRoot;
}

export interface PageNames {
  /** The cursor of the next page. */
  readonly recommendation_id: string;
  /** Remaining lifetime of the cursor, in whole seconds. */
  readonly expires_in: number;
  /** The position of the page's first product, counted from 1 over all pages. */
  readonly first_position: number;
}

/**
 * Starts a cursor chain with the first page of a result. A result with only one page starts a chain, too: requests for the next page then
 * return an empty page, and an ordered chain allows random page access.
 * @throws the errors of the engine
 */
export async function startChain(
  deps: Searching,
  { client_id, mode, shopper, page, root }: ChainStart,
  shown: Shown,
): Promise<PageNames> {
  const expires_at = endOfLife(deps.config.cursorTtlSeconds, 0, root.started_at);
  const id = deps.ids.first(client_id, mode, deps.randomBytes(CHAIN_BYTES));
  const state: PageState = {
    client_id,
    chain: chainOf(id),
    expires_at,
    page,
    sequence: 0,
    delivered: shown.delivered,
    has_more: shown.has_more,
    after: shown.after,
    path: [],
    root,
    ...shopperMarks(client_id, shopper),
  };
  const sealed = deps.sealed.seal(client_id, id, state, deps.randomBytes(SALT_BYTES));
  if (sealed === undefined) await deps.store.start(id, state);
  if (shown.has_more) deps.metrics.cursors.chainsStarted.inc({ mode });
  return {
    recommendation_id: writeCursor({ id, sealed }),
    expires_in: promisedSeconds(deps.config.cursorTtlSeconds, expires_at, root.started_at, deps.now()),
    first_position: firstPosition(mode, root.request.limit, page, 0),
  };
}

/**
 * Returns the products on the cursor's page and on the consecutive pages before that page (together: the page's segment).
 * @throws {ServiceError} unknown_page
 */
export async function shownBefore({ store }: Searching, { page }: OpenedCursor): Promise<readonly string[]> {
  const shown = await store.deliveredUpTo(page);
  if (shown === undefined) throw unknownPage("expired");
  return [...shown];
}

/** Whether the request is for a page other than the next page, in an ordered cursor chain. */
export const isRandomAccess = ({ cursor, wanted, page }: OpenedCursor): boolean =>
  cursor.mode === "ordered" && wanted !== page.page + 1;

/** A stored page, written by this request or an earlier one. */
export interface StoredResponse extends PageNames {
  readonly stored: StoredPage;
}

/**
 * Stores the page that follows a cursor. If concurrent requests store the same page, the page that was stored first is returned to all of
 * them.
 * @returns the stored page
 * @throws {ServiceError} unknown_page if the page was removed, and engine errors
 */
export async function appendPage(
  deps: Searching,
  opened: OpenedCursor,
  shopper: Shopper,
  shown: Shown,
): Promise<StoredResponse> {
  const { cursor, page, wanted } = opened;
  const { client_id, chain } = page;
  const id = deps.ids.next(client_id, cursor, wanted);
  const sequence = page.sequence + 1;
  const granted = prolonged(deps, opened, sequence);
  const { lifetime } = granted;
  const state: PageState = {
    client_id,
    chain,
    sequence,
    page: wanted,
    expires_at: lifetime.expires_at,
    root: null,
    delivered: shown.delivered,
    has_more: shown.has_more,
    after: shown.after,
    path: isRandomAccess(opened) ? [] : pathAfter(page),
    ...shopperMarks(client_id, shopper, page.shoppers),
  };
  if ((await deps.store.append(id, state, lifetime, opened.unstored)) === "conflict") {
    const winner = await deps.store.read(id);
    if (winner === undefined) throw unknownPage("expired");
    return repeatPage(deps, opened, winner);
  }
  deps.metrics.cursors.pages.inc({ mode: cursor.mode, kind: isRandomAccess(opened) ? "jump" : "next" });
  return namesOf(deps, opened, granted, { id, ...state });
}

/** Returns a stored page again, and extends the lifetime of the page's cursor chain. @throws the errors of the engine */
export async function repeatPage(deps: Searching, opened: OpenedCursor, stored: StoredPage): Promise<StoredResponse> {
  const granted = prolonged(deps, opened, stored.sequence);
  await deps.store.prolong(granted.lifetime);
  deps.metrics.cursors.pages.inc({ mode: opened.cursor.mode, kind: "repeated" });
  return namesOf(deps, opened, granted, stored);
}

const namesOf = (
  { now, config }: Searching,
  { cursor, root, wanted }: OpenedCursor,
  { lifetime, at }: Granted,
  stored: StoredPage,
): StoredResponse => ({
  stored,
  recommendation_id: stored.id,
  expires_in: promisedSeconds(config.cursorTtlSeconds, lifetime.expires_at, at, now()),
  first_position: firstPosition(cursor.mode, root.request.limit, wanted, stored.sequence),
});

interface Granted {
  readonly lifetime: Lifetime;
  /** Time at which the lifetime of the cursor chain was extended, in milliseconds since 1970. */
  readonly at: number;
}

function prolonged({ now, config }: Searching, { page, expires_at }: OpenedCursor, sequence: number): Granted {
  const at = now();
  const until = endOfLife(config.cursorTtlSeconds, sequence, at);
  return { at, lifetime: { chain: page.chain, expires_at: Math.max(expires_at, until) } };
}
