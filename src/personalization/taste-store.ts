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

/** Whose document: a device or a user of a client. */
export type Owner = ShopperName;

/** `none`: nothing is known. `slow` and `failed`: the answer goes without, and should say so. */
export interface TasteRead extends KnownTaste {
  readonly outcome: "read" | "none" | "slow" | "failed";
}

/** Taste documents, read by id and in real time. */
export interface TasteStore {
  /** For ranking, within the budget. Never throws. @param user_id only when the request itself names it */
  read(clientId: string, who: Shopper): Promise<TasteRead>;
  /** As `read`, from memory where this process has read the same a moment ago: other processes may have changed it since. */
  readLately(clientId: string, who: Shopper): Promise<TasteRead>;
  /** Reads documents in the given order, however long it takes. @throws errors of the engine as they are */
  load(owners: readonly Owner[]): Promise<(TasteDocument | undefined)[]>;
  /** When devices were forgotten, milliseconds since 1970; only of those that were. @throws as `load` */
  readonly forgottenAt: (clientId: string, devices: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Of devices and users. @throws as `load` */
  readonly findErased: FindErased;
  /**
   * Changes documents, each of them again when somebody else has changed it meanwhile. One that does not exist is
   * passed empty; what comes back as it was passed is not written. A busy engine is not tried again.
   * @throws errors of the engine as they are; some may have been changed
   */
  change(
    owners: readonly Owner[],
    next: (owner: Owner, before: TasteDocument) => TasteDocument,
    signal?: AbortSignal,
  ): Promise<void>;
}

interface StoredTaste extends TasteDocument {
  /** Milliseconds since 1970: a document that has not changed for long enough is removed. */
  readonly updated_at: number;
}

/** Bounds what is in memory and in one request of the engine: about 1 MB, and 6 MB where all documents are full. */
const DOCUMENTS_AT_ONCE = 500;
/** Hardly any of them has been erased. */
const NAMES_AT_ONCE = 5_000;
const ERASED = { exists: { field: "erased_at" } };
/** Of reads for ranking: while they are under way, others gather. */
const CALLS_AT_ONCE = 2;

/** Tastes for shoppers who type: from one letter to the next, and then some. A document takes 12 KB at most, and few half of that. */
const RECENT = { max: 1_000, ttl: 2_000, ttlResolution: 0 };

/** A taste document that this process reads, or has read a moment ago. */
interface Reading {
  /** Undefined while it is read; null: there is none. */
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

  /** @param ids of the device, and of the user where one is named */
  async function read(ids: readonly string[]): Promise<TasteRead> {
    // Once it is deleted, or another reading has begun, a reading is no longer in the cache.
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
    await untilWritten(`some of ${owners.length} taste documents`, async () => {
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

    // As searches see them: tombstones are made visible before anything is removed.
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
      // An answer that has arrived while this process was busy is not late: those are read before the immediate runs.
      setImmediate(() => resolve(undefined));
    }, context.config.tasteBudgetMs);
  });
  try {
    const found = await Promise.race([fetch(), late]);
    if (found === undefined) return { ...NOTHING, outcome: "slow" };
    const [device, user] = found.map((one) => one?.source);
    return tasteRead(device, user);
  } catch (error) {
    // Also where the call was given up before the immediate ran.
    if (budget.isOver) return { ...NOTHING, outcome: "slow" };
    warned(context, "taste cannot be read; pages go without")(error);
    return { ...NOTHING, outcome: "failed" };
  } finally {
    clearTimeout(timer);
  }
}

/** @returns the owners whose documents somebody else has changed meanwhile */
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
    // Pages are answered in between: all documents of a busy second at a stretch would hold them up noticeably.
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
  const items = expectTaken(await bulk(engine, writes, { index, signal }), "a taste document");
  const conflicts = items.filter(({ status }) => status === "conflict");
  metrics.personalization.tasteWrites.inc({ outcome: "written" }, items.length - conflicts.length);
  metrics.personalization.tasteWrites.inc({ outcome: "conflict" }, conflicts.length);
  return conflicts.map(({ id }) => writing.get(id) as Owner);
}
