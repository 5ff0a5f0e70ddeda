import type { Engine } from "../../engine/engine.js";
import { documentCounts } from "../../engine/indices.js";
import { scan } from "../../engine/scan.js";
import { count } from "../../engine/search.js";
import { productDigest } from "../digest.js";
import type { FeedProducts } from "./feed-products.js";

/** Two doc values a product. */
const PAGE = 5_000;

/** A generation with a larger share of deleted documents is built anew: searches pay for them until they are merged away. */
const MAX_DELETED_SHARE = 1 / 5;

const SELLS_NOTHING = productDigest([]);

export interface Comparing {
  /** The live generation, refreshed. */
  readonly live: string;
  readonly products: FeedProducts;
  /** Whether the feed has leaves that the catalogue did not have. */
  readonly isLeafAdded: boolean;
  readonly signal: AbortSignal;
}

/**
 * Compares a feed that is the complete catalogue with the live one, by digests: no source is read.
 * @returns the live products that differ, or that no line names although they are sold; undefined when there are so many that
 *   too much of a copy would be deleted documents
 */
export async function differingProducts(engine: Engine, comparing: Comparing): Promise<string[] | undefined> {
  const { live, products, isLeafAdded, signal } = comparing;
  if (products.isTooLarge) return undefined;
  const [total, documents] = await Promise.all([count(engine, live), documentCounts(engine, live)]);
  const most = mostDiffering(total, documents);
  const differing: string[] = [];
  for await (const hits of scan(engine, live, PAGE, { fields: ["product_identifier", "digest"] })) {
    signal.throwIfAborted();
    for (const { fields } of hits) {
      const id = fields?.["product_identifier"]?.[0] as string;
      const digest = fields?.["digest"]?.[0] as string | undefined;
      const difference = products.compare(id, digest, isLeafAdded);
      if (difference === "differs" || (difference === "unnamed" && digest !== SELLS_NOTHING)) differing.push(id);
    }
    if (differing.length > most) return undefined;
  }
  return differing;
}

/** So many products may be written anew. @param documents in the engine's own count, as many for each product */
export function mostDiffering(total: number, { live, deleted }: { live: number; deleted: number }): number {
  const room = MAX_DELETED_SHARE * (live + deleted) - deleted;
  return live === 0 ? 0 : Math.max(0, Math.floor((room / live) * total));
}
