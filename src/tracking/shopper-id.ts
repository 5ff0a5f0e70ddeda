import { createHash } from "node:crypto";

/** A device, or a user, of a client. */
export interface ShopperName {
  readonly client_id: string;
  readonly kind: "device" | "user";
  readonly id: string;
}

/**
 * A hash of a shopper's name, for places where nobody is to be named. Its length and alphabet do not depend on the
 * name.
 */
export const shopperId = ({ client_id, kind, id }: ShopperName): string =>
  createHash("sha256")
    .update(JSON.stringify([client_id, kind, id]))
    .digest("base64url");

/** The ids of a shopper: of the device, and of the user where one is named. */
export function shopperIds(clientId: string, who: { readonly device_id: string; readonly user_id: string | null }) {
  const device = shopperId({ client_id: clientId, kind: "device", id: who.device_id });
  const { user_id: user } = who;
  return user === null || user === "" ? [device] : [device, shopperId({ client_id: clientId, kind: "user", id: user })];
}
