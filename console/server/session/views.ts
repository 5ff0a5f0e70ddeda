import type { Directory } from "../../../src/storefront/directory.js";
import type { SignedIn } from "../guards.js";
import { rolesUpTo, type Role } from "../people/roles.js";

/** What pages know of the session. */
export interface SessionView {
  readonly client_id: string;
  /** Of the shop. */
  readonly name: string;
  readonly email: string;
  readonly author: string;
  readonly role: Role;
  /** This role and all below it. */
  readonly may: readonly Role[];
  /** Whether a second person has to approve a draft. */
  readonly needs_approval: boolean;
  /** All shops whose console this person may open. */
  readonly shops: readonly { readonly client_id: string; readonly name: string }[];
  readonly csrf_token: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** What somebody who was invited is told before they accept. */
export interface InvitationView {
  readonly client_id: string;
  /** Of the shop. */
  readonly shop: string;
  /** Null where the invited says it. */
  readonly email: string | null;
  readonly name: string | null;
  readonly role: Role;
  /** Whether they have a password already, which they are asked for; else they choose one. */
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
