import { hkdfSync, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT, type JWTPayload } from "jose";

/** Session of a person in the console of a shop. */
export interface Session {
  readonly email: string;
  readonly client_id: string;
  /** Epoch of the account at sign-in. The session ends when the account's epoch changes, see `isOver`. */
  readonly epoch: string;
  /**
   * Token that pages send in `X-CSRF-Token` with each change. Pages of other origins cannot read the token. The token
   * also identifies the session.
   */
  readonly csrf_token: string;
  /** Expiry time of the session, in milliseconds since 1970. */
  readonly expires_at: number;
}

/**
 * Creates and reads signed session cookies, which every process can verify. Only sessions that were ended before their
 * expiry are stored.
 */
export interface Sessions {
  /** Creates a session and returns the session with its cookie value. */
  create(
    given: Pick<Session, "email" | "client_id" | "epoch">,
    now: number,
  ): Promise<{ readonly session: Session; readonly cookie: string }>;
  /**
   * Returns the session of a cookie, even if the session has been signed out. Returns `undefined` for an invalid or
   * expired cookie.
   */
  open(cookie: string, now: number): Promise<Session | undefined>;
}

export const MAX_SESSION_MS = 10 * 3_600_000;

/**
 * Creates the session store.
 * @param secret secret shared by all processes of the installation
 */
export function createSessions(secret: Uint8Array): Sessions {
  const tokens = createTokens(secret, "vitrine console");
  return {
    async create(given, now) {
      // Rounds the expiry time to whole seconds, because tokens store times in seconds.
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

/** Creates tokens signed by this installation. Each audience has its own key, derived from the secret (RFC 5869). */
export function createTokens(secret: Uint8Array, audience: string) {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", audience, KEY_BYTES));
  return {
    /**
     * Signs a token.
     * @param expires_at expiry time in milliseconds since 1970
     */
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
