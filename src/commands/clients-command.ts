import type { Engine } from "../engine/engine.js";
import { addClient, addKey, listClients, revokeKey } from "../storefront/clients.js";
import type { KeyKind } from "../storefront/client.js";
import { CommandError } from "./command-error.js";

const now = () => new Date();

export interface AddOptions {
  readonly origin: readonly string[];
  readonly json: boolean;
}

/** Adds a client with the default storefront. @returns what to print; its keys can be seen only here */
export async function addClientCommand(engine: Engine, name: string, { origin, json }: AddOptions): Promise<string> {
  const added = await addClient({ engine, now }, { name, origins: origin });
  if (json) return JSON.stringify(added);
  return [
    `Client ${added.client_id} added. Keep the keys now, they cannot be shown again.`,
    `  client id    ${added.client_id}`,
    `  public key   ${added.public_key}`,
    `  private key  ${added.private_key}`,
  ].join("\n");
}

/** Adds one more key to a client, for replacing one without an interruption. */
export async function addKeyCommand(engine: Engine, clientId: string, kind: KeyKind): Promise<string> {
  return addKey({ engine, now }, clientId, kind);
}

export async function listClientsCommand(engine: Engine, json: boolean): Promise<string> {
  const clients = await listClients({ engine });
  const shown = clients.map(({ client_id, name, origins, created_at, keys }) => ({
    client_id,
    name,
    origins,
    created_at,
    keys: keys.map(({ kind, prefix, created_at, revoked_at }) => ({ kind, prefix, created_at, revoked_at })),
  }));
  if (json) return JSON.stringify(shown, null, 2);
  if (shown.length === 0) return "There are no clients yet: vitrine clients add NAME";
  return shown
    .map(({ client_id, name, origins, keys }) =>
      [
        `${client_id}${name === client_id ? "" : ` (${name})`}`,
        ...(origins.length === 0 ? [] : [`  origins  ${origins.join(", ")}`]),
        ...keys.map(({ kind, prefix, created_at, revoked_at }) => {
          const state = revoked_at === null ? "valid" : `revoked ${revoked_at}`;
          return `  ${kind.padEnd(7)}  ${prefix}…  since ${created_at}  ${state}`;
        }),
      ].join("\n"),
    )
    .join("\n\n");
}

/** @throws CommandError when the key is unknown or its shown beginning fits several */
export async function revokeKeyCommand(engine: Engine, key: string): Promise<string> {
  const revocation = await revokeKey({ engine, now }, key);
  switch (revocation.outcome) {
    case "revoked":
      return `Key ${revocation.key.prefix}… of ${revocation.client_id} is revoked; it stops working within two seconds.`;
    case "revoked_before":
      return `Key ${revocation.key.prefix}… of ${revocation.client_id} was already revoked.`;
    case "unknown":
      throw new CommandError("no client has this key");
    case "ambiguous":
      throw new CommandError(`keys of ${revocation.client_ids.join(", ")} begin like this; give the whole key`);
  }
}
