import type { Engine } from "../../engine/engine.js";
import { documentCounts } from "../../engine/indices.js";
import { scan } from "../../engine/point-in-time.js";
import { countDocuments } from "../../engine/search-documents.js";
import { productDigest } from "../digest.js";
import type { DecidedFields } from "../field-scan.js";
import type { FieldTypes } from "../fields.js";
import type { FeedProducts } from "./feed-products.js";

/** Two doc values a product. */
const PAGE = 5_000;

/** A generation with a larger share of deleted documents is built anew: searches pay for them until they are merged away. */
const MAX_DELETED_SHARE = 1 / 5;

const SELLS_NOTHING = productDigest([]);

/** The part of the live generation that a feed leaves unchanged. */
export interface Kept {
  readonly live: string;
  /** Those of the feed, compared. */
  readonly products: FeedProducts;
  /** Live products that do not stay as they are. */
  readonly differing: readonly string[];
  /** Nothing differs, and nothing is new. */
  readonly isEverything: boolean;
}

/**
 * Compares a feed that is the complete catalogue with the live one, whose documents are as they would be made now. By digests: no source
 * is read.
 * @param live its generation, refreshed
 * @param had its leaves
 * @param fieldNames those of the feed
 * @returns undefined when a new generation is built from nothing: so much differs that too much of a copy would be deleted documents
 */
export async function compareWithLive(
  engine: Engine,
  live: string,
  had: FieldTypes,
  fieldNames: DecidedFields,
  products: FeedProducts,
  signal: AbortSignal,
): Promise<Kept | undefined> {
  // A leaf that gives way would stay in a copy.
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

/** So many products may be written anew. @param documents in the engine's own count, as many for each product */
export function mostDiffering(total: number, { live, deleted }: { live: number; deleted: number }): number {
  const room = MAX_DELETED_SHARE * (live + deleted) - deleted;
  return live === 0 ? 0 : Math.max(0, Math.floor((room / live) * total));
}

const SCAN_PAGE = 1_000;

/** The identifiers of all products of an index, a page at a time. */
export async function* allIdentifiers(engine: Engine, index: string): AsyncGenerator<string[], void, undefined> {
  for await (const hits of scan(engine, index, SCAN_PAGE, { idsOnly: true })) yield hits.map((hit) => hit._id);
}
