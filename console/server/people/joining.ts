import { createHash, randomBytes } from "node:crypto";
import { ServiceError, validationError } from "../../../src/errors.js";
import { isClientId } from "../../../src/storefront/client.js";
import { hashPassword, isPassword } from "./password.js";
import { mayBeGivenPassword, verifiedBy, withShop, type Person } from "./person.js";
import type { People } from "./people.js";
import {
  emailOf,
  invitationOf,
  memberOf,
  NO_TEAM,
  withAccepted,
  withInvitation,
  type Invitation,
  type Team,
} from "./team.js";

const INVITED_FOR_MS = 7 * 24 * 3_600_000;

const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Invites a person and returns the token for the invitation link. Only a hash of the token is stored. */
export async function invite(
  people: People,
  clientId: string,
  given: Pick<Invitation, "email" | "name" | "role" | "by">,
  now: number,
  refuse: (team: Team) => void = () => undefined,
): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const invitation = { ...given, hash: hashToken(secret), expires_at: now + INVITED_FOR_MS };
  await people.teams.change(clientId, (team = NO_TEAM) => {
    refuse(team);
    return withInvitation(team, invitation, now);
  });
  return `${clientId}.${secret}`;
}

/**
 * Returns the invitation for the token of an invitation link, with the shop's client id and team.
 * @throws {ServiceError} `not_found` for an invalid or expired link
 */
export async function opened(people: People, token: string, now: number) {
  const dot = token.indexOf(".");
  const clientId = token.slice(0, Math.max(0, dot));
  const team = (isClientId(clientId) ? await people.teams.readNow(clientId) : undefined) ?? NO_TEAM;
  return { clientId, team, invitation: invitationOf(team, hashToken(token.slice(dot + 1)), now) };
}

export interface Joining {
  readonly token: string;
  /** Email address and name entered by the person. A value is used only if the invitation does not contain it. */
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly password: string;
}

/**
 * Accepts an invitation.
 * @throws {ServiceError} `not_found` for an invalid or expired link; `unauthorized` for a wrong password;
 *   `validation_error`
 */
export async function join(
  people: People,
  joining: Joining,
  now: number,
): Promise<{ clientId: string; person: Person }> {
  const { clientId, invitation } = await opened(people, joining.token, now);
  const email = invitation.email ?? emailOf(joining.email ?? "");
  const name = (invitation.name ?? joining.name ?? "").trim();
  if (!EMAIL.test(email)) throw validationError("email", "the e-mail address is missing");
  if (name === "") throw validationError("name", "the name of the user is missing");
  const before = await people.persons.readNow(email);
  const isNew = mayBeGivenPassword(before, clientId);
  if (!isNew && !(await isPassword(before?.password, joining.password))) {
    throw new ServiceError("unauthorized", "this e-mail address already has an account; enter its password");
  }
  if (isNew && joining.password.length < LEAST_LENGTH) {
    throw validationError("password", `the password must have at least ${LEAST_LENGTH} characters`);
  }
  const password = isNew ? await hashPassword(joining.password) : undefined;
  await people.teams.change(clientId, (team = NO_TEAM) => withAccepted(team, invitation, { email, name }, now));
  return {
    clientId,
    person: await people.persons.change(email, (found) => withShop(found, email, clientId, password)),
  };
}

export const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;
export const LEAST_LENGTH = 12;

/**
 * Adds a person, whose email address single sign-on has verified, to all shops that have invited this address. Returns
 * `undefined` if the person is new and has no invitation.
 */
export async function welcome(people: People, email: string, clientIds: readonly string[], now: number) {
  const invited = [...(await people.teamsOf(clientIds))].flatMap(([clientId, { invitations }]) =>
    invitations
      .filter((one) => one.email === email && one.name !== null && one.expires_at > now)
      .map((invitation) => ({ clientId, invitation })),
  );
  const known = await people.persons.readNow(email);
  if (known === undefined && invited.length === 0) return undefined;
  let person = await people.persons.change(email, (before) => verifiedBy(before, email));
  for (const { clientId, invitation } of invited) {
    const name = invitation.name ?? email;
    await people.teams.change(clientId, (team = NO_TEAM) => withAccepted(team, invitation, { email, name }, now));
    person = await people.persons.change(email, (before) => withShop(before, email, clientId));
  }
  return person;
}

/** Returns the shop to open: the requested shop if the person is a member, otherwise the person's first shop. */
export async function shopOf(people: People, person: Person, wanted?: string): Promise<string | undefined> {
  const teams = await people.teamsOf(person.shops);
  const own = person.shops.filter((shop) => memberOf(teams.get(shop) ?? NO_TEAM, person.email) !== undefined);
  return own.find((shop) => shop === wanted) ?? own[0];
}
