import { removeShoppers } from "../behaviour/index.js";
import { refresh } from "../engine/indices.js";
import { tasteIndex, type TasteStore } from "../personalization/taste-store.js";
import type { TasteDocument } from "../personalization/taste/document.js";
import { erase, forget, isBare } from "../personalization/taste/correct.js";
import { markOf } from "../search/paging/state.js";
import { removePagesOf } from "../search/paging/store.js";
import { devicesOf, eraseStored, type Erased } from "../tracking/erase-events.js";
import { shopperId, type ShopperName } from "../tracking/shopper-id.js";
import Type, { type Static } from "typebox";
import { closed, count, type Of } from "../schema/typed.js";
import { validationError } from "../errors.js";
import { ANONYMOUS } from "../tracking/event.js";
import { MAX_ID_LENGTH } from "../tracking/snowplow/fields.js";
import type { Context } from "../context.js";
import { createTurns } from "../lib/periodic.js";
import { type Tombstone, tombstonesSince } from "../personalization/tombstones.js";

/** The response of `POST /v1/shoppers/erase`. */
export const ERASURE_REPORT = Type.Object(
  {
    erased_at: Type.String({
      format: "date-time",
      description:
        "Time of the erasure. Events that occurred before this time are deleted, and are not stored if they arrive later.",
    }),
    removed: Type.Object(
      {
        events: count("Number of deleted events."),
        responses: count(
          "Number of deleted responses to searches, listings and recommendations, with their queries and displayed products.",
        ),
        tastes: count("Number of cleared taste profiles that contained data, including `forgotten_devices`."),
        pages: count("Number of deleted result pages that were stored for pagination."),
        queries: count("Number of deleted queries that only this shopper typed."),
      },
      { description: "Number of deleted documents by type." },
    ),
    anonymized: Type.Object(
      { queries: count("Number of queries that were kept, because other shoppers typed them as well.") },
      { description: "Number of documents that are kept without a reference to the shopper." },
    ),
    forgotten_devices: count(
      "Number of devices, besides `device_id`, on which the user was logged in. Their taste profiles were deleted, because the user's events cannot be separated from events of other shoppers.",
    ),
    elsewhere: Type.Object(
      {
        spool_is_clear: Type.Boolean({
          description:
            "Whether the service process that received the request has processed all events on its disk. If false, remaining events of the shopper are discarded when they are processed.",
        }),
        within_seconds: count("Number of seconds after which no process keeps data of the shopper in memory."),
      },
      { description: "State of the shopper's data outside the search engine: on disk and in memory." },
    ),
  },
  { $id: "Erasure", description: "Result of an erasure." },
);

export type ErasureReport = Static<typeof ERASURE_REPORT>;
/** The part of the erasure report about data in the engine. */
export type Erasure = Omit<ErasureReport, "elsewhere">;

/** Schema of a shopper id. The maximum length is the same as in events. */
const id = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description }));

/** The body of `POST /v1/shoppers/erase`: a device, a user, or both. */
export const ERASE_REQUEST = closed(
  {
    device_id: id("Device whose data is deleted, including events of logged-in users on this device."),
    user_id: id("User whose data is deleted on all devices. Expects the unsigned identifier that events contain."),
  },
  { minProperties: 1 },
);

export type EraseBody = Of<typeof ERASE_REQUEST>;

/**
 * Returns the shopper to erase.
 * @throws {ServiceError} `validation_error` for the device id `anonymous`, which does not identify a shopper
 */
export function erasedIn(clientId: string, { device_id, user_id }: EraseBody): Erased {
  if (device_id === ANONYMOUS) {
    throw validationError(
      "device_id",
      `\`device_id\` must be the id of a device; no data is stored for \`${ANONYMOUS}\``,
    );
  }
  return { client_id: clientId, device_id: device_id ?? null, user_id: user_id ?? null };
}

/**
 * Time in milliseconds by which successive searches for tombstones (records of erased shoppers) overlap. The overlap exceeds the clock
 * difference between processes and the time until a tombstone is searchable.
 */
const OVERLAP_MS = 120_000;

/**
 * Notifies this process of shoppers who were forgotten or erased by any process.
 * @param onTombstones removes these shoppers from the memory of this process. If the function throws, it is called again with the same
 * tombstones.
 * @returns a function that looks for new tombstones; calls of this function run one after the other. The function throws errors of the
 * engine.
 */
