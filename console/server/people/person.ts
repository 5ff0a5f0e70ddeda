import { createHash, randomBytes } from "node:crypto";
import { ServiceError } from "../../../src/errors.js";
import type { Session } from "../session/session.js";

/** Somebody who signs in, whatever the shops; what they may do in each of them is in its team. */
export interface Person {
  readonly email: string;
  /** See `password.ts`; null for somebody who comes by single sign-on only. */
  readonly password: string | null;
  /** Whether single sign-on has ever said that the address is theirs. */
  readonly verified: boolean;
  /** Shops whose teams they have joined; all teams that they are in, and maybe one that they have just left. */
  readonly shops: readonly string[];
  /** Only sessions of this epoch go on. */
  readonly epoch: string;
  /** Sessions that were signed out, by the SHA-256 of their ids, until they would be over anyway (milliseconds since 1970). */
  readonly ended: readonly { readonly id: string; readonly until: number }[];
}

/** More than so many ended sessions in ten hours end all of this person's, so that the document stays small. */
export const MOST_ENDED = 200;
/** Clocks of processes may differ by so much. */
const SPARE_MS = 3_600_000;

export const newEpoch = (): string => randomBytes(9).toString("base64url");

const idOf = ({ csrf_token }: Pick<Session, "csrf_token">) =>
  createHash("sha256").update(csrf_token).digest("base64url");

/** Epochs are compared, not moments: so clocks that differ end no session that was begun afterwards. */
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
 * Whether whoever holds a link of a shop may set the password. Of somebody who is in another shop, too, it may not: otherwise
 * each shop's owner could sign in to the others as everybody they invite.
 */
export const mayBeGivenPassword = (person: Person | undefined, clientId: string): boolean =>
  person === undefined || person.shops.every((shop) => shop === clientId);

/** @param password a new one, which ends all sessions of before; undefined keeps the one that was checked */
export function withShop(before: Person | undefined, email: string, clientId: string, password?: string): Person {
  const person = before ?? { email, password: null, verified: false, shops: [], epoch: newEpoch(), ended: [] };
  const joined = { ...person, shops: [...new Set([...person.shops, clientId])] };
  if (password === undefined) return joined;
  if (!mayBeGivenPassword(before, clientId))
    throw new ServiceError("conflict", "the invitation changed meanwhile; open it again");
  return { ...withEverywhereEnded(joined), password };
}

/**
 * Somebody whose address single sign-on has verified. The first time a password of before goes, with all sessions: whoever
 * set it need not have been the one whom the address belongs to.
 */
export function verifiedBy(before: Person | undefined, email: string): Person {
  if (before?.verified === true) return before;
  return { email, password: null, verified: true, shops: before?.shops ?? [], epoch: newEpoch(), ended: [] };
}
