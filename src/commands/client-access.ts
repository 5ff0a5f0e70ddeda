import type { Engine } from "../engine/engine.js";
import { addClient, addKey, listClients } from "../storefront/clients.js";
import { hashKey } from "../storefront/keys.js";

export interface ClientKeys {
  readonly public_key: string;
  readonly private_key: string;
}

export interface EnsuredClient extends ClientKeys {
  /** Whether it is new, with the configuration that was given. */
  readonly isNew: boolean;
}

/**
 * Makes sure that a client exists and that its keys are known here. Keys are shown once and stored as hashes, so lost ones
 * are replaced by new ones.
 * @param known the keys as they were written down, if they were
 * @param configuration of a new client
 */
export async function ensureClient(
  engine: Engine,
  clientId: string,
  known: ClientKeys | undefined,
  configuration: unknown,
): Promise<EnsuredClient> {
  const deps = { engine, now: () => new Date() };
  const client = (await listClients({ engine })).find(({ client_id }) => client_id === clientId);
  if (client === undefined) {
    const added = await addClient(deps, { name: clientId, configuration });
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
