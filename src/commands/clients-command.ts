import type { Engine } from "../engine/engine.js";
import { addClient, addKey, listClients, revokeKey } from "../storefront/clients.js";
import type { KeyKind } from "../storefront/client.js";
import { CommandError } from "./command-error.js";
import { hashKey } from "../storefront/keys.js";

const now = () => new Date();

export interface AddOptions {
  readonly origin: readonly string[];
  readonly json: boolean;
}

/**
 * Adds a client with the default storefront.
 * @returns the output of the command; the client's keys cannot be shown again later
 */
export async function addClientCommand(engine: Engine, name: string, { origin, json }: AddOptions): Promise<string> {
  const added = await addClient({ engine, now }, { name, origins: origin });
  if (json) return JSON.stringify(added);
  return [
    `Client ${added.client_id} added. Save the keys now; they cannot be shown again.`,
    `  client id    ${added.client_id}`,
    `  public key   ${added.public_key}`,
    `  private key  ${added.private_key}`,
  ].join("\n");
}

/** Adds another key to a client, so that a key can be replaced without interruption. */
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
  if (shown.length === 0) return "There are no clients yet. Add a client with: vitrine clients add NAME";
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

/** @throws {CommandError} if the key is unknown, or if its prefix matches several keys */
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
      throw new CommandError(
        `several keys have this prefix (clients: ${revocation.client_ids.join(", ")}); enter the whole key`,
      );
  }
}

interface ClientKeys {
  readonly public_key: string;
  readonly private_key: string;
}

interface EnsuredClient extends ClientKeys {
  /** Whether the client did not exist before and was created with the proposed configuration. */
  readonly isNew: boolean;
}

/**
 * Creates a client if necessary, and returns valid keys of the client. The service stores keys only as hashes, so lost keys are replaced by
 * new keys.
 * @param known the client's keys that are stored locally, if available
 * @param propose returns the configuration of a new client
 */
export async function ensureClient(
  engine: Engine,
  clientId: string,
  known: ClientKeys | undefined,
  propose: () => unknown,
): Promise<EnsuredClient> {
  const deps = { engine, now: () => new Date() };
  const client = (await listClients({ engine })).find(({ client_id }) => client_id === clientId);
  if (client === undefined) {
    const added = await addClient(deps, { name: clientId, configuration: await propose() });
    return { public_key: added.public_key, private_key: added.private_key, isNew: true };
  }
  const isValid = (key: string) => client.keys.some(({ hash, revoked_at }) => hash === hashKey(key) && !revoked_at);
  if (known !== undefined && isValid(known.public_key) && isValid(known.private_key)) return { ...known, isNew: false };
  return {
    public_key: await addKey(deps, clientId, "public"),
    private_key: await addKey(deps, clientId, "private"),
    isNew: false,
  };
}
