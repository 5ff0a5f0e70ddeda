import { Router, type RequestHandler } from "express";
import Type from "typebox";
import { ServiceError } from "../../../src/errors.js";
import { success } from "../../../src/http/envelope.js";
import { methodNotAllowed } from "../../../src/http/error-handler.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { validateBody } from "../../../src/http/validation.js";
import { choice, closed } from "../../../src/schema/typed.js";
import { consoleRoutes } from "../console-routes.js";
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
  /** Milliseconds since 1970. */
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
  const shown = (team: Team | undefined = NO_TEAM) => success(viewOf(team, now()));
  return consoleRoutes(guards, {
    "GET /": async (_req, res) => {
      res.json(shown(await people.teams.readNow(storefrontOf(res).client_id)));
    },
    "POST /invitations": async (req, res) => {
      const given = parseInvited(req.body);
      const invited = { ...given, email: emailOf(given.email), name: given.name.trim(), by: authorOf(res) };
      doneTo(res, `${invited.email} as ${invited.role}`);
      const token = await invite(people, storefrontOf(res).client_id, invited, now());
      res.status(201);
      return { path: pathOf(token) };
    },
    "DELETE /invitations/:id": async (_req, res, named) => {
      const team = await people.teams.change(storefrontOf(res).client_id, (before = NO_TEAM) =>
        withoutInvitation(before, named),
      );
      res.json(shown(team));
    },
    "PUT /members/:email": async (req, res, named) => {
      const changed = { ...parseChange(req.body), email: named };
      doneTo(res, `${changed.email}: ${changed.name}, ${changed.role}`);
      const team = await people.teams.change(storefrontOf(res).client_id, (before = NO_TEAM) => {
        if (memberOf(before, changed.email) === undefined)
          throw new ServiceError("not_found", "no member has this e-mail address");
        return withMember(before, { ...changed, name: changed.name.trim() });
      });
      res.json(shown(team));
    },
    "DELETE /members/:email": async (_req, res, named) => {
      const { client_id } = storefrontOf(res);
      const team = await people.teams.change(client_id, (before = NO_TEAM) => withoutMember(before, named));
      await people.leave(named, client_id);
      res.json(shown(team));
    },
    "PUT /approval": async (req, res) => {
      const { needs_approval } = parseApproval(req.body);
      doneTo(res, needs_approval ? "approval required" : "approval not required");
      res.json(
        shown(
          await people.teams.change(storefrontOf(res).client_id, (before = NO_TEAM) => ({ ...before, needs_approval })),
        ),
      );
    },
    "GET /audit": (req, res) => audit.read(storefrontOf(res).client_id, textOf(req.query, "before")),
  });
}

interface MachineDeps extends Pick<PeopleDeps, "people" | "audit" | "now"> {
  /** Requires a private key and sets the storefront. */
  readonly authenticate: RequestHandler;
  readonly body: RequestHandler;
}

/**
 * Routes below `/console/api/invitations`: creates invitations with the private key. A shop's first owner joins this
 * way, and so does a new one after all owners have left.
 */
export function machineInvitationRoutes({ people, audit, now, authenticate, body }: MachineDeps): Router {
  const router = Router();
  router
    .route("/")
    .post(authenticate, body, async (req, res) => {
      const { only_first = false, role = "owner", ...given } = parseByKey(req.body);
      const { client_id } = storefrontOf(res);
      const invited = {
        email: given.email === undefined ? null : emailOf(given.email),
        name: given.name?.trim() ?? null,
      };
      const token = await invite(people, client_id, { ...invited, role, by: BY_KEY }, now(), (team) => {
        if (only_first && hasOwner(team)) throw new ServiceError("conflict", "this shop already has an owner");
      });
      const at = new Date(now()).toISOString();
      const what = `${invited.email ?? "anyone with the link"} as ${role}`;
      await audit.record({ client_id, at, email: "", name: BY_KEY, did: "invited a member", what });
      res.status(201).json(success({ path: pathOf(token) }));
    })
    .all(methodNotAllowed("POST"));
  return router;
}

const BY_KEY = "private key";

/** The token is in the fragment, which browsers do not send to servers, so it appears in no log. */
const pathOf = (token: string) => `/console/join#${token}`;

const viewOf = ({ members, invitations, needs_approval }: Team, now: number): TeamView => ({
  members: members.toSorted((a: Member, b: Member) => a.name.localeCompare(b.name)),
  needs_approval,
  invitations: invitations
    .filter(({ expires_at }) => expires_at > now)
    .map((one) => ({
      id: invitationId(one),
      email: one.email,
      name: one.name,
      role: one.role,
      by: one.by,
      expires_at: one.expires_at,
    })),
});
