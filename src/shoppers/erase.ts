import { removeShoppers } from "../behaviour/queries/observe.js";
import { refresh } from "../engine/indices.js";
import type { Context } from "../context.js";
import { tasteIndex, type TasteStore } from "../personalization/taste-store.js";
import type { TasteDocument } from "../personalization/taste/document.js";
import { erase, forget, isBare } from "../personalization/taste/correct.js";
import { markOf } from "../search/paging/state.js";
import { removePagesOf } from "../search/paging/store.js";
import { devicesOf, eraseStored, type Erased } from "../tracking/erase-events.js";
import { shopperId, type ShopperName } from "../tracking/shopper-id.js";
import type { Erasure } from "./erasure.js";

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
  const { events, answers } = await eraseStored(engine, erased);
  return {
    erased_at: new Date(at).toISOString(),
    removed: { events, answers, tastes, pages, queries: queries.removed },
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
