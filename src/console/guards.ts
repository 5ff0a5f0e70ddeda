import { parseCookie } from "cookie";
import type { RequestHandler, Response } from "express";
import { ServiceError } from "../errors.js";
import { locals } from "../http/locals.js";
import type { Directory } from "../storefront/directory.js";
import { sameHash } from "../storefront/keys.js";
import type { Session, Sessions } from "./session/session.js";

/** In front of the console's routes. Behind them `storefrontOf(res)` and `authorOf(res)` answer. */
export interface ConsoleGuards {
  /** Lets a session pass. */
  readonly read: readonly RequestHandler[];
  /** Lets a session pass that shows its CSRF token, and reads the body, a JSON object. */
  readonly write: readonly RequestHandler[];
}

export interface GuardDeps {
  readonly directory: Pick<Directory, "findHolder">;
  readonly sessions: Sessions;
  /** Reads a JSON object into `req.body`. */
  readonly body: RequestHandler;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const SESSION_COOKIE = "vitrine_console";
export const SESSION_PATH = "/console";

/** Errors: unauthorized (no session, one that is over, or its key was revoked), forbidden (no CSRF token, or another page's). */
export function sessionGuards({ directory, sessions, body, now }: GuardDeps): ConsoleGuards {
  const read: RequestHandler = async (req, res, next) => {
    const cookie = parseCookie(req.headers.cookie ?? "")[SESSION_COOKIE];
    const session = cookie === undefined ? undefined : await sessions.open(cookie, now());
    const holder = session === undefined ? undefined : await directory.findHolder(session.key_hash);
    if (session === undefined || holder?.kind !== "private") {
      throw new ServiceError("unauthorized", "nobody is signed in, or the session has ended");
    }
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
  return { read: [read], write: [fromOwnPages, read, csrf, body] };
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