export function followTombstones(
  { engine, now, config }: Context,
  onTombstones: (tombstones: readonly Tombstone[]) => Promise<void>,
): () => Promise<void> {
  const inTurn = createTurns();
  // Older tombstones are not needed: only cursors survive a restart, and they expire after `cursorTtlSeconds`.
  let from = now() - config.cursorTtlSeconds * 1000 - OVERLAP_MS;
  /** Erasure times of the tombstones already processed, by shopper. */
  let known = new Map<string, number>();

  async function look(): Promise<void> {
    let newest = from + OVERLAP_MS;
    for await (const some of tombstonesSince(engine, from)) {
      const fresh = some.filter(({ shopper, forgotten_at }) => known.get(shopper) !== forgotten_at);
      if (fresh.length > 0) await onTombstones(fresh);
      for (const { shopper, forgotten_at } of some) {
        known.set(shopper, forgotten_at);
        newest = Math.max(newest, forgotten_at);
      }
    }
    from = newest - OVERLAP_MS;
    known = new Map([...known].filter(([, at]) => at >= from));
  }

  return () => inTurn(look);
}

/**
 * Removes all stored data of a shopper. Tombstones (records of the erasure) are written first. From then on, no process stores events from
 * before the erasure or learns from them, even if the events arrive late. If a call is interrupted, another call therefore completes the
 * erasure, and calls may run concurrently. Processes remove the shopper from their memory and disks when they find the tombstones.
 * @throws the errors of the engine
 */
export async function eraseShopper({ engine, now }: Context, store: TasteStore, erased: Erased): Promise<Erasure> {
  const at = now();
  const shoppers = namesOf(erased);
  const marks = shoppers.map((shopper) => markOf(shopperId(shopper)));
  // Stored pages are counted before tombstones exist, because processes that find tombstones remove the pages.
  let pages = await removePagesOf(engine, marks);
  let tastes = await clearTaste(store, shoppers, (before) => erase(before, at));
  await refresh(engine, tasteIndex(engine));

  let queries = { removed: 0, anonymized: 0 };
  const clearQueries = async (devices: readonly string[]) => {
    const { removed, anonymized } = await removeShoppers(engine, erased.client_id, devices);
    queries = { removed: queries.removed + removed, anonymized: queries.anonymized + anonymized };
  };
  const forgotten = new Set<string>();
  if (erased.device_id !== null) await clearQueries([erased.device_id]);
  if (erased.user_id !== null) {
    // The user's events are deleted last, because they are needed to find the user's devices.
    for await (const met of devicesOf(engine, erased.client_id, erased.user_id)) {
      const others = met.filter((device) => device !== erased.device_id && !forgotten.has(device));
      if (others.length === 0) continue;
      const names = others.map((id): ShopperName => ({ client_id: erased.client_id, kind: "device", id }));
      // Tombstones get the current time, because other processes only search for recent tombstones.
      tastes += await clearTaste(store, names, (before) => forget(before, now()));
      await refresh(engine, tasteIndex(engine));
      await clearQueries(others);
      for (const device of others) forgotten.add(device);
    }
  }
  pages += await removePagesOf(engine, marks);
  const { events, responses } = await eraseStored(engine, erased);
  return {
    erased_at: new Date(at).toISOString(),
    removed: { events, responses, tastes, pages, queries: queries.removed },
    anonymized: { queries: queries.anonymized },
    forgotten_devices: forgotten.size,
  };
}

const namesOf = ({ client_id, device_id, user_id }: Erased): ShopperName[] => [
  ...(device_id === null ? [] : [{ client_id, kind: "device", id: device_id } as const]),
  ...(user_id === null ? [] : [{ client_id, kind: "user", id: user_id } as const]),
];

/** Clears the taste documents of the shoppers. @returns the number of documents that contained data */
async function clearTaste(
  store: TasteStore,
  shoppers: readonly ShopperName[],
  next: (before: TasteDocument) => TasteDocument,
): Promise<number> {
  const held = new Set<string>();
  await store.change(shoppers, (owner, before) => {
    // This callback runs again if the document was changed concurrently.
    if (!isBare(before)) held.add(shopperId(owner));
    return next(before);
  });
  return held.size;
}
