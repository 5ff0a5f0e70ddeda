import { fnv1a } from "../lib/text-hash.js";
import type { Scalar } from "./fields.js";

/** A catalogue's products as a job has left them: what is read of products belongs to the edition it was read in. */
export interface CatalogVersion {
  /** The generation to search. All reads of a request go to this one index. */
  readonly index: string;
  /** The name of the catalogue, which is the same for all its generations. The index, unless given. */
  readonly catalog?: string;
  /** A higher one with every job that changed something. */
  readonly catalogVersion: number;
  /** Without, nothing is known of what editions have changed. */
  readonly changes?: Changes;
}

/** A value that products have of a leaf, as a number, see `tags.ts`. What depends on products with that value alone carries it. */
export type Tag = number;

/** The name of a catalogue in cache keys. */
export const catalogOf = ({ index, catalog = index }: CatalogVersion): string => catalog;

/** Results for more products than this are served from the cache while the engine reads them again. */
const MANY_PRODUCTS = 50_000;

export const areMany = (products: number): boolean => products > MANY_PRODUCTS;

/** The tags that editions changed, as far back as is known. */
interface Changes {
  /** The latest edition that changed everything, or whose changes are unknown. */
  readonly everything: number;
  /** The latest edition after that one which changed a product with the tag, by tag. */
  readonly tags: ReadonlyMap<Tag, number>;
}

/**
 * The tag of a value as filters compare it: "true" and true have the same tag. If two values share a tag by accident, more products are
 * read again than necessary.
 */
export const tagOf = (field: string, value: Scalar): Tag => fnv1a(`${field}\0${String(value)}`);

/** Of what depends on one product, whether it exists or is sold or not. */
export const productTag = (id: string): Tag => tagOf("product_identifier", id);

interface Read {
  /** That was live before it was read. */
  readonly catalogVersion: number;
  /** The tags it depends on; undefined: on all products. */
  readonly tags: readonly Tag[] | undefined;
}

export function isStillValid(live: CatalogVersion, read: Read): boolean {
  if (read.catalogVersion >= live.catalogVersion) return true;
  const { changes } = live;
  if (changes === undefined || read.tags === undefined || read.catalogVersion < changes.everything) return false;
  return read.tags.every((tag) => (changes.tags.get(tag) ?? 0) <= read.catalogVersion);
}

/** The tags that one edition changed, as stored in the catalogue's state. */
export interface CatalogVersionChange {
  readonly catalogVersion: number;
  /** Of its products before and after; null: everything may have changed. */
  readonly tags: readonly Tag[] | null;
}

/**
 * The most editions that a state lists. Every process reads the state several times a second, for every catalogue in
 * use.
 */
const MAX_CATALOG_VERSIONS = 16;
const MAX_TAGS = 4_000;
/** The most tags of one edition: a larger change affects nearly every listing. */
export const MAX_TAGS_OF_CATALOG_VERSION = 1_000;
/**
 * The most tags that a process keeps for one catalogue, having followed it for longer than its state lists: about 1 MB.
 */
const MAX_KNOWN_TAGS = 10_000;

/** The changes of a state after another edition; the oldest are dropped. */
export function withChange(
  reported: readonly CatalogVersionChange[],
  { catalogVersion, tags }: CatalogVersionChange,
): CatalogVersionChange[] {
  // After a change of everything, earlier changes no longer matter.
  if (tags === null || tags.length > MAX_TAGS_OF_CATALOG_VERSION) return [{ catalogVersion, tags: null }];
  const kept = [...reported, { catalogVersion, tags }].slice(-MAX_CATALOG_VERSIONS);
  let total = kept.reduce((sum, one) => sum + (one.tags?.length ?? 0), 0);
  while (total > MAX_TAGS) total -= kept.shift()?.tags?.length ?? 0;
  return kept;
}

/**
 * The changes known in an edition: those its state lists, and before them those known in an earlier edition. An edition
 * that the state does not list has changed everything.
 */
export function changesIn(
  catalogVersion: number,
  reported: readonly CatalogVersionChange[],
  known: Pick<CatalogVersion, "catalogVersion" | "changes"> = { catalogVersion: -1 },
): Changes {
  const tags = new Map<Tag, number>();
  for (let at = catalogVersion, place = reported.length - 1; ; at -= 1, place -= 1) {
    if (at === known.catalogVersion && known.changes !== undefined) {
      const { everything, tags: older } = known.changes;
      const all = new Map([...older, ...tags]);
      return all.size > MAX_KNOWN_TAGS ? { everything: at, tags } : { everything, tags: all };
    }
    const change = reported[place];
    if (change?.catalogVersion !== at || change.tags === null) return { everything: at, tags };
    for (const tag of change.tags) if (!tags.has(tag)) tags.set(tag, at);
  }
}
