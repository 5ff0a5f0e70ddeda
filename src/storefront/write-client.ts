import { changeDocument } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { ServiceError } from "../errors.js";
import type { StoredKey } from "./keys.js";
import { clientsIndex, type StoredClient } from "./stored-client.js";

export interface ClientsDeps {
  readonly engine: Engine;
  readonly now: () => Date;
}

/** Changes only the keys of a client. @throws {ServiceError} not_found if the client does not exist */
export const changeKeys = (
  deps: ClientsDeps,
  clientId: string,
  change: (keys: readonly StoredKey[]) => readonly StoredKey[],
): Promise<StoredClient> =>
  changeClient(deps, clientId, (client) => Promise.resolve({ ...client, keys: change(client.keys) }));

/**
 * Changes a client by compare-and-set. Only `publishing/publish.ts` may import this function, because other callers would bypass the checks
 * before publication.
 * @param change returns the changed client; it may be called several times
 * @throws {ServiceError} not_found if the client does not exist; errors of `change` are thrown unchanged
 */
export function changeClient(
  { engine, now }: ClientsDeps,
  clientId: string,
  change: (client: StoredClient) => Promise<StoredClient>,
): Promise<StoredClient> {
  const next = async (client: StoredClient | undefined) => {
    if (client === undefined) throw noClient(clientId);
    const changed = await change(client);
    return changed === client ? client : { ...changed, updated_at: now().toISOString() };
  };
  return changeDocument(engine, clientsIndex(engine.prefix), clientId, next, { refresh: true });
}

export const noClient = (clientId: string) => new ServiceError("not_found", `unknown client \`${clientId}\``);
