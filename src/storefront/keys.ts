import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { KeyKind } from "./client.js";

/** The stored part of a key. The key itself is shown once, when it is made, and kept nowhere. */
export interface StoredKey {
  /** SHA-256 of the whole key, base64url. */
  readonly hash: string;
  readonly kind: KeyKind;
  /** The first eight characters, by which people recognize a key. */
  readonly prefix: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

const LETTERS: Readonly<Record<KeyKind, string>> = { public: "pk_", private: "sk_" };
const KEY = /^(?:pk|sk)_[A-Za-z0-9_-]{43}$/;
const PREFIX_LENGTH = 8;

/** Whether a text can be a key at all, so that garbage is refused without looking anything up. */
export const isKey = (text: string): boolean => KEY.test(text);

/** A new key of 256 random bits and what to keep of it. */
export function createKey(kind: KeyKind, now: Date): { readonly key: string; readonly stored: StoredKey } {
  const key = `${LETTERS[kind]}${randomBytes(32).toString("base64url")}`;
  return {
    key,
    stored: { hash: hashKey(key), kind, prefix: shownPrefix(key), created_at: now.toISOString(), revoked_at: null },
  };
}

export const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

export const shownPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH);

/** Compares two hashes in a time that does not depend on where they differ. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
