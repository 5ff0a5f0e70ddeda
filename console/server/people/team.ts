import { ServiceError, validationError } from "../../../src/errors.js";
import { sameHash } from "../../../src/storefront/keys.js";
import type { Role } from "./roles.js";

/** Person with access to a shop's console. */
export interface Member {
  /** Email address in lower case, which identifies the person. */
  readonly email: string;
  /**
   * Name shown next to the person's changes. The inviting owner sets it, so that members cannot impersonate each other.
   */
  readonly name: string;
  readonly role: Role;
}

export interface Invitation {
  /** SHA-256 hash of the token in the invitation link. */
  readonly hash: string;
  /**
   * Email address of the invited person. `null` if the person enters the address when accepting the invitation, which
   * is possible only for invitations created with the private key.
   */
  readonly email: string | null;
  readonly name: string | null;
  readonly role: Role;
  readonly by: string;
  /** Expiry time of the invitation, in milliseconds since 1970. */
  readonly expires_at: number;
}

/**
 * Members and invitations of a shop's console. The team of a shop is stored in one document, so that changes of owners
 * are atomic.
 */
export interface Team {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  /** Whether publishing a draft needs the approval of a person who has not changed the draft. */
  readonly needs_approval: boolean;
}

export const NO_TEAM: Team = { members: [], invitations: [], needs_approval: false };

/** Maximum number of members and of invitations per team, to keep the team's document small. */
const MOST = { members: 500, invitations: 100 };

export const emailOf = (text: string): string => text.trim().toLowerCase();

export const memberOf = ({ members }: Team, email: string): Member | undefined =>
  members.find((one) => one.email === email);

export const hasOwner = ({ members }: Team): boolean => members.some(({ role }) => role === "owner");

/**
 * Returns the invitation for the hash of the token in an invitation link.
 * @throws {ServiceError} `not_found` for an unknown, used or expired link
 */
export function invitationOf(team: Team, hash: string, now: number): Invitation {
  const found = team.invitations.find((one) => sameHash(one.hash, hash) && one.expires_at > now);
  if (found !== undefined) return found;
  throw new ServiceError("not_found", "this invitation was used, was withdrawn or has expired; ask for a new one");
}

/**
 * Adds an invitation and removes earlier invitations for the same email address. An invitation without an email address
 * replaces earlier invitations without an email address.
 * @throws {ServiceError} `validation_error` for too many open invitations or a name that is already in use
 */
export function withInvitation(team: Team, invitation: Invitation, now: number): Team {
  const others = team.invitations.filter(({ email, expires_at }) => expires_at > now && email !== invitation.email);
  if (others.length >= MOST.invitations)
    throw validationError("email", `a shop has at most ${MOST.invitations} open invitations; withdraw some`);
  if (invitation.name !== null) refuseTakenName(team, invitation.name, invitation.email);
  return { ...team, invitations: [...others, invitation] };
}

/**
 * Removes an invitation from a team.
 * @param id prefix of the invitation's hash, as shown to users
 */
export const withoutInvitation = (team: Team, id: string): Team => ({
  ...team,
  invitations: team.invitations.filter((one) => invitationId(one) !== id),
});

export const invitationId = ({ hash }: Pick<Invitation, "hash">): string => hash.slice(0, 12);

/**
 * Turns an invitation into a membership. An invitation can be accepted only once.
 * @throws {ServiceError} `not_found`, `validation_error`, `conflict`
 */
export function withAccepted(team: Team, invitation: Invitation, who: Pick<Member, "email" | "name">, now: number) {
  invitationOf(team, invitation.hash, now);
  const invitations = team.invitations.filter(({ hash }) => hash !== invitation.hash);
  return withMember({ ...team, invitations }, { ...who, role: invitation.role });
}

/**
 * Adds a member, or changes a member's name or role.
 * @throws {ServiceError} `validation_error`; `conflict` for the last owner
 */
export function withMember(team: Team, member: Member): Team {
  const others = team.members.filter(({ email }) => email !== member.email);
  if (others.length >= MOST.members) throw validationError("email", `a shop has at most ${MOST.members} members`);
  refuseTakenName(team, member.name, member.email);
  return keepingAnOwner(team, { ...team, members: [...others, member] });
}

/**
 * Removes a member from a team.
 * @throws {ServiceError} `conflict` if the member is the last owner
 */
export const withoutMember = (team: Team, email: string): Team =>
  keepingAnOwner(team, { ...team, members: team.members.filter((one) => one.email !== email) });

function keepingAnOwner(before: Team, after: Team): Team {
  if (!hasOwner(before) || hasOwner(after)) return after;
  throw new ServiceError("conflict", "this is the only owner; make another member an owner first");
}

function refuseTakenName({ members }: Team, name: string, email: string | null): void {
  const folded = (text: string) => text.trim().normalize("NFKC").toLowerCase();
  if (members.some((one) => one.email !== email && folded(one.name) === folded(name))) {
    throw validationError("name", `another member has the name ${name.trim()}; choose a different one`);
  }
}
