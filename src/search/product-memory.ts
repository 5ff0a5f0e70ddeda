import type { LearntSource } from "../catalog/document.js";
import { editionKey, type Edition } from "../catalog/edition.js";
import { createFreshMemory } from "../fresh-memory.js";

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

/** @param now milliseconds on a clock that never goes back */
export function createProductMemory({
  maxBytes,
  now,
}: {
  readonly maxBytes: number;
  readonly now: () => number;
}): ProductMemory {
  // As JSON: parsed, thousands of products are a million objects, each of which every collection of the heap looks at.
  const entries = createFreshMemory<string | null>({ maxBytes, bytesOf, freshMs: FRESH_MS, now });

  return {
    has: (catalog, id) => entries.get(editionKey(catalog, id)) !== undefined,
    recall(catalog, id) {
      const product = entries.get(editionKey(catalog, id));
      return typeof product === "string" ? (JSON.parse(product) as Product) : product;
    },
    remember(catalog, asked, found) {
      const byId = new Map(found.map((product) => [product.source.product_identifier, JSON.stringify(product)]));
      for (const id of asked) entries.set(editionKey(catalog, id), byId.get(id) ?? null);
    },
  };
}

const bytesOf = (product: string | null, key: string): number =>
  ENTRY_BYTES + 2 * (key.length + (product?.length ?? 0));
