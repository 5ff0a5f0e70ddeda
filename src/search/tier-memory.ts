import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { editionKey, type Edition } from "../catalog/edition.js";

/**
 * How many products each tier of a search found, all words first, while the catalogue is the same. Many shoppers type the same words;
 * who comes after the first of them is answered by the tier that found enough, without asking the ones before it again.
 */
export interface TierMemory {
  /** Undefined where nothing is known. */
  recall(key: string): readonly number[] | undefined;
  /** @param totals of the tiers that were asked, in their order */
  keep(key: string, totals: readonly number[]): void;
}

export function createTierMemory({ maxSearches }: { readonly maxSearches: number }): TierMemory {
  const kept = new LRUCache<string, readonly number[]>({ max: maxSearches });
  return {
    recall: (key) => kept.get(key),
    keep(key, totals) {
      kept.set(key, totals);
    },
  };
}

/** Another one for each edition of the catalogue. @param deciding all that decides how many products the tiers find and how many are enough */
export const tierKey = (catalog: Edition, ...deciding: readonly unknown[]): string =>
  editionKey(catalog, createHash("sha1").update(JSON.stringify(deciding)).digest("base64"));

/** The place of the tier that answers: the first that found most. */
export const answeringTier = (totals: readonly number[]): number => totals.indexOf(Math.max(...totals));
