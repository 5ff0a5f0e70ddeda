import { parseCookie } from "cookie";
import type { Request, RequestHandler, Response } from "express";
import { ServiceError } from "../../src/errors.js";
import { locals } from "../../src/http/locals.js";
import type { Storefront } from "../../src/storefront/client.js";
import type { Directory } from "../../src/storefront/directory.js";
import { sameHash } from "../../src/storefront/keys.js";
import type { Audit } from "./people/audit.js";
import type { People } from "./people/people.js";
import { isOver, type Person } from "./people/person.js";
import { ACCESS, rolesUpTo, type Role } from "./people/roles.js";
import { memberOf, NO_TEAM, type Member, type Team } from "./people/team.js";
import type { Session, Sessions } from "./session/session.js";

/** Signed-in user, with the user's role in the current shop. */
export interface SignedIn {
  readonly session: Session;
  readonly storefront: Storefront;
  readonly person: Person;
  readonly member: Member;
  readonly team: Team;
}

/**
 * Middleware for console routes. Routes that use the middleware can call `storefrontOf(res)`, `signedIn(res)` and
 * `authorOf(res)`.
 */
export interface ConsoleGuards {
  /** Returns the session of a request's cookie, or `undefined` if the request has no valid session. */
  readonly find: (req: Request) => Promise<SignedIn | undefined>;
  /**
   * Requires a session whose role allows the request, see `ACCESS`. Requests that change data are added to the audit
   * log.
   */
  readonly read: readonly RequestHandler[];
  /** Like `read`, but also requires the session's CSRF token and parses the JSON body. */
  readonly write: readonly RequestHandler[];
  /** Like `write`, but for requests without a body. */
  readonly act: readonly RequestHandler[];
}

export interface GuardDeps {
  readonly directory: Pick<Directory, "findStorefront">;
  readonly sessions: Pick<Sessions, "open">;
  readonly people: People;
  readonly audit: Pick<Audit, "record">;
  /** Parses a JSON object into `req.body`. */
  readonly body: RequestHandler;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

export const SESSION_COOKIE = "vitrine_console";
export const SESSION_PATH = "/console";
const API = "/console/api";

/**
 * Creates the middleware. Requests are rejected with `unauthorized` (missing or expired session) or `forbidden`
 * (insufficient role, missing CSRF token, or request from another site).
 */
export function sessionGuards({ directory, sessions, people, audit, body, now }: GuardDeps): ConsoleGuards {
  const find: ConsoleGuards["find"] = async (req) => {
    const cookie = parseCookie(req.headers.cookie ?? "")[SESSION_COOKIE];
    const session = cookie === undefined ? undefined : await sessions.open(cookie, now());
    if (session === undefined) return undefined;
    const { email, client_id } = session;
    const [person, team = NO_TEAM, storefront] = await Promise.all([
      people.persons.read(email),
      people.teams.read(client_id),
      directory.findStorefront(client_id),
    ]);
    const member = memberOf(team, email);
    if (person === undefined || member === undefined || storefront === undefined) return undefined;
    return isOver(person, session) ? undefined : { session, storefront, person, member, team };
  };
  const read: RequestHandler = async (req, res, next) => {
    const found = await find(req);
    if (found === undefined)
      throw new ServiceError("unauthorized", "you are not signed in, or the session has expired");
    const { member, storefront } = found;
    locals(res).caller = { storefront, key_id: `${storefront.client_id}:console` };
    res.locals["signed_in"] = found;
    res.set("Cache-Control", "no-store");
    const { least, did } = accessOf(req);
    refuseLess(member.role, least);
    if (did !== undefined) {
      const { email, name } = member;
      res.once("finish", () => {
        if (res.statusCode >= 400) return;
        const what = String(res.locals["done_to"] ?? req.params["email"] ?? req.params["id"] ?? "");
        const at = new Date(now()).toISOString();
        void audit.record({ client_id: storefront.client_id, at, email, name, did, what });
      });
    }
    next();
  };
  const csrf: RequestHandler = (req, res, next) => {
    const sent = req.headers["x-csrf-token"];
    if (typeof sent !== "string" || !sameHash(sent, signedIn(res).session.csrf_token)) {
      throw new ServiceError("forbidden", "the header X-CSRF-Token does not match the session; reload the page");
    }
    next();
  };
  return { find, read: [read], write: [fromOwnPages, read, csrf, body], act: [fromOwnPages, read, csrf] };
}

/**
 * Returns the `ACCESS` entry of a request.
 * @throws Error for a route without an entry, which is a bug
 */
function accessOf(req: Request) {
  const { path } = req.route as { readonly path: string };
  const method = req.method === "HEAD" ? "GET" : req.method;
  const route = `${method} ${req.baseUrl.slice(API.length)}${path === "/" ? "" : path}`;
  const access = ACCESS[route];
  if (access === undefined) throw new Error(`${route} has no entry in ACCESS`);
  return access;
}

function refuseLess(role: Role, least: Role): void {
  if (rolesUpTo(role).includes(least)) return;
  const article = (word: Role) => `${/^[aeo]/.test(word) ? "an" : "a"} ${word}`;
  throw new ServiceError(
    "forbidden",
    `this is for ${article(least)}, and you are ${article(role)} of this shop; ask an owner`,
    { least, role },
  );
}

/**
 * Rejects changes from pages of other origins. Clients that are not browsers send no `Sec-Fetch-Site` header and pass.
 */
export const fromOwnPages: RequestHandler = (req, _res, next) => {
  const site = req.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") {
    throw new ServiceError("forbidden", "this request is only allowed from pages of the console");
  }
  next();
};

/**
 * Returns the signed-in user.
 * @throws Error on a route without session middleware, which is a bug
 */
export function signedIn(res: Response): SignedIn {
  const found = res.locals["signed_in"] as SignedIn | undefined;
  if (found === undefined) throw new Error("the route has no session middleware");
  return found;
}

/**
 * Returns the signed-in user's name in the shop.
 * @throws the same errors as `signedIn`
 */
export const authorOf = (res: Response): string => signedIn(res).member.name;

/** Sets the target of a change for the audit log. Required if the path does not contain the target. */
export const doneTo = (res: Response, what: string): void => void (res.locals["done_to"] = what);
