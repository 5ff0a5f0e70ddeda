import type { RequestHandler, Response, Router } from "express";
import Type from "typebox";
import { ServiceError } from "../../../src/errors.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { choice, closed } from "../../../src/schema/typed.js";
import { consoleRoutes, guardedRoutes } from "../console-routes.js";
import { authorOf, doneTo, type ConsoleGuards } from "../guards.js";
import { textOf } from "../parameters.js";
import type { Audit } from "./audit.js";
import { EMAIL, invite } from "./joining.js";
import type { People } from "./people.js";
import { ROLES } from "./roles.js";
import {
  emailOf,
  hasOwner,
  invitationId,
  memberOf,
  NO_TEAM,
  withMember,
  withoutInvitation,
  withoutMember,
  type Invitation,
  type Member,
  type Team,
} from "./team.js";

export interface PeopleDeps {
  readonly people: People;
  readonly audit: Audit;
  readonly guards: ConsoleGuards;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

export interface TeamView extends Pick<Team, "members" | "needs_approval"> {
  readonly invitations: readonly (Omit<Invitation, "hash"> & { readonly id: string })[];
}

const email = Type.String({ maxLength: 255, pattern: EMAIL.source, "x-expected": "an e-mail address" });
const name = Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" });
const role = choice(ROLES);

const parseInvited = validateBody(closed({ email, name, role }));
const parseChange = validateBody(closed({ name, role }));
const parseApproval = validateBody(closed({ needs_approval: Type.Boolean() }));
const parseByKey = validateBody(
  closed({
    email: Type.Optional(email),
    name: Type.Optional(name),
    role: Type.Optional(role),
    only_first: Type.Optional(Type.Boolean()),
  }),
);

/** Routes below `/console/api/people`: the shop's team, invitations and audit log. */
export function peopleRoutes({ people, audit, guards, now }: PeopleDeps): Router {
  const changed = async (res: Response, next: (team: Team) => Team) => {
    const team = await people.teams.change(storefrontOf(res).client_id, (before = NO_TEAM) => next(before));
    return viewOf(team, now());
  };
  return consoleRoutes(guards, {
    "GET /": async (_req, res) => viewOf((await people.teams.readNow(storefrontOf(res).client_id)) ?? NO_TEAM, now()),
    "POST /invitations": async (req, res) => {
      const given = parseInvited(req.body);
      const invited = { ...given, email: emailOf(given.email), name: given.name.trim(), by: authorOf(res) };
      doneTo(res, `${invited.email} as ${invited.role}`);
      const token = await invite(people, storefrontOf(res).client_id, invited, now());
      res.status(201);
      return { path: pathOf(token) };
    },
    "DELETE /invitations/:id": (_req, res, named) => changed(res, (team) => withoutInvitation(team, named)),
    "PUT /members/:email": (req, res, email) => {
      const { name, role } = parseChange(req.body);
      doneTo(res, `${email}: ${name}, ${role}`);
      return changed(res, (team) => {
        if (memberOf(team, email) === undefined)
          throw new ServiceError("not_found", "no member has this e-mail address");
        return withMember(team, { email, name: name.trim(), role });
      });
    },
    "DELETE /members/:email": async (_req, res, named) => {
      const team = await changed(res, (before) => withoutMember(before, named));
      await people.leave(named, storefrontOf(res).client_id);
      return team;
    },
    "PUT /approval": (req, res) => {
      const { needs_approval } = parseApproval(req.body);
      doneTo(res, needs_approval ? "approval required" : "approval not required");
      return changed(res, (team) => ({ ...team, needs_approval }));
    },
    "GET /audit": (req, res) => audit.read(storefrontOf(res).client_id, textOf(req.query, "before")),
  });
}

interface MachineDeps extends Pick<PeopleDeps, "people" | "audit" | "now"> {
  /** Middleware that requires a private key and sets the storefront for `storefrontOf(res)`. */
  readonly authenticate: RequestHandler;
  readonly body: RequestHandler;
}

/**
 * Routes below `/console/api/invitations`, which create invitations with the private key. A shop invites its first
 * owner in this way, or a new owner after all owners have left.
 */
export function machineInvitationRoutes({ people, audit, now, authenticate, body }: MachineDeps): Router {
  return guardedRoutes(
    { POST: [authenticate, body] },
    {
      "POST /": async (req, res) => {
        const { only_first = false, role = "owner", ...given } = parseByKey(req.body);
        const { client_id } = storefrontOf(res);
        const email = given.email === undefined ? null : emailOf(given.email);
        const invited = { email, name: given.name?.trim() ?? null, role, by: BY_KEY };
        const token = await invite(people, client_id, invited, now(), (team) => {
          if (only_first && hasOwner(team)) throw new ServiceError("conflict", "this shop already has an owner");
        });
        const at = new Date(now()).toISOString();
        const what = `${email ?? "anyone with the link"} as ${role}`;
        await audit.record({ client_id, at, email: "", name: BY_KEY, did: "invited a member", what });
        res.status(201);
        return { path: pathOf(token) };
      },
    },
  );
}

const BY_KEY = "private key";

/** The token is in the URL's fragment. Browsers do not send fragments, so the token appears in no server log. */
const pathOf = (token: string) => `/console/join#${token}`;

const viewOf = ({ members, invitations, needs_approval }: Team, now: number): TeamView => ({
  members: members.toSorted((a: Member, b: Member) => a.name.localeCompare(b.name)),
  needs_approval,
  invitations: invitations
    .filter(({ expires_at }) => expires_at > now)
    .map(({ hash, ...shown }) => ({ id: invitationId({ hash }), ...shown })),
});
