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
 * A hash of a shopper's name, for places where nobody is to be named. Its length and alphabet do not depend on the
 * name.
 */
export const shopperId = ({ client_id, kind, id }: ShopperName): string => hashOf([client_id, kind, id]);

/** Who is asking, as the request says it. */
export interface Shopper {
  readonly device_id: string;
  readonly user_id: string | null;
}

export function shopperIds(clientId: string, who: Shopper): string[] {
  const device = shopperId({ client_id: clientId, kind: "device", id: who.device_id });
  const { user_id: user } = who;
  return user === null || user === "" ? [device] : [device, shopperId({ client_id: clientId, kind: "user", id: user })];
}

/** Characters, with the state of a page. */
export const MAX_RECOMMENDATION_ID_LENGTH = 4_096;

/**
 * Answers and what came of them are stored by the part of a `recommendation_id` that names the answer. Behind a dot it may
 * carry the state of a page, which is long and means nothing here.
 */
export function impressionId(recommendationId: string): string {
  const dot = recommendationId.indexOf(".");
  return dot === -1 ? recommendationId : recommendationId.slice(0, dot);
}

/** The storefront as the device gets it that a request names. Shoppers who are not recognised take part in nothing. */
export const storefrontFor = (
  storefront: Storefront,
  { user: { device_id } }: { readonly user: { readonly device_id: string } },
): Storefront => (device_id === ANONYMOUS ? storefront : assigned(storefront, device_id));
