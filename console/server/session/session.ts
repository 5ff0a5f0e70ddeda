import { hkdfSync, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";

/** Somebody who signed in to the console with a private key. */
export interface Session {
  /** SHA-256 of that key, as the directory knows it: a session ends when its key is revoked. */
  readonly key_hash: string;
  /** The name that was given when signing in: for people to know each other by, checked by nobody. */
  readonly author: string;
  /** What it began in, see `isEnded`. */
  readonly epochs: readonly [everybody: string, own: string];
  /** What a page sends with each change in `X-CSRF-Token`; pages of other origins cannot read it. It names the session, too. */
  readonly csrf_token: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** Sessions are in their cookies, so every process knows them; what is stored is which of them have ended before their time. */
export interface Sessions {
  /** @returns the session and the text of its cookie */
  create(
    given: Pick<Session, "key_hash" | "author" | "epochs">,
    now: number,
  ): Promise<{ readonly session: Session; readonly cookie: string }>;
  /** The session of a cookie, which may have been ended; undefined for one that is forged, damaged or over. */
  open(cookie: string, now: number): Promise<Session | undefined>;
}

export const MAX_SESSION_MS = 10 * 3_600_000;
const AUDIENCE = "vitrine console";
const ALGORITHM = "HS256";
const KEY_BYTES = 32;

/** @param secret shared by all processes of the installation; sessions have a key of their own derived from it (RFC 5869) */
export function createSessions(secret: Uint8Array): Sessions {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", AUDIENCE, KEY_BYTES));
  return {
    async create(given, now) {
      // Whole seconds, as the token has them.
      const expires_at = Math.floor(now / 1000) * 1000 + MAX_SESSION_MS;
      const csrf_token = randomUUID();
      const cookie = await new SignJWT({ ...given })
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(AUDIENCE)
        .setJti(csrf_token)
        .setExpirationTime(new Date(expires_at))
        .sign(key);
      return { session: { ...given, csrf_token, expires_at }, cookie };
    },
    async open(cookie, now) {
      const options = { audience: AUDIENCE, algorithms: [ALGORITHM], currentDate: new Date(now) };
      const verified = await jwtVerify<Pick<Session, "key_hash" | "author"> & Partial<Pick<Session, "epochs">>>(
        cookie,
        key,
        options,
      ).catch(() => undefined);
      if (verified === undefined) return undefined;
      // Cookies of releases before this one have no epochs.
      const { key_hash, author, epochs = ["", ""], jti = "", exp = 0 } = verified.payload;
      return { key_hash, author, epochs, csrf_token: jti, expires_at: exp * 1000 };
    },
  };
}
