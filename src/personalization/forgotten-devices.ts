import { getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import type { ShopperEvent } from "../tracking/event.js";
import type { TasteDocument } from "./taste/document.js";
import { tasteId, tasteIndex, type Owner } from "./taste-store.js";

/** When a device was forgotten, in milliseconds since 1970. */
export interface ForgottenDevice {
  readonly client_id: string;
  readonly device_id: string;
  readonly forgotten_at: number;
}

/** Whether an event is from before its device was forgotten. */
export const isForgotten = (event: ShopperEvent, forgotten: readonly ForgottenDevice[]): boolean =>
  forgotten.some(
    ({ client_id, device_id, forgotten_at }) =>
      event.client_id === client_id && event.device_id === device_id && event.occurred_at <= forgotten_at,
  );

/**
 * The devices among those of some events whose shoppers have asked to be forgotten, whichever process they asked.
 * @throws errors of the engine as they are
 */
export async function forgottenDevices(engine: Engine, events: readonly ShopperEvent[]): Promise<ForgottenDevice[]> {
  const owners = new Map<string, Owner>();
  for (const { client_id, device_id } of events) {
    owners.set(`${client_id} ${device_id}`, { client_id, kind: "device", id: device_id });
  }
  const asked = [...owners.values()];
  const found = await getDocuments<Pick<TasteDocument, "forgotten_at">>(
    engine,
    tasteIndex(engine),
    asked.map(tasteId),
    ["forgotten_at"],
  );
  return asked.flatMap(({ client_id, id }, place) => {
    const forgotten_at = found[place]?.source.forgotten_at ?? null;
    return forgotten_at === null ? [] : [{ client_id, device_id: id, forgotten_at }];
  });
}
