import { hkdfSync, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT, type JWTPayload } from "jose";

/** Somebody who is signed in to the console of a shop. */
export interface Session {
  readonly email: string;
  readonly client_id: string;
  /** What it began in, see `isOver`. */
  readonly epoch: string;
  /** What a page sends with each change in `X-CSRF-Token`; pages of other origins cannot read it. It names the session, too. */
  readonly csrf_token: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** Sessions are in their cookies, so every process knows them; what is stored is which of them have ended before their time. */
export interface Sessions {
  /** @returns the session and the text of its cookie */
  create(
    given: Pick<Session, "email" | "client_id" | "epoch">,
    now: number,
  ): Promise<{ readonly session: Session; readonly cookie: string }>;
  /** The session of a cookie, which may have been ended; undefined for one that is forged, damaged, over or of another release. */
  open(cookie: string, now: number): Promise<Session | undefined>;
}

export const MAX_SESSION_MS = 10 * 3_600_000;

/** @param secret shared by all processes of the installation */
export function createSessions(secret: Uint8Array): Sessions {
  const tokens = createTokens(secret, "vitrine console");
  return {
    async create(given, now) {
      // Whole seconds, as the token has them.
      const expires_at = Math.floor(now / 1000) * 1000 + MAX_SESSION_MS;
      const csrf_token = randomUUID();
      return {
        session: { ...given, csrf_token, expires_at },
        cookie: await tokens.sign({ ...given, jti: csrf_token }, expires_at),
      };
    },
    async open(cookie, now) {
      const payload = await tokens.open<Pick<Session, "email" | "client_id" | "epoch">>(cookie, now);
      if (payload?.email === undefined) return undefined;
      const { email, client_id, epoch, jti = "", exp = 0 } = payload;
      return { email, client_id, epoch, csrf_token: jti, expires_at: exp * 1000 };
    },
  };
}

const ALGORITHM = "HS256";
const KEY_BYTES = 32;

/** What only this installation can have signed. Each audience has a key of its own derived from the secret (RFC 5869). */
export function createTokens(secret: Uint8Array, audience: string) {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", audience, KEY_BYTES));
  return {
    /** @param expires_at milliseconds since 1970 */
    sign: (payload: JWTPayload, expires_at: number): Promise<string> =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(audience)
        .setExpirationTime(new Date(expires_at))
        .sign(key),
    async open<T>(token: string, now: number): Promise<((Partial<T> & JWTPayload) & T) | undefined> {
      const options = { audience, algorithms: [ALGORITHM], currentDate: new Date(now) };
      return (await jwtVerify<T>(token, key, options).catch(() => undefined))?.payload;
    },
  };
}
