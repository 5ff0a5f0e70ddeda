import { getDocument, putDocument } from "../engine/documents.js";
import { type Engine, unlessAbsent } from "../engine/engine.js";
import { searchDocuments } from "../engine/search-documents.js";
import { ServiceError } from "../errors.js";
import { formatErrorCount } from "../schema/validation-errors.js";
import { checkConfiguration } from "./check-configuration.js";
import { clientIdOf, type KeyKind, parseOrigin, type Storefront } from "./client.js";
import type { Language } from "../languages/index.js";
import { DEFAULT_CONFIGURATION, type ConfigurationDocument } from "./configuration.js";
import { createKey, hashKey, isKey, type StoredKey } from "./keys.js";
import { clientsIndex, toStorefront, type StoredClient } from "./stored-client.js";
import { changeKeys, noClient, type ClientsDeps } from "./write-client.js";

export type { ClientsDeps };

export interface NewClient {
  readonly name: string;
  /** Origins of pages that may call the service from a browser. */
  readonly origins?: readonly string[];
  /** Configuration document of the storefront. Default: the default configuration. */
  readonly configuration?: unknown;
}

export interface AddedClient {
  readonly client_id: string;
  /** The complete public key. Neither the public nor the private key can be retrieved later. */
  readonly public_key: string;
  readonly private_key: string;
}

/**
 * Adds a client with one key of each kind.
 * @throws {ServiceError} validation_error for an invalid name, origin or configuration, or if the client id already exists
 */
export async function addClient(deps: ClientsDeps, client: NewClient): Promise<AddedClient> {
  const client_id = clientIdOf(client.name);
  const now = deps.now();
  const publicKey = createKey("public", now);
  const privateKey = createKey("private", now);
  const configuration = checkedDocument(client.configuration ?? {});
  const stored: StoredClient = {
    client_id,
    name: client.name,
    origins: [...new Set((client.origins ?? []).map(parseOrigin))],
    keys: [publicKey.stored, privateKey.stored],
    configuration,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  const outcome = await putDocument(deps.engine, indexOf(deps), client_id, stored, "absent", true);
  if (outcome === "conflict") throw new ServiceError("validation_error", `client \`${client_id}\` already exists`);
  return { client_id, public_key: publicKey.key, private_key: privateKey.key };
}

/**
 * Adds a key to a client.
 * @returns the new key, which cannot be retrieved later
 * @throws {ServiceError} not_found if the client does not exist
 */
export async function addKey(deps: ClientsDeps, clientId: string, kind: KeyKind): Promise<string> {
  const { key, stored } = createKey(kind, deps.now());
  await changeKeys(deps, clientId, (keys) => [...keys, stored]);
  return key;
}

export type Revocation =
  | { readonly outcome: "revoked" | "revoked_before"; readonly client_id: string; readonly key: StoredKey }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "ambiguous"; readonly client_ids: readonly string[] };

/** Revokes the key with the given value or prefix. A prefix shared by several keys is reported as ambiguous. */
export async function revokeKey(deps: ClientsDeps, keyOrPrefix: string): Promise<Revocation> {
  const matches = isKey(keyOrPrefix) ? hasHash(hashKey(keyOrPrefix)) : hasPrefix(keyOrPrefix);
  const found = (await listClients(deps)).flatMap(({ client_id, keys }) =>
    keys.filter(matches).map((key) => ({ client_id, key })),
  );
  const [only, ...others] = found;
  if (only === undefined) return { outcome: "unknown" };
  if (others.length > 0) return { outcome: "ambiguous", client_ids: [...new Set(found.map((one) => one.client_id))] };
  if (only.key.revoked_at !== null) return { outcome: "revoked_before", ...only };
  const key: StoredKey = { ...only.key, revoked_at: deps.now().toISOString() };
  await changeKeys(deps, only.client_id, (keys) =>
    keys.map((one) => (one.hash === key.hash ? { ...key, revoked_at: one.revoked_at ?? key.revoked_at } : one)),
  );
  return { outcome: "revoked", client_id: only.client_id, key };
}

const hasHash = (hash: string) => (key: StoredKey) => key.hash === hash;
const hasPrefix = (prefix: string) => (key: StoredKey) => key.prefix === prefix;

/** All clients, sorted by id; empty if the index does not exist yet. */
export async function listClients(deps: { readonly engine: Engine }): Promise<StoredClient[]> {
  const index = clientsIndex(deps.engine.prefix);
  const clients: StoredClient[] = [];
  for (;;) {
    const last = clients.at(-1);
    const found = await unlessAbsent(
      searchDocuments<StoredClient>(deps.engine, index, {
        size: PAGE,
        sort: [{ client_id: "asc" }],
        ...(last === undefined ? {} : { search_after: [last.client_id] }),
      }),
    );
    const page = found?.hits.hits ?? [];
    clients.push(...page.map((hit) => hit._source));
    if (page.length < PAGE) return clients;
  }
}

const PAGE = 500;

/** The languages that need catalogue templates: the languages of all storefronts and the default language. */
export async function languagesInUse(deps: { readonly engine: Engine }): Promise<Language[]> {
  const clients = await listClients(deps);
  const { language: fallback } = DEFAULT_CONFIGURATION;
  return [...new Set([fallback, ...clients.map(({ configuration }) => configuration.language ?? fallback)])];
}

/**
 * Reads a storefront from the engine. This function is used by jobs; requests use the directory. Returns undefined if the client does not
 * exist.
 */
export async function getStorefront(
  deps: { readonly engine: Engine },
  clientId: string,
): Promise<Storefront | undefined> {
  const found = await getDocument<StoredClient>(deps.engine, clientsIndex(deps.engine.prefix), clientId);
  return found && toStorefront(found.source);
}

/** The live configuration as submitted, and the id of its publication. The id is null before the first publication. */
export interface Live {
  readonly publication: string | null;
  readonly configuration: ConfigurationDocument;
}

/** Reads the live configuration of a client from the engine. @throws {ServiceError} not_found if the client does not exist */
export async function getLive(deps: { readonly engine: Engine }, clientId: string): Promise<Live> {
  const { publication = null, configuration } = await getClient(deps, clientId);
  return { publication, configuration };
}

/** Reads a client from the engine. @throws {ServiceError} not_found if the client does not exist */
export async function getClient(deps: { readonly engine: Engine }, clientId: string): Promise<StoredClient> {
  const found = await getDocument<StoredClient>(deps.engine, clientsIndex(deps.engine.prefix), clientId);
  if (found === undefined) throw noClient(clientId);
  return found.source;
}

/** Validates a configuration document. @throws {ServiceError} validation_error that lists all problems of the document */
export function checkedDocument(json: unknown): StoredClient["configuration"] {
  const checked = checkConfiguration(json);
  if ("document" in checked) return checked.document;
  const { errors } = checked;
  throw new ServiceError("validation_error", `the configuration has ${formatErrorCount(errors)}`, { errors });
}

const indexOf = (deps: ClientsDeps) => clientsIndex(deps.engine.prefix);
