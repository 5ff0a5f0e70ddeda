import { LRUCache } from "lru-cache";
import { bulk, expectTaken, type Put } from "../engine/bulk.js";
import { documentsAmong } from "../engine/search-documents.js";
import { getDocuments, type StoredDocument, untilWritten } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { gatherReads } from "../engine/gathered-reads.js";
import { ANONYMOUS, type FindErased } from "../tracking/event.js";
import { type Shopper, shopperId, shopperIds, type ShopperName } from "../tracking/shopper-id.js";
import { type Context, warned } from "../context.js";
import { createTimeSlice } from "../lib/periodic.js";
import { emptyTaste, type TasteDocument } from "./taste/document.js";
import type { KnownTaste } from "./taste/snapshot.js";

/** The owner of a taste document: a device or a user of a client. */
export type Owner = ShopperName;

/**
 * Result of reading a taste. `none`: no taste is known. `slow` and `failed`: the response is computed without taste and should report this.
 */
export interface TasteRead extends KnownTaste {
  readonly outcome: "read" | "none" | "slow" | "failed";
}

/** Stores taste documents. Documents are read by id, so that reads (except `readLately`) include the latest changes. */
export interface TasteStore {
  /**
   * Reads the taste for ranking within the time budget. Never throws.
   * @param who contains `user_id` only if the request itself contains the user id
   */
  read(clientId: string, who: Shopper): Promise<TasteRead>;
  /** Reads taste documents like `read`, but from a cache of recent reads. Cached documents may lack recent changes of other processes. */
  readLately(clientId: string, who: Shopper): Promise<TasteRead>;
  /**
   * Reads taste documents in the order of `owners`, without a time limit.
   * @throws the errors of the engine
   */
  load(owners: readonly Owner[]): Promise<(TasteDocument | undefined)[]>;
  /**
   * Returns for each forgotten device the time of the request to forget, in milliseconds since 1970.
   * @throws the errors of the engine
   */
  readonly forgottenAt: (clientId: string, devices: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /**
   * Finds documents that still contain data of erased devices and users.
   * @throws the errors of the engine
   */
  readonly findErased: FindErased;
  /**
   * Changes taste documents, and retries documents that were changed concurrently. For a missing document, `next` receives an empty
   * document. Documents that `next` returns unchanged are not written. Does not retry if the engine is busy.
   * @throws the errors of the engine; some documents may have been changed
   */
  change(
    owners: readonly Owner[],
    next: (owner: Owner, before: TasteDocument) => TasteDocument,
    signal?: AbortSignal,
  ): Promise<void>;
}

interface StoredTaste extends TasteDocument {
  /** Time of the last change in milliseconds since 1970. Documents that have not changed for the retention time are removed. */
  readonly updated_at: number;
}

/** Maximum number of taste documents per engine request. With this number, responses usually have about 1 MB, and at most 6 MB. */
const DOCUMENTS_AT_ONCE = 500;
/** Maximum number of shopper ids per query for erased shoppers. The number is high, because very few of these ids have documents. */
const NAMES_AT_ONCE = 5_000;
const ERASED = { exists: { field: "erased_at" } };
/** Maximum number of concurrent engine requests that load taste for ranking. Reads beyond this number wait and are batched. */
const CALLS_AT_ONCE = 2;

/** Options of the taste cache for suggestions, which read the taste on every keystroke. A cached document has at most 12 KB. */
const RECENT = { max: 1_000, ttl: 2_000, ttlResolution: 0 };

/** A taste document that this process is reading or has read in the last two seconds. */
interface Reading {
  /** The document that was read; undefined during the read, null if the document does not exist. */
  found?: TasteDocument | null;
}

export function createTasteStore(context: Context): TasteStore {
  const { engine, config, metrics, elapsed } = context;
  const index = tasteIndex(engine);
  const fetch = (ids: readonly string[], signal?: AbortSignal) =>
    getDocuments<StoredTaste>(engine, index, ids, signal === undefined ? {} : { signal });

  const gathered = gatherReads(fetch, {
    calls: CALLS_AT_ONCE,
    most: DOCUMENTS_AT_ONCE,
    giveUpMs: 2 * config.tasteBudgetMs,
  });
  const recent = new LRUCache<string, Reading>({ ...RECENT, perf: { now: elapsed } });

  /** @param ids document id of the device, and document id of the user if the request contains a user id */
  async function read(ids: readonly string[]): Promise<TasteRead> {
    // The cache may delete or replace an entry while the engine responds. The update of the entry then has no effect.
    const [ofDevice, ofUser] = ids.map((id): Reading => {
      const reading = {};
      recent.set(id, reading);
      return reading;
    });
    const read = await withinBudget(context, () => gathered(ids));
    if (read.outcome === "read" || read.outcome === "none") {
      if (ofDevice !== undefined) ofDevice.found = read.device ?? null;
      if (ofUser !== undefined) ofUser.found = read.user ?? null;
    }
    metrics.personalization.tasteReads.inc({ outcome: read.outcome });
    return read;
  }

  async function changeSome(
    owners: readonly Owner[],
    next: Parameters<TasteStore["change"]>[1],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    let left = owners;
    await untilWritten(`${owners.length} taste profiles`, async () => {
      left = await changeOnce(context, index, left, await fetch(left.map(shopperId), signal), next, signal);
      return left.length === 0;
    });
  }

  return {
    async read(clientId, who) {
      return who.device_id === ANONYMOUS ? NOTHING : read(shopperIds(clientId, who));
    },

    async readLately(clientId, who) {
      if (who.device_id === ANONYMOUS) return NOTHING;
      const ids = shopperIds(clientId, who);
      const known = ids.map((id) => recent.get(id)?.found);
      if (known.includes(undefined)) return read(ids);
      const [device, user] = known.map((found) => found ?? undefined);
      return tasteRead(device, user);
    },

    async load(owners) {
      return (await fetch(owners.map(shopperId))).map((found) => found?.source);
    },

    async forgottenAt(clientId, devices) {
      const forgotten = new Map<string, number>();
      for (let start = 0; start < devices.length; start += DOCUMENTS_AT_ONCE) {
        const some = devices.slice(start, start + DOCUMENTS_AT_ONCE);
        const ids = some.map((id) => shopperId({ client_id: clientId, kind: "device", id }));
        const found = await getDocuments<StoredTaste>(engine, index, ids, { includes: ["forgotten_at"] });
        some.forEach((device, at) => {
          const time = found[at]?.source.forgotten_at;
          if (typeof time === "number") forgotten.set(device, time);
        });
      }
      return forgotten;
    },

    // A search finds the tombstones of all erased shoppers, as their index is refreshed before documents are removed.
    async findErased(traces, timeout) {
      const named = traces.map((trace) => shopperIds(trace.client_id, trace));
      const ids = [...new Set(named.flat())];
      const erased = new Map<string, number>();
      for (let start = 0; start < ids.length; start += NAMES_AT_ONCE) {
        const some = ids.slice(start, start + NAMES_AT_ONCE);
        const found = await documentsAmong<StoredTaste>(engine, index, some, ERASED, {
          includes: ["erased_at"],
          timeout,
        });
        for (const [id, { erased_at = -Infinity }] of found) erased.set(id, erased_at);
      }
      return traces.map(
        ({ at }, position) => named[position]?.some((id) => at <= (erased.get(id) ?? -Infinity)) === true,
      );
    },

    async change(owners, next, signal) {
      for (let start = 0; start < owners.length; start += DOCUMENTS_AT_ONCE) {
        const some = owners.slice(start, start + DOCUMENTS_AT_ONCE);
        const ids = some.map(shopperId);
        const forget = () => ids.forEach((id) => recent.delete(id));
        forget();
        await changeSome(some, next, signal).finally(forget);
      }
    },
  };
}

export const tasteIndex = ({ prefix }: Pick<Engine, "prefix">): string => `${prefix}taste`;

const NOTHING: TasteRead = { outcome: "none", device: undefined, user: undefined };

const tasteRead = (device: TasteDocument | undefined, user: TasteDocument | undefined): TasteRead => ({
  outcome: device === undefined && user === undefined ? "none" : "read",
  device,
  user,
});

type Found = (StoredDocument<StoredTaste> | undefined)[];

async function withinBudget(context: Context, fetch: () => Promise<Found>): Promise<TasteRead> {
  let timer: NodeJS.Timeout | undefined;
  const budget = { isOver: false };
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      budget.isOver = true;
      // Processes pending responses first, because a response that arrived while the process was busy is not late.
      setImmediate(() => resolve(undefined));
    }, context.config.tasteBudgetMs);
  });
  try {
    const found = await Promise.race([fetch(), late]);
    if (found === undefined) return { ...NOTHING, outcome: "slow" };
    const [device, user] = found.map((one) => one?.source);
    return tasteRead(device, user);
  } catch (error) {
    // The engine call may be cancelled before the `setImmediate` callback runs.
    if (budget.isOver) return { ...NOTHING, outcome: "slow" };
    warned(context, "failed to load taste profiles; responses are not personalized")(error);
    return { ...NOTHING, outcome: "failed" };
  } finally {
    clearTimeout(timer);
  }
}

