import { createHash, randomBytes } from "node:crypto";
import { ServiceError } from "../../../src/errors.js";
import type { Session } from "../session/session.js";

/** Account of a person, independent of shops. Each shop's team contains the person's role. */
export interface Person {
  readonly email: string;
  /** Password hash (see `password.ts`); `null` for accounts that use single sign-on only. */
  readonly password: string | null;
  /** Whether single sign-on has verified the email address. */
  readonly verified: boolean;
  /** Shops whose teams the person has joined. A shop that the person has just left may still be included. */
  readonly shops: readonly string[];
  /** Random identifier of the account's current epoch. Sessions from a different epoch are invalid. */
  readonly epoch: string;
  /**
   * Signed-out sessions: SHA-256 hash of the session id, and time (in milliseconds since 1970) until which the entry is
   * stored.
   */
  readonly ended: readonly { readonly id: string; readonly until: number }[];
}

/**
 * Maximum number of stored signed-out sessions, which keeps the document small. When this number is exceeded, all
 * sessions of the account end.
 */
export const MOST_ENDED = 200;
/** Tolerance for clock differences between processes, in milliseconds. */
const SPARE_MS = 3_600_000;

export const newEpoch = (): string => randomBytes(9).toString("base64url");

const idOf = ({ csrf_token }: Pick<Session, "csrf_token">) =>
  createHash("sha256").update(csrf_token).digest("base64url");

/**
 * Returns whether a session has ended. The function compares epochs instead of times, so that clock differences between
 * processes cannot end newer sessions.
 */
export const isOver = (person: Person | undefined, session: Pick<Session, "csrf_token" | "epoch">): boolean =>
  person === undefined || person.epoch !== session.epoch || person.ended.some(({ id }) => id === idOf(session));

export function withSessionEnded(
  person: Person,
  session: Pick<Session, "csrf_token" | "expires_at">,
  now: number,
): Person {
  const id = idOf(session);
  const others = person.ended.filter((one) => one.id !== id && one.until > now);
  if (others.length >= MOST_ENDED) return withEverywhereEnded(person);
  return { ...person, ended: [...others, { id, until: session.expires_at + SPARE_MS }] };
}

export const withEverywhereEnded = (person: Person): Person => ({ ...person, epoch: newEpoch(), ended: [] });

/**
 * Returns whether a shop's invitation link may set the account's password. The link must not set the password of an
 * account that belongs to another shop, because a shop's owner could otherwise take over such accounts by inviting
 * them.
 */
export const mayBeGivenPassword = (person: Person | undefined, clientId: string): boolean =>
  person === undefined || person.shops.every((shop) => shop === clientId);

/**
 * Adds a shop to a person's account, or creates the account.
 * @param password new password, which ends all earlier sessions; `undefined` keeps the current password
 */
export function withShop(before: Person | undefined, email: string, clientId: string, password?: string): Person {
  const person = before ?? { email, password: null, verified: false, shops: [], epoch: newEpoch(), ended: [] };
  const joined = { ...person, shops: [...new Set([...person.shops, clientId])] };
  if (password === undefined) return joined;
  if (!mayBeGivenPassword(before, clientId))
    throw new ServiceError("conflict", "the account has changed; open the invitation link again");
  return { ...withEverywhereEnded(joined), password };
}

/**
 * Marks the address as verified by single sign-on. The first verification removes the password and ends all sessions,
 * because the password may have been set by another person.
 */
export function verifiedBy(before: Person | undefined, email: string): Person {
  if (before?.verified === true) return before;
  return { email, password: null, verified: true, shops: before?.shops ?? [], epoch: newEpoch(), ended: [] };
}
