import { fnv1a } from "../lib/text-hash.js";
import type { Scalar } from "./fields.js";

/** A version of a catalogue's products, created by a job. Cached data belongs to the version from which it was read. */
export interface CatalogVersion {
  /** The index (catalogue generation) to search. All reads of a request use this index. */
  readonly index: string;
  /** The name of the catalogue, which is the same for all catalogue generations. Default: the name of the index. */
  readonly catalog?: string;
  /** Version number, which increases with every job that changes products. */
  readonly catalogVersion: number;
  /** The recent changes of the catalogue; absent if they are unknown. */
  readonly changes?: Changes;
}

/** Hash of a field and one of its values, see `tags.ts`. Cached data that depends only on products with this value is tagged with this hash. */
export type Tag = number;

/** The name of a catalogue in cache keys. */
export const catalogOf = ({ index, catalog = index }: CatalogVersion): string => catalog;

/** Minimum number of products of a large result. Outdated large results are served from the cache while they are reloaded. */
const MANY_PRODUCTS = 50_000;

export const areMany = (products: number): boolean => products > MANY_PRODUCTS;

/** The tags of the products that recent catalogue versions changed. */
interface Changes {
  /** The latest catalogue version that changed all products or whose changes are unknown. */
  readonly everything: number;
  /** For each tag, the latest catalogue version that changed a product with the tag. Contains only versions after `everything`. */
  readonly tags: ReadonlyMap<Tag, number>;
}

/**
 * Returns the tag of a field value. Values that filters treat as equal, such as "true" and true, have the same tag. A hash collision only
 * causes unnecessary reads.
 */
export const tagOf = (field: string, value: Scalar): Tag => fnv1a(`${field}\0${String(value)}`);

/** Returns the tag of data that depends on a single product. The product need not exist or be active. */
export const productTag = (id: string): Tag => tagOf("product_identifier", id);

interface Read {
  /** The live catalogue version before the read. */
  readonly catalogVersion: number;
  /** The tags that the data depends on; undefined if the data depends on all products. */
  readonly tags: readonly Tag[] | undefined;
}

export function isStillValid(live: CatalogVersion, read: Read): boolean {
  if (read.catalogVersion >= live.catalogVersion) return true;
  const { changes } = live;
  if (changes === undefined || read.tags === undefined || read.catalogVersion < changes.everything) return false;
  return read.tags.every((tag) => (changes.tags.get(tag) ?? 0) <= read.catalogVersion);
}

/** The tags of the products that one catalogue version changed, as stored in the catalogue's state. */
export interface CatalogVersionChange {
  readonly catalogVersion: number;
  /** Tags that changed products had before or have after the change; null if all products may have changed. */
  readonly tags: readonly Tag[] | null;
}

/**
 * Maximum number of catalogue versions whose changes are stored in the state, which every process reads several times per second for every
 * catalogue in use.
 */
const MAX_CATALOG_VERSIONS = 16;
const MAX_TAGS = 4_000;
/** Maximum number of tags stored for one catalogue version; with more tags, all products count as changed. */
export const MAX_TAGS_OF_CATALOG_VERSION = 1_000;
/** Maximum number of tags per catalogue that a process keeps in memory; this number of tags takes about 1 MB. */
const MAX_KNOWN_TAGS = 10_000;

/** Adds the change of a new version to the stored changes and removes the oldest changes above the limits. */
export function withChange(
  reported: readonly CatalogVersionChange[],
  { catalogVersion, tags }: CatalogVersionChange,
): CatalogVersionChange[] {
  // If all products changed, earlier changes are no longer needed.
  if (tags === null || tags.length > MAX_TAGS_OF_CATALOG_VERSION) return [{ catalogVersion, tags: null }];
  const kept = [...reported, { catalogVersion, tags }].slice(-MAX_CATALOG_VERSIONS);
  let total = kept.reduce((sum, one) => sum + (one.tags?.length ?? 0), 0);
  while (total > MAX_TAGS) total -= kept.shift()?.tags?.length ?? 0;
  return kept;
}

/**
 * Combines the stored changes with the changes known for an earlier version. If the changes of a version are not
 * stored, all products count as changed in that version.
 */
export function changesIn(
  catalogVersion: number,
  reported: readonly CatalogVersionChange[],
  known: Pick<CatalogVersion, "catalogVersion" | "changes"> = { catalogVersion: -1 },
): Changes {
  const tags = new Map<Tag, number>();
  for (let at = catalogVersion, index = reported.length - 1; ; at -= 1, index -= 1) {
    if (at === known.catalogVersion && known.changes !== undefined) {
      const { everything, tags: older } = known.changes;
      const all = new Map([...older, ...tags]);
      return all.size > MAX_KNOWN_TAGS ? { everything: at, tags } : { everything, tags: all };
    }
    const change = reported[index];
    if (change?.catalogVersion !== at || change.tags === null) return { everything: at, tags };
    for (const tag of change.tags) if (!tags.has(tag)) tags.set(tag, at);
  }
}
