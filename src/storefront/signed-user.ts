import { createHmac } from "node:crypto";
import type { Storefront } from "./client.js";
import { hashKey, sameHash } from "./keys.js";

/** Who the shopper is said to be, and whether that can be believed. */
export interface VouchedUser {
  /** Null for nobody, and for whoever is not vouched for. */
  readonly user_id: string | null;
  /** The storefront wants user ids to be signed, and this one is not, or not by one of its private keys. */
  readonly forged: boolean;
}

/**
 * What a shop's server hands to its pages: `<user id>.<HMAC-SHA256 of the user id>`, base64url. The HMAC's key is the SHA-256
 * of the private key (base64url), which is all that the service keeps of it; whoever knows that can sign, and call nothing.
 */
export const signUser = (privateKey: string, userId: string): string =>
  `${userId}.${signature(hashKey(privateKey), userId)}`;

/** The user that a request or an event names, as far as the storefront lets it be believed. */
export function vouchedUser({ configuration, signing_hashes }: Storefront, given: string | null): VouchedUser {
  if (given === null || given === "") return { user_id: null, forged: false };
  if (!configuration.signed_user_ids) return { user_id: given, forged: false };
  const dot = given.lastIndexOf(".");
  const [user_id, signed] = [given.slice(0, dot), given.slice(dot + 1)];
  const vouched = dot > 0 && signing_hashes.some((hash) => sameHash(signature(hash, user_id), signed));
  return vouched ? { user_id, forged: false } : { user_id: null, forged: true };
}

/** A request as the storefront lets it be believed. */
export function vouchedRequest<Body extends { readonly user: { readonly user_id?: string | null } }>(
  storefront: Storefront,
  given: Body,
): { readonly body: Body; readonly forged: boolean } {
  const { user_id, forged } = vouchedUser(storefront, given.user.user_id ?? null);
  return { body: { ...given, user: { ...given.user, user_id } }, forged };
}

const signature = (hash: string, userId: string) => createHmac("sha256", hash).update(userId).digest("base64url");
