import { hkdfSync, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";

/** Somebody who signed in to the console with a private key. */
export interface Session {
  /** SHA-256 of that key, as the directory knows it: a session ends when its key is revoked. */
  readonly key_hash: string;
  /** The name that was given when signing in: for people to know each other by, checked by nobody. */
  readonly author: string;
  /** What a page sends with each change in `X-CSRF-Token`; pages of other origins cannot read it. */
  readonly csrf_token: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** Sessions are in their cookies, so every process knows them, and nothing is stored. */
export interface Sessions {
  /** @returns the session and the text of its cookie */
  create(keyHash: string, author: string, now: number): Promise<{ readonly session: Session; readonly cookie: string }>;
  /** The session of a cookie; undefined for one that is forged, damaged or over. */
  open(cookie: string, now: number): Promise<Session | undefined>;
}

const HOURS = 10;
const AUDIENCE = "vitrine console";
const ALGORITHM = "HS256";
const KEY_BYTES = 32;

/** @param secret shared by all processes of the installation; sessions have a key of their own derived from it (RFC 5869) */
export function createSessions(secret: Uint8Array): Sessions {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", AUDIENCE, KEY_BYTES));
  return {
    async create(key_hash, author, now) {
      // Whole seconds, as the token has them.
      const expires_at = Math.floor(now / 1000) * 1000 + HOURS * 3_600_000;
      const csrf_token = randomUUID();
      const cookie = await new SignJWT({ key_hash, author })
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(AUDIENCE)
        .setJti(csrf_token)
        .setExpirationTime(new Date(expires_at))
        .sign(key);
      return { session: { key_hash, author, csrf_token, expires_at }, cookie };
    },
    async open(cookie, now) {
      const options = { audience: AUDIENCE, algorithms: [ALGORITHM], currentDate: new Date(now) };
      const verified = await jwtVerify<{ key_hash: string; author: string }>(cookie, key, options).catch(
        () => undefined,
      );
      if (verified === undefined) return undefined;
      const { key_hash, author, jti = "", exp = 0 } = verified.payload;
      return { key_hash, author, csrf_token: jti, expires_at: exp * 1000 };
    },
  };
}
