import { stringifySetCookie } from "cookie";
import type { Request, RequestHandler, Response, Router } from "express";
import Type from "typebox";
import { ServiceError } from "../../../src/errors.js";
import { validateBody } from "../../../src/http/validation.js";
import { closed } from "../../../src/schema/typed.js";
import type { Directory } from "../../../src/storefront/directory.js";
import { guardedRoutes } from "../console-routes.js";
import { fromOwnPages, SESSION_COOKIE, SESSION_PATH, signedIn, type ConsoleGuards } from "../guards.js";
import type { Audit } from "../people/audit.js";
import { join, opened, shopOf } from "../people/joining.js";
import { isPassword } from "../people/password.js";
import { mayBeGivenPassword, withEverywhereEnded, withSessionEnded, type Person } from "../people/person.js";
import type { People } from "../people/people.js";
import { emailOf, memberOf, NO_TEAM } from "../people/team.js";
import type { Session, Sessions } from "./session.js";
import { sessionView, type InvitationView, type SessionView } from "./views.js";

export interface SessionDeps {
  readonly directory: Directory;
  readonly sessions: Sessions;
  readonly people: People;
  readonly audit: Pick<Audit, "record">;
  /**
   * Rate limiters for requests per IP address, and for failed sign-ins per IP address and account. The limiters run
   * after the body is parsed.
   */
  readonly attempts: readonly RequestHandler[];
  /** Parses a JSON object into `req.body`. */
  readonly body: RequestHandler;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  /** Whether single sign-on is available. */
  readonly singleSignOn: boolean;
}

const PASSWORD = Type.String({ minLength: 1, maxLength: 200 });
const TOKEN = Type.String({ maxLength: 200 });
const EMAIL = Type.String({ minLength: 1, maxLength: 255 });
const CLIENT = Type.String({ maxLength: 100 });

const parseSignIn = validateBody(closed({ email: EMAIL, password: PASSWORD, client_id: Type.Optional(CLIENT) }));
const parseToken = validateBody(closed({ token: TOKEN }));
const parseShop = validateBody(closed({ client_id: CLIENT }));
const parseJoin = validateBody(
  closed({
    token: TOKEN,
    email: Type.Optional(EMAIL),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    password: PASSWORD,
  }),
);

/** Routes below `/console/api/session`: sign-in, sign-out, invitations and the current session. */
export function sessionRoutes(deps: SessionDeps, guards: ConsoleGuards): Router {
  const { people, directory, now } = deps;
  const start = sessionStarter(deps);
  const begin = async (...given: Parameters<typeof start>) => {
    const view = await start(...given);
    if (view !== undefined) return view;
    throw new ServiceError("forbidden", "your account has no shop; ask an owner for an invitation");
  };
  const signedOut = (req: Request, res: Response) => {
    setCookie(req, res, SESSION_COOKIE, "", 0);
    return { signed_out: true };
  };
  const end = (session: Session) =>
    people.persons.change(session.email, (person) => withSessionEnded(person as Person, session, now()));
  const open = {
    GET: [],
    POST: [fromOwnPages, deps.body, ...deps.attempts],
    DELETE: [fromOwnPages],
    "GET in session": guards.read,
    "POST in session": guards.write,
    "DELETE in session": guards.act,
  };
  return guardedRoutes(open, {
    "POST /": async (req, res) => {
      const { email, password, client_id } = parseSignIn(req.body);
      const person = await people.persons.readNow(emailOf(email));
      const isRight = await isPassword(person?.password, password);
      if (person === undefined || !isRight) throw new ServiceError("unauthorized", "wrong e-mail address or password");
      return begin(req, res, person, { wanted: client_id, did: "signed in" });
    },
    "GET in session /": (_req, res) => sessionView(directory, signedIn(res)),
    "DELETE /": async (req, res) => {
      const found = await guards.find(req);
      if (found !== undefined) await end(found.session);
      return signedOut(req, res);
    },
    "DELETE in session /everywhere": async (req, res) => {
      await people.persons.change(signedIn(res).member.email, (person) => withEverywhereEnded(person as Person));
      return signedOut(req, res);
    },
    "POST in session /shop": async (req, res) => {
      const { client_id } = parseShop(req.body);
      const { session, person } = signedIn(res);
      if ((await shopOf(people, person, client_id)) !== client_id)
        throw new ServiceError("not_found", "you are not a member of this shop");
      return begin(req, res, await end(session), { wanted: client_id, did: "switched to this shop" });
    },
    "GET /ways": () => ({ single_sign_on: deps.singleSignOn }),
    "POST /invitation": async (req): Promise<InvitationView> => {
      const { clientId, invitation } = await opened(people, parseToken(req.body).token, now());
      const { email, name, role } = invitation;
      const person = email === null ? undefined : await people.persons.readNow(email);
      const shop = (await directory.findStorefront(clientId))?.name ?? clientId;
      return { shop, email, name, role, has_password: !mayBeGivenPassword(person, clientId) };
    },
    "POST /join": async (req, res) => {
      const { clientId, person } = await join(people, parseJoin(req.body), now());
      return begin(req, res, person, { wanted: clientId, did: "accepted the invitation" });
    },
  });
}

export type StarterDeps = Pick<SessionDeps, "directory" | "sessions" | "people" | "audit" | "now">;

/**
 * Starts a session in the requested shop if possible, otherwise in another shop of the person. Adds the action `did` to
 * the audit log. Returns `undefined` for a person without shops.
 */
export function sessionStarter({ directory, sessions, people, audit, now }: StarterDeps) {
  return async (
    req: Request,
    res: Response,
    person: Person,
    { wanted, did }: { readonly wanted?: string | undefined; readonly did: string },
  ): Promise<SessionView | undefined> => {
    const { email, epoch } = person;
    const client_id = await shopOf(people, person, wanted);
    const storefront = client_id === undefined ? undefined : await directory.findStorefront(client_id);
    if (client_id === undefined || storefront === undefined) return undefined;
    const team = (await people.teams.readNow(client_id)) ?? NO_TEAM;
    const member = memberOf(team, email);
    if (member === undefined) return undefined;
    const { session, cookie } = await sessions.create({ email, client_id, epoch }, now());
    await audit.record({ client_id, at: new Date(now()).toISOString(), email, name: member.name, did, what: "" });
    setCookie(req, res, SESSION_COOKIE, cookie, session.expires_at - now());
    res.set("Cache-Control", "no-store");
    return sessionView(directory, { session, storefront, person, member, team });
  };
}

export function setCookie(
  req: Request,
  res: Response,
  name: string,
  value: string,
  forMs: number,
  sameSite: "strict" | "lax" = "strict",
): void {
  // The header affects only the `Secure` attribute of the cookie, so a forged header does no harm.
  const secure = req.secure || req.get("x-forwarded-proto") === "https";
  res.append(
    "Set-Cookie",
    stringifySetCookie({
      name,
      value,
      path: SESSION_PATH,
      maxAge: Math.floor(forMs / 1000),
      httpOnly: true,
      sameSite,
      secure,
    }),
  );
}
