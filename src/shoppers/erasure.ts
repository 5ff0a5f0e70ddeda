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
      description: "What happened until then is gone, and is not taken when it arrives later.",
    }),
    removed: Type.Object(
      {
        events: count("Stored events."),
        responses: count("Remembered answers: what was typed, and what was shown."),
        tastes: count("Taste documents that held something, those of `forgotten_devices` included."),
        pages: count("Stored pages of results that could be read on from."),
        queries: count("Typed queries that nobody else has typed."),
      },
      { description: "What is gone, in numbers of documents." },
    ),
    anonymized: Type.Object(
      { queries: count("Typed queries that others have typed, too.") },
      { description: "What stays and does not tell the shopper apart any more." },
    ),
    forgotten_devices: count(
      "Other devices that the user was met on: what was learnt of their taste cannot be told apart, and was forgotten.",
    ),
    elsewhere: Type.Object(
      {
        spool_is_clear: Type.Boolean({
          description:
            "Whether nothing waits on this process's disk any more. Else what waits of the shopper is dropped when its turn comes.",
        }),
        within_seconds: count("After so many seconds no process has anything of the shopper in memory."),
      },
      { description: "What the process that answers cannot reach at once." },
    ),
  },
  { $id: "Erasure", description: "What came of an erasure." },
);

export type ErasureReport = Static<typeof ERASURE_REPORT>;
/** Without what is not in the engine. */
export type Erasure = Omit<ErasureReport, "elsewhere">;

/** The ids that events may use for a device or a user. */
const id = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description }));

/** The body of `POST /v1/shoppers/erase`: one of them or both. */
export const ERASE_REQUEST = closed(
  {
    device_id: id("All that this device did, whoever was logged in."),
    user_id: id("All that this user did, on whatever device. As events have it, without a signature."),
  },
  { minProperties: 1 },
);

export type EraseBody = Of<typeof ERASE_REQUEST>;

/** @throws ServiceError validation_error for the device of those who are not recognised: it is no shopper */
export function erasedIn(clientId: string, { device_id, user_id }: EraseBody): Erased {
  if (device_id === ANONYMOUS) {
    throw validationError("device_id", `\`device_id\` must be a device; nothing is stored about \`${ANONYMOUS}\``);
  }
  return { client_id: clientId, device_id: device_id ?? null, user_id: user_id ?? null };
}

/** Clocks of processes differ by less, and so does the time between a tombstone's date and its being searchable. */
const OVERLAP_MS = 120_000;

/**
 * Notifies this process of shoppers who were forgotten or erased, by any process.
 * @param onTombstones lets this process know nothing of these shoppers any more. What it throws has it called with them again.
 * @returns looks for tombstones that have come since. Looks come one after another. @throws errors of the engine as they are
 */
export function followTombstones(
  { engine, now, config }: Context,
  onTombstones: (tombstones: readonly Tombstone[]) => Promise<void>,
): () => Promise<void> {
  const inTurn = createTurns();
  // Only cursors can carry data of shoppers over a restart, and they live no longer than this.
  let from = now() - config.cursorTtlSeconds * 1000 - OVERLAP_MS;
  /** By shopper, those since `from` that have been dealt with. */
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
 * Removes all that is stored of a shopper. The tombstones come first: from then on nothing from before is stored or learnt,
 * by whichever process and however late it arrives. So a call that was cut off anywhere is finished by the next one, and
 * any number may run at once. What processes have in memory and on their disks goes as they meet the tombstones.
 * @throws errors of the engine as they are
 */
export async function eraseShopper({ engine, now }: Context, store: TasteStore, erased: Erased): Promise<Erasure> {
  const at = now();
  const shoppers = namesOf(erased);
  const marks = shoppers.map((shopper) => markOf(shopperId(shopper)));
  // Counted here: from the tombstones on, every process that meets them removes pages too.
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
    // While their events are there to name them: they go last.
    for await (const met of devicesOf(engine, erased.client_id, erased.user_id)) {
      const others = met.filter((device) => device !== erased.device_id && !forgotten.has(device));
      if (others.length === 0) continue;
      const names = others.map((id): ShopperName => ({ client_id: erased.client_id, kind: "device", id }));
      // Dated as they are written: followers of tombstones only look back from the latest for a while.
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

/** @returns how many documents held something */
async function clearTaste(
  store: TasteStore,
  shoppers: readonly ShopperName[],
  next: (before: TasteDocument) => TasteDocument,
): Promise<number> {
  const held = new Set<string>();
  await store.change(shoppers, (owner, before) => {
    // Asked again for a document that somebody else has changed meanwhile.
    if (!isBare(before)) held.add(shopperId(owner));
    return next(before);
  });
  return held.size;
}
