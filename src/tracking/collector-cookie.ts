import { parseCookie, stringifySetCookie } from "cookie";

/** The parts of a tracker's request that its response depends on. */
export interface CookieRequest {
  /** The header `Cookie`. */
  readonly cookies: string | undefined;
  readonly anonymous: boolean;
  /** The shopper's browser sees an https address. */
  readonly isSecure: boolean;
  readonly newId: () => string;
}

const NAME = "sp";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The cookie that trackers expect of a collector (its network user id): the one that came, else a new one, for another
 * `days` days. It is only ever given, never stored or read for anything else. Undefined for shoppers who have not agreed
 * and when `days` is 0.
 */
export function collectorCookie(request: CookieRequest, days: number): string | undefined {
  if (request.anonymous || days === 0) return undefined;
  return stringifySetCookie({
    name: NAME,
    value: sentId(request.cookies) ?? request.newId(),
    path: "/",
    maxAge: days * 86_400,
    httpOnly: true,
    // Pages of other sites send it only when it says None, which browsers believe only when it is Secure.
    ...(request.isSecure ? { sameSite: "none", secure: true } : { sameSite: "lax" }),
  });
}

function sentId(cookies = ""): string | undefined {
  const value = parseCookie(cookies)[NAME];
  return value !== undefined && UUID.test(value) ? value : undefined;
}
