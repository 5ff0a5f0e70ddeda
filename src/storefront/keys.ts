import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { KeyKind, Storefront } from "./client.js";

/** The stored data of a key. The key itself is shown once, at creation, and never stored. */
export interface StoredKey {
  /** SHA-256 hash of the complete key, in base64url encoding. */
  readonly hash: string;
  readonly kind: KeyKind;
  /** The first eight characters of the key, by which users recognize the key. */
  readonly prefix: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

const LETTERS: Readonly<Record<KeyKind, string>> = { public: "pk_", private: "sk_" };
const KEY = /^(?:pk|sk)_[A-Za-z0-9_-]{43}$/;
const PREFIX_LENGTH = 8;

/** Whether a text has the format of a key, so malformed keys are rejected without a lookup. */
export const isKey = (text: string): boolean => KEY.test(text);

/** Creates a key with 256 random bits. @returns the key and its stored data */
export function createKey(kind: KeyKind, now: Date): { readonly key: string; readonly stored: StoredKey } {
  const key = `${LETTERS[kind]}${randomBytes(32).toString("base64url")}`;
  return {
    key,
    stored: { hash: hashKey(key), kind, prefix: shownPrefix(key), created_at: now.toISOString(), revoked_at: null },
  };
}

export const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

export const shownPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH);

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The user of a request after signature verification. */
interface VerifiedUser {
  /** Verified user id; null if the request has no user id, or if the signature of the user id is missing or invalid. */
  readonly user_id: string | null;
  /** True if the storefront requires signed user ids and the signature is missing or invalid. */
  readonly unverified: boolean;
}

/** Verifies the user id of a request or event, if the storefront requires signed ids. */
export function verifiedUser({ configuration, signing_hashes }: Storefront, given: string | null): VerifiedUser {
  if (given === null || given === "") return { user_id: null, unverified: false };
  if (!configuration.signed_user_ids) return { user_id: given, unverified: false };
  const dot = given.lastIndexOf(".");
  const [user_id, signed] = [given.slice(0, dot), given.slice(dot + 1)];
  const isSigned = dot > 0 && signing_hashes.some((hash) => sameHash(signature(hash, user_id), signed));
  return isSigned ? { user_id, unverified: false } : { user_id: null, unverified: true };
}

/** Returns the request with the verified user id. */
export function withVerifiedUser<Body extends { readonly user: { readonly user_id?: string | null } }>(
  storefront: Storefront,
  given: Body,
): { readonly body: Body; readonly unverified: boolean } {
  const { user_id, unverified } = verifiedUser(storefront, given.user.user_id ?? null);
  return { body: { ...given, user: { ...given.user, user_id } }, unverified };
}

/**
 * Returns the signature in a signed user id, which has the form `<user id>.<signature>`: the HMAC-SHA256 of the user id
 * in base64url. The HMAC key is the SHA-256 hash of the private key (base64url), the only form in which the service
 * stores that key. With the hash, user ids can be signed, but the service cannot be called.
 */
const signature = (hash: string, userId: string) => createHmac("sha256", hash).update(userId).digest("base64url");
