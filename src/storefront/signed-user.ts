import { createHmac } from "node:crypto";
import type { Storefront } from "./client.js";
import { hashKey, sameHash } from "./keys.js";

/** Who the shopper is said to be, and whether that can be believed. */
export interface VerifiedUser {
  /** Null without a user, and for a user id whose signature is wrong or missing. */
  readonly user_id: string | null;
  /** The storefront wants user ids to be signed, and this one is not, or not by one of its private keys. */
  readonly unverified: boolean;
}

/**
 * The signed user id that a shop's server hands to its pages: `<user id>.<HMAC-SHA256 of the user id>`,
 * base64url. The HMAC's key is the SHA-256 of the private key (base64url), the only form in which the service stores that
 * key. Who knows the hash can sign users, but cannot call the service.
 */
export const signUser = (privateKey: string, userId: string): string =>
  `${userId}.${signature(hashKey(privateKey), userId)}`;

/** The user that a request or an event names, as far as the storefront lets it be believed. */
export function verifiedUser({ configuration, signing_hashes }: Storefront, given: string | null): VerifiedUser {
  if (given === null || given === "") return { user_id: null, unverified: false };
  if (!configuration.signed_user_ids) return { user_id: given, unverified: false };
  const dot = given.lastIndexOf(".");
  const [user_id, signed] = [given.slice(0, dot), given.slice(dot + 1)];
  const isSigned = dot > 0 && signing_hashes.some((hash) => sameHash(signature(hash, user_id), signed));
  return isSigned ? { user_id, unverified: false } : { user_id: null, unverified: true };
}

/** A request as the storefront lets it be believed. */
export function withVerifiedUser<Body extends { readonly user: { readonly user_id?: string | null } }>(
  storefront: Storefront,
  given: Body,
): { readonly body: Body; readonly unverified: boolean } {
  const { user_id, unverified } = verifiedUser(storefront, given.user.user_id ?? null);
  return { body: { ...given, user: { ...given.user, user_id } }, unverified };
}

const signature = (hash: string, userId: string) => createHmac("sha256", hash).update(userId).digest("base64url");
