import type { Directory } from "../../../src/storefront/directory.js";
import type { SignedIn } from "../guards.js";
import { rolesUpTo, type Role } from "../people/roles.js";

/** Session data that the console's pages use. */
export interface SessionView {
  readonly client_id: string;
  /** Name of the shop. */
  readonly name: string;
  readonly email: string;
  readonly author: string;
  readonly role: Role;
  /** Roles whose permissions the person has: `role` and all lower roles. */
  readonly may: readonly Role[];
  /** Whether publishing a draft requires the approval of a second person. */
  readonly needs_approval: boolean;
  /** All shops whose console the person may open. */
  readonly shops: readonly { readonly client_id: string; readonly name: string }[];
  readonly csrf_token: string;
  /** Expiry time of the session, in milliseconds since 1970. */
  readonly expires_at: number;
}

/** Data of an invitation that is shown before the invitation is accepted. */
export interface InvitationView {
  /** Name of the shop. */
  readonly shop: string;
  /** Email address of the invited person; `null` if the person enters the address when accepting the invitation. */
  readonly email: string | null;
  readonly name: string | null;
  readonly role: Role;
  /** Whether the person must enter the account's existing password. Otherwise the person chooses a new one. */
  readonly has_password: boolean;
}

export async function sessionView(directory: Pick<Directory, "findStorefront">, found: SignedIn): Promise<SessionView> {
  const { session, storefront, member, team, person } = found;
  const shops = await Promise.all(person.shops.map((shop) => directory.findStorefront(shop)));
  return {
    client_id: storefront.client_id,
    name: storefront.name,
    email: member.email,
    author: member.name,
    role: member.role,
    may: rolesUpTo(member.role),
    needs_approval: team.needs_approval,
    shops: shops.flatMap((one) => (one === undefined ? [] : [{ client_id: one.client_id, name: one.name }])),
    csrf_token: session.csrf_token,
    expires_at: session.expires_at,
  };
}
