import { stringifySetCookie } from "cookie";
import { Router, type Request, type RequestHandler, type Response } from "express";
import Type from "typebox";
import { ServiceError } from "../../../src/errors.js";
import { success } from "../../../src/http/envelope.js";
import { methodNotAllowed } from "../../../src/http/error-handler.js";
import { callerOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { closed } from "../../../src/schema/typed.js";
import type { Storefront } from "../../../src/storefront/client.js";
import type { Directory } from "../../../src/storefront/directory.js";
import { hashKey } from "../../../src/storefront/keys.js";
import { fromOwnPages, SESSION_COOKIE, SESSION_PATH, sessionOf, type ConsoleGuards } from "../guards.js";
import { epochsOf, withEverywhereEnded, withSessionEnded, type EndedSessions } from "./ended-sessions.js";
import type { Session, Sessions } from "./session.js";

export interface SessionDeps {
  readonly directory: Directory;
  readonly sessions: Sessions;
  readonly ended: EndedSessions;
  /** Counts requests by the client's address. */
  readonly addressLimit: RequestHandler;
  /** Reads a JSON object into `req.body`. */
  readonly body: RequestHandler;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What pages know of the session. */
export interface SessionView {
  readonly client_id: string;
  readonly name: string;
  readonly author: string;
  readonly csrf_token: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

const NAME_LENGTH = 80;

const SIGN_IN = closed({
  key: Type.String({ maxLength: 200 }),
  author: Type.String({ minLength: 1, maxLength: NAME_LENGTH, pattern: "\\S" }),
});

/** `/console/api/session`: signs in with a private key, says who is signed in, and signs out, here or everywhere. */
export function sessionRoutes(deps: SessionDeps, guards: Pick<ConsoleGuards, "find" | "read" | "act">): Router {
  const { ended, now } = deps;
  const router = Router();
  const signedOut = (req: Request, res: Response) => {
    res.append("Set-Cookie", cookieOf("", 0, isSecure(req)));
    res.json(success({ signed_out: true }));
  };
  router
    .route("/")
    .post(deps.addressLimit, fromOwnPages, deps.body, signIn(deps))
    .get(...guards.read, (_req, res) => {
      const { storefront } = callerOf(res);
      res.json(success(viewOf(sessionOf(res), storefront)));
    })
    .delete(fromOwnPages, async (req, res) => {
      const found = await guards.find(req);
      if (found !== undefined) {
        const { session, holder } = found;
        await ended.change(holder.storefront.client_id, (before) => withSessionEnded(before, session, now()));
      }
      signedOut(req, res);
    })
    .all(methodNotAllowed("GET", "POST", "DELETE"));
  router
    .route("/everywhere")
    .delete(...guards.act, async (req, res) => {
      const { author } = sessionOf(res);
      const { client_id } = callerOf(res).storefront;
      await ended.change(client_id, (before) => withEverywhereEnded(before, author, now()));
      signedOut(req, res);
    })
    .all(methodNotAllowed("DELETE"));
  return router;
}

const parseSignIn = validateBody(SIGN_IN);

function signIn({ directory, sessions, ended, now }: SessionDeps): RequestHandler {
  return async (req, res) => {
    const { key, ...given } = parseSignIn(req.body);
    const author = given.author.trim();
    const holder = await directory.findKey(key.trim());
    if (holder === undefined) throw new ServiceError("unauthorized", "this key is not valid, or was revoked");
    if (holder.kind !== "private") {
      throw new ServiceError("forbidden", "this is a public key (pk_…); the console opens with a private one (sk_…)");
    }
    const epochs = epochsOf(await ended.readNow(holder.storefront.client_id), author);
    const { session, cookie } = await sessions.create({ key_hash: hashKey(key.trim()), author, epochs }, now());
    res.append("Set-Cookie", cookieOf(cookie, session.expires_at - now(), isSecure(req)));
    res.json(success(viewOf(session, holder.storefront)));
  };
}

const viewOf = ({ author, csrf_token, expires_at }: Session, { client_id, name }: Storefront): SessionView => ({
  client_id,
  name,
  author,
  csrf_token,
  expires_at,
});

const cookieOf = (value: string, forMs: number, secure: boolean): string =>
  stringifySetCookie({
    name: SESSION_COOKIE,
    value,
    path: SESSION_PATH,
    maxAge: Math.floor(forMs / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure,
  });

/** It only decides an attribute of the cookie, so a false value does no harm. */
const isSecure = (req: Request): boolean => req.secure || req.get("x-forwarded-proto") === "https";
