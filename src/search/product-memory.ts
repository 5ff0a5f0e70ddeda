import { LRUCache } from "lru-cache";
import type { LearntSource } from "../catalog/document.js";
import { editionKey, type Edition } from "../catalog/edition.js";

/** A product as the catalogue has it, sold or not. */
export interface Product {
  readonly source: LearntSource;
  /** Taste tokens, see `catalog/taste-tokens.ts`. */
  readonly tokens: readonly string[];
}

/** Products that this process has read lately: pages are about, and recommend, the same few again and again. */
export interface ProductMemory {
  has(catalog: Edition, id: string): boolean;
  /** Undefined: not known here. Null: the catalogue does not have it. */
  recall(catalog: Edition, id: string): Product | null | undefined;
  /** @param asked identifiers that were looked for; those that are not among `found` do not exist */
  remember(catalog: Edition, asked: readonly string[], found: readonly Product[]): void;
}

/** What no edition tells of (what was learnt of products, the batches of a job that failed) is so old at most. */
const FRESH_MS = 60_000;
/** Of an entry beside its product: key, list nodes, numbers. */
const ENTRY_BYTES = 300;

interface Entry {
  readonly readAt: number;
  /** As JSON: parsed, thousands of products are a million objects, each of which every collection of the heap looks at. */
  readonly product: string | null;
}

/** @param now milliseconds on a clock that never goes back */
export function createProductMemory({
  maxBytes,
  now,
}: {
  readonly maxBytes: number;
  readonly now: () => number;
}): ProductMemory {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: sizeOf });

  function fresh(catalog: Edition, id: string): Entry | undefined {
    const entry = entries.get(editionKey(catalog, id));
    return entry === undefined || now() - entry.readAt > FRESH_MS ? undefined : entry;
  }

  return {
    has: (catalog, id) => fresh(catalog, id) !== undefined,
    recall(catalog, id) {
      const entry = fresh(catalog, id);
      if (entry === undefined) return undefined;
      return entry.product === null ? null : (JSON.parse(entry.product) as Product);
    },
    remember(catalog, asked, found) {
      const byId = new Map(found.map((product) => [product.source.product_identifier, JSON.stringify(product)]));
      const readAt = now();
      for (const id of asked) entries.set(editionKey(catalog, id), { readAt, product: byId.get(id) ?? null });
    },
  };
}

const sizeOf = ({ product }: Entry, key: string): number => ENTRY_BYTES + 2 * (key.length + (product?.length ?? 0));
