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
  /** The same object as long as the client does not change, so what is derived from it can be kept beside it. */
  readonly storefront: Storefront;
  /** Names the key in logs and limits without telling it. */
  readonly key_id: string;
}

/**
 * All clients and keys of this installation, in memory: a request costs no call of the engine. A change made by any
 * process counts after two seconds at the latest; while the engine is away, what was known serves.
 */
export interface Directory {
  /**
   * The holder of a key; undefined for no key, an unknown and a revoked one.
   * @throws EngineUnavailableError when it cannot be read
   */
  findKey(key: string): Promise<KeyHolder | undefined>;
  /** The same by the key's hash, of what remembers no key. */
  findHolder(hash: string): Promise<KeyHolder | undefined>;
  /** @throws EngineUnavailableError when an unknown id cannot be looked up */
  findStorefront(clientId: string): Promise<Storefront | undefined>;
  /** All storefronts, as they are known. @throws EngineUnavailableError when none have been read yet */
  listStorefronts(): Promise<readonly Storefront[]>;
  /** Makes a change that was just written count in this process at once; when the engine is away, as soon as it is back. */
  refresh(): Promise<void>;
}

export function createDirectory(context: Context): Directory {
  const onFailure = warned(context, "clients cannot be read; what is known serves");
  const snapshot = createRefreshed<Snapshot>(context.elapsed, (known) => load(context.engine, known), onFailure);

  /**
   * An unknown name may have been added a moment ago, so it is read once more; such reads are few, however many
   * requests come.
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
  /** By hash; revoked ones too, so that using one needs no second look. */
  readonly keys: ReadonlyMap<string, { readonly hash: string; readonly revoked: boolean; readonly holder: KeyHolder }>;
}

async function load(engine: Engine, previous: Snapshot | undefined): Promise<Snapshot> {
  // Read before the clients: a change in between is then found by the next look instead of never.
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
 * Differs whenever any client differs: every write gives its document a higher sequence number than any before, and the
 * latest change distinguishes an index from one that was deleted and filled again in the same order.
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
