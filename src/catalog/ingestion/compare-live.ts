import type { Engine } from "../../engine/engine.js";
import { documentCounts } from "../../engine/indices.js";
import { scan } from "../../engine/point-in-time.js";
import { countDocuments } from "../../engine/search-documents.js";
import { productDigest } from "../digest.js";
import type { DecidedFields } from "../field-scan.js";
import type { FieldTypes } from "../fields.js";
import type { FeedProducts } from "./feed-products.js";

/** Number of products per page. The number is high, because only two values per product are read. */
const PAGE = 5_000;

/**
 * Maximum share of deleted documents among all documents of a copied catalogue generation. Deleted documents slow searches down until the
 * engine removes them in a merge.
 */
const MAX_DELETED_SHARE = 1 / 5;

const SELLS_NOTHING = productDigest([]);

/** The part of the live catalogue that a full feed leaves unchanged. */
export interface Kept {
  readonly live: string;
  /** The products of the feed, marked as changed or unchanged by the comparison. */
  readonly products: FeedProducts;
  /** Ids of the live products that the feed changes. */
  readonly differing: readonly string[];
  /** Whether the feed equals the live catalogue. */
  readonly isEverything: boolean;
}

/**
 * Compares a full feed with the live catalogue by product digests, without reading the stored products. The live documents must have the
 * current build fingerprint.
 * @param live live generation, which must have been refreshed
 * @param had field types of the live generation
 * @param fieldNames field types of the feed
 * @returns `undefined` if a copy would contain too many deleted documents
 */
export async function compareWithLive(
  engine: Engine,
  live: string,
  had: FieldTypes,
  fieldNames: DecidedFields,
  products: FeedProducts,
  signal: AbortSignal,
): Promise<Kept | undefined> {
  // A copy of the live catalogue generation would keep the mapping of a removed field.
  if (products.isTooLarge || [...had.keys()].some((field) => !fieldNames.types.has(field))) return undefined;
  const isFieldAdded = fieldNames.added.size > 0;
  const [total, documents] = await Promise.all([countDocuments(engine, live), documentCounts(engine, live)]);
  const most = mostDiffering(total, documents);
  const differing: string[] = [];
  for await (const hits of scan(engine, live, PAGE, { fields: ["product_identifier", "digest"] })) {
    signal.throwIfAborted();
    for (const { fields } of hits) {
      const id = fields?.["product_identifier"]?.[0] as string;
      const digest = fields?.["digest"]?.[0] as string | undefined;
      const difference = products.compare(id, digest, isFieldAdded);
      if (difference === "differs" || (difference === "unnamed" && digest !== SELLS_NOTHING)) differing.push(id);
    }
    if (differing.length > most) return undefined;
  }
  return { live, products, differing, isEverything: differing.length === 0 && !isFieldAdded && !products.hasNew() };
}

/**
 * Returns the maximum number of products that may be rewritten in a copy of the live catalogue generation.
 * @param documents document counts of the engine, which include nested documents
 */
export function mostDiffering(total: number, { live, deleted }: { live: number; deleted: number }): number {
  const room = MAX_DELETED_SHARE * (live + deleted) - deleted;
  return live === 0 ? 0 : Math.max(0, Math.floor((room / live) * total));
}

const SCAN_PAGE = 1_000;

/** Yields the ids of all products of an index, page by page. */
export async function* allIdentifiers(engine: Engine, index: string): AsyncGenerator<string[], void, undefined> {
  for await (const hits of scan(engine, index, SCAN_PAGE, { idsOnly: true })) yield hits.map((hit) => hit._id);
}
