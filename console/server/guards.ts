import { parseCookie } from "cookie";
import type { Request, RequestHandler, Response } from "express";
import { ServiceError } from "../../src/errors.js";
import { locals } from "../../src/http/locals.js";
import type { Directory, KeyHolder } from "../../src/storefront/directory.js";
import { sameHash } from "../../src/storefront/keys.js";
import { isEnded, type EndedSessions } from "./session/ended-sessions.js";
import type { Session, Sessions } from "./session/session.js";

/** In front of the console's routes. Behind them `storefrontOf(res)` and `authorOf(res)` answer. */
export interface ConsoleGuards {
  /** The session that a request's cookie opens, and the holder of its key; undefined for none. */
  readonly find: (req: Request) => Promise<{ readonly session: Session; readonly holder: KeyHolder } | undefined>;
  /** Lets a session pass. */
  readonly read: readonly RequestHandler[];
  /** Lets a session pass that shows its CSRF token, and reads the body, a JSON object. */
  readonly write: readonly RequestHandler[];
  /** The same without a body. */
  readonly act: readonly RequestHandler[];
}

export interface GuardDeps {
  readonly directory: Pick<Directory, "findHolder">;
  readonly sessions: Pick<Sessions, "open">;
  readonly ended: Pick<EndedSessions, "read">;
  /** Reads a JSON object into `req.body`. */
  readonly body: RequestHandler;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const SESSION_COOKIE = "vitrine_console";
export const SESSION_PATH = "/console";

/** Errors: unauthorized (no session, one that has ended, or its key was revoked), forbidden (no CSRF token, or another page's). */
export function sessionGuards({ directory, sessions, ended, body, now }: GuardDeps): ConsoleGuards {
  const find: ConsoleGuards["find"] = async (req) => {
    const cookie = parseCookie(req.headers.cookie ?? "")[SESSION_COOKIE];
    const session = cookie === undefined ? undefined : await sessions.open(cookie, now());
    if (session === undefined) return undefined;
    const holder = await directory.findHolder(session.key_hash);
    if (holder?.kind !== "private") return undefined;
    return isEnded(await ended.read(holder.storefront.client_id), session) ? undefined : { session, holder };
  };
  const read: RequestHandler = async (req, res, next) => {
    const found = await find(req);
    if (found === undefined) throw new ServiceError("unauthorized", "nobody is signed in, or the session has ended");
    const { session, holder } = found;
    locals(res).caller = holder;
    res.locals["session"] = session;
    res.set("Cache-Control", "no-store");
    next();
  };
  const csrf: RequestHandler = (req, res, next) => {
    const sent = req.headers["x-csrf-token"];
    if (typeof sent !== "string" || !sameHash(sent, sessionOf(res).csrf_token)) {
      throw new ServiceError("forbidden", "the header X-CSRF-Token is not the session's; load the page again");
    }
    next();
  };
  return { find, read: [read], write: [fromOwnPages, read, csrf, body], act: [fromOwnPages, read, csrf] };
}

/** Browsers say whose page a request is from; one of another origin changes nothing. Programs say nothing. */
export const fromOwnPages: RequestHandler = (req, _res, next) => {
  const site = req.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") {
    throw new ServiceError("forbidden", "only the console's own pages may ask for this");
  }
  next();
};

/** @throws Error on a route without a session check in front of it, which is a mistake in the program */
export function sessionOf(res: Response): Session {
  const session = res.locals["session"] as Session | undefined;
  if (session === undefined) throw new Error("route has no session check in front of it");
  return session;
}

/** Who is signed in, by the name given then. @throws as `sessionOf` */
export const authorOf = (res: Response): string => sessionOf(res).author;