/** @returns the owners whose documents were changed concurrently */
async function changeOnce(
  { engine, metrics, now }: Context,
  index: string,
  owners: readonly Owner[],
  found: Found,
  next: Parameters<TasteStore["change"]>[1],
  signal: AbortSignal | undefined,
): Promise<readonly Owner[]> {
  const writing = new Map<string, Owner>();
  const writes: Put[] = [];
  const slice = createTimeSlice();
  for (const [position, owner] of owners.entries()) {
    // Yield regularly: processing all documents of a busy second at once would delay responses noticeably.
    if (slice.isOver()) await slice.next();
    const stored = found[position];
    const before = stored === undefined ? emptyTaste(owner.client_id, owner.kind) : stored.source;
    const after = next(owner, before);
    if (after === before) continue;
    const id = shopperId(owner);
    writing.set(id, owner);
    const document = { ...after, updated_at: now() };
    writes.push({ id, document: JSON.stringify(document), precondition: stored ?? "absent" });
  }
  if (writes.length === 0) return [];
  const items = expectTaken(await bulk(engine, writes, { index, signal }), "a taste profile");
  const conflicts = items.filter(({ status }) => status === "conflict");
  metrics.personalization.tasteWrites.inc({ outcome: "written" }, items.length - conflicts.length);
  metrics.personalization.tasteWrites.inc({ outcome: "conflict" }, conflicts.length);
  return conflicts.map(({ id }) => writing.get(id) as Owner);
}
