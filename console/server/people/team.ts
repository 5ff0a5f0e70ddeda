import { ServiceError, validationError } from "../../../src/errors.js";
import { sameHash } from "../../../src/storefront/keys.js";
import type { Role } from "./roles.js";

/** Somebody who may open a shop's console. */
export interface Member {
  /** In lower case; people are told apart by it. */
  readonly email: string;
  /** As others see it beside what this person changed. Whoever invites gives it, so that nobody calls himself like another. */
  readonly name: string;
  readonly role: Role;
}

export interface Invitation {
  /** SHA-256 of the token in its link. */
  readonly hash: string;
  /** Null where whoever opens the link says it: only of invitations by private key. */
  readonly email: string | null;
  readonly name: string | null;
  readonly role: Role;
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** Who may do what in a shop's console. One document a shop, so that who is an owner changes in one step. */
export interface Team {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  /** Whether a draft is published only after somebody who did not write it has approved it. */
  readonly needs_approval: boolean;
}

export const NO_TEAM: Team = { members: [], invitations: [], needs_approval: false };

/** As much as a document should hold. */
const MOST = { members: 500, invitations: 100 };

export const emailOf = (text: string): string => text.trim().toLowerCase();

export const memberOf = ({ members }: Team, email: string): Member | undefined =>
  members.find((one) => one.email === email);

export const hasOwner = ({ members }: Team): boolean => members.some(({ role }) => role === "owner");

/** @throws ServiceError not_found for a link that is unknown, used or too old, all alike */
export function invitationOf(team: Team, hash: string, now: number): Invitation {
  const found = team.invitations.find((one) => sameHash(one.hash, hash) && one.expires_at > now);
  if (found !== undefined) return found;
  throw new ServiceError("not_found", "this invitation was used, withdrawn or is too old; ask for another one");
}

/** The newest invitation of somebody counts, and of those that are for nobody by name: older ones end. @throws ServiceError validation_error */
export function withInvitation(team: Team, invitation: Invitation, now: number): Team {
  const others = team.invitations.filter(({ email, expires_at }) => expires_at > now && email !== invitation.email);
  if (others.length >= MOST.invitations) throw validationError("email", "too many invitations are open; withdraw some");
  if (invitation.name !== null) refuseTakenName(team, invitation.name, invitation.email);
  return { ...team, invitations: [...others, invitation] };
}

/** @param id the beginning of the invitation's hash, as people are shown it */
export const withoutInvitation = (team: Team, id: string): Team => ({
  ...team,
  invitations: team.invitations.filter((one) => invitationId(one) !== id),
});

export const invitationId = ({ hash }: Invitation): string => hash.slice(0, 12);

/** Turns an invitation into a membership, which it does once. @throws ServiceError not_found, validation_error, conflict */
export function withAccepted(team: Team, invitation: Invitation, who: Pick<Member, "email" | "name">, now: number) {
  invitationOf(team, invitation.hash, now);
  const invitations = team.invitations.filter(({ hash }) => hash !== invitation.hash);
  return withMember({ ...team, invitations }, { ...who, role: invitation.role });
}

/** Adds somebody, or gives a member another name or role. @throws ServiceError validation_error; conflict for the last owner */
export function withMember(team: Team, member: Member): Team {
  const others = team.members.filter(({ email }) => email !== member.email);
  if (others.length >= MOST.members) throw validationError("email", `a shop has at most ${MOST.members} people`);
  refuseTakenName(team, member.name, member.email);
  return keepingAnOwner(team, { ...team, members: [...others, member] });
}

/** @throws ServiceError conflict for the last owner */
export const withoutMember = (team: Team, email: string): Team =>
  keepingAnOwner(team, { ...team, members: team.members.filter((one) => one.email !== email) });

function keepingAnOwner(before: Team, after: Team): Team {
  if (!hasOwner(before) || hasOwner(after)) return after;
  throw new ServiceError("conflict", "this is the last owner; make somebody else an owner first");
}

function refuseTakenName({ members }: Team, name: string, email: string | null): void {
  const folded = (text: string) => text.trim().normalize("NFKC").toLowerCase();
  if (members.some((one) => one.email !== email && folded(one.name) === folded(name))) {
    throw validationError("name", `somebody else here is called ${name.trim()}; add something to tell them apart`);
  }
}
