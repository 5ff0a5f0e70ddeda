import { hashOf } from "../lib/hash.js";
import type { Storefront } from "../storefront/client.js";
import { assigned } from "../storefront/experiment.js";
import { ANONYMOUS } from "./event.js";

export interface ShopperName {
  readonly client_id: string;
  readonly kind: "device" | "user";
  readonly id: string;
}

/**
 * Returns a hash of a device id or user id, so that the id itself is not stored. The length and alphabet of the hash do not depend on the
 * id.
 */
export const shopperId = ({ client_id, kind, id }: ShopperName): string => hashOf([client_id, kind, id]);

/** The device id and user id of a request, as sent. */
export interface Shopper {
  readonly device_id: string;
  readonly user_id: string | null;
}

export function shopperIds(clientId: string, who: Shopper): string[] {
  const device = shopperId({ client_id: clientId, kind: "device", id: who.device_id });
  const { user_id: user } = who;
  return user === null || user === "" ? [device] : [device, shopperId({ client_id: clientId, kind: "user", id: user })];
}

/** Maximum length of a recommendation id in characters, including the cursor state of a page. */
export const MAX_RECOMMENDATION_ID_LENGTH = 4_096;

/**
 * Returns the part of a `recommendation_id` that identifies the stored response. The part after a dot is the long cursor state of a page,
 * which is not needed here.
 */
export function impressionId(recommendationId: string): string {
  const dot = recommendationId.indexOf(".");
  return dot === -1 ? recommendationId : recommendationId.slice(0, dot);
}

/**
 * Returns the storefront with the settings of the requesting device's experiment arm. Anonymous shoppers do not take part in experiments.
 */
export const storefrontFor = (
  storefront: Storefront,
  { user: { device_id } }: { readonly user: { readonly device_id: string } },
): Storefront => (device_id === ANONYMOUS ? storefront : assigned(storefront, device_id));
