import { isDeepStrictEqual } from "node:util";
import { type Context, warned } from "../context.js";
import { type Engine, unlessAbsent } from "../engine/engine.js";
import { isClientId, type KeyKind, type Storefront } from "./client.js";
import { listClients } from "./clients.js";
import { hashKey, isKey, sameHash } from "./keys.js";
import { createRefreshed } from "./refreshed.js";
import { clientsIndex, toStorefront, type StoredClient } from "./stored-client.js";

export interface KeyHolder {
  readonly kind: KeyKind;
  /** The storefront. The object stays the same until the client changes, so that it can be a cache key for derived data. */
  readonly storefront: Storefront;
  /** Identifier of the API key in logs and rate limits, which does not expose the key itself. */
  readonly key_id: string;
}

/**
 * In-memory cache of all clients and keys of this installation, so requests need no engine call. Changes by other
 * processes become visible within two seconds. While the engine is unavailable, the cached data is used.
 */
export interface Directory {
  /**
   * Returns the storefront and the kind of an API key; undefined if the key is missing, unknown or revoked.
   * @throws {EngineUnavailableError} if the clients cannot be read
   */
  findKey(key: string): Promise<KeyHolder | undefined>;
  /** Returns the storefront and the kind of an API key by the hash of the key, for callers that do not store the key itself. */
  findHolder(hash: string): Promise<KeyHolder | undefined>;
  /** Returns the storefront of a client. @throws {EngineUnavailableError} if an id that is not cached cannot be looked up */
  findStorefront(clientId: string): Promise<Storefront | undefined>;
  /** Returns all cached storefronts. @throws {EngineUnavailableError} if no storefronts have been loaded yet */
  listStorefronts(): Promise<readonly Storefront[]>;
  /** Reloads the clients, so this process sees a change that was just written. A failed reload is retried by later reads. */
  refresh(): Promise<void>;
}

export function createDirectory(context: Context): Directory {
  const onFailure = warned(context, "failed to load clients; using the loaded ones");
  const snapshot = createRefreshed<Snapshot>(context.elapsed, (known) => load(context.engine, known), onFailure);

  /**
   * Looks up a client or key in the cache. If it is unknown, the cache is reloaded once, because the client or key may be new. The number
   * of reloads is limited regardless of the request rate.
   */
  const find = async <T>(look: (snapshot: Snapshot) => T | undefined): Promise<T | undefined> =>
    look(await snapshot.current()) ?? look(await snapshot.next());

  const findHolder = async (hash: string) => {
    const found = await find(({ keys }) => keys.get(hash));
    if (found === undefined || found.revoked || !sameHash(found.hash, hash)) return undefined;
    return found.holder;
  };

  return {
    findKey: async (key) => (isKey(key) ? findHolder(hashKey(key)) : undefined),
    findHolder,
    async findStorefront(clientId) {
      if (!isClientId(clientId)) return undefined;
      return (await find(({ clients }) => clients.get(clientId)))?.storefront;
    },
    async listStorefronts() {
      return [...(await snapshot.current()).clients.values()].map(({ storefront }) => storefront);
    },
    refresh: () =>
      snapshot.next().then(
        () => undefined,
        () => undefined,
      ),
  };
}

interface Snapshot {
  readonly signature: string;
  readonly clients: ReadonlyMap<string, { readonly stored: StoredClient; readonly storefront: Storefront }>;
  /** API keys by their hashes. Revoked keys are included, so that a request with a revoked key does not cause a reload. */
  readonly keys: ReadonlyMap<string, { readonly hash: string; readonly revoked: boolean; readonly holder: KeyHolder }>;
}

async function load(engine: Engine, previous: Snapshot | undefined): Promise<Snapshot> {
  // The state marker is read before the clients, so the next check detects a change between the two reads.
  const signature = await readSignature(engine);
  if (signature === previous?.signature) return previous;
  const clients = new Map(
    (await listClients({ engine })).map((stored) => {
      const known = previous?.clients.get(stored.client_id);
      const same = known !== undefined && isDeepStrictEqual(known.stored, stored);
      return [stored.client_id, same ? known : { stored, storefront: toStorefront(stored) }];
    }),
  );
  const keys = [...clients.values()].flatMap(({ stored, storefront }) =>
    stored.keys.map(({ hash, kind, revoked_at }) => {
      const holder = { kind, storefront, key_id: `${storefront.client_id}:${hash.slice(0, 12)}` };
      return [hash, { hash, revoked: revoked_at !== null, holder }] as const;
    }),
  );
  return { signature, clients, keys: new Map(keys) };
}

interface SignatureResponse {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: {
    readonly versions: { readonly value: number };
    readonly latest: { readonly value: number | null };
  };
}

/**
 * Returns a value that changes with every write to a client. It contains the document sequence numbers, which every write increases, and
 * the latest change time, which differs if the index was deleted and filled again in the same order.
 */
async function readSignature(engine: Engine): Promise<string> {
  const response = await unlessAbsent(
    engine.call<SignatureResponse>("directory", {
      method: "POST",
      path: `/${encodeURIComponent(clientsIndex(engine.prefix))}/_search`,
      body: {
        size: 0,
        track_total_hits: true,
        aggs: { versions: { sum: { field: "_seq_no" } }, latest: { max: { field: "updated_at" } } },
      },
      timeout: LOOK_TIMEOUT_MS,
    }),
  );
  if (response === undefined) return "no index";
  const { hits, aggregations } = response;
  return `${hits.total.value} ${aggregations.versions.value} ${aggregations.latest.value ?? 0}`;
}

const LOOK_TIMEOUT_MS = 2_000;
