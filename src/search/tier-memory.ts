import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { editionKey, type Edition } from "../catalog/edition.js";
import type { Ranked } from "./body.js";
import { searchRulesFor } from "./text/synonyms.js";
import type { TextTier } from "./text/text-rules.js";
import { wordsOf } from "./text/words.js";

/** How a search was answered. */
export interface AnsweredTier {
  /** The first of the tiers that found most. */
  readonly tier: TextTier;
  /** Products that it found. */
  readonly total: number;
  /** Products that have all words. */
  readonly all_words: number;
}

/**
 * Which tier answered a search while the catalogue is the same. Many shoppers type the same words; who comes after the first
 * of them is answered by the tier that found enough, without asking the ones before it again.
 */
export interface TierMemory {
  /** Undefined where nothing is known. */
  recall(key: string): AnsweredTier | undefined;
  keep(key: string, answered: AnsweredTier): void;
}

export function createTierMemory({ maxSearches }: { readonly maxSearches: number }): TierMemory {
  const kept = new LRUCache<string, AnsweredTier>({ max: maxSearches });
  return {
    recall: (key) => kept.get(key),
    keep(key, answered) {
      kept.set(key, answered);
    },
  };
}

/** Of all that decides how many products the tiers find; facets and order do not. @param enough products that are enough */
export function tierKey(catalog: Edition, query: string, ranked: Ranked, enough: number): string {
  const { request, configuration, plan } = ranked;
  const { words } = wordsOf(query);
  const rules = searchRulesFor(query, configuration);
  // Selections are among the conditions, but what is found without them may be enough.
  const deciding = [
    words,
    rules,
    configuration.field_weights,
    plan.conditions.matching,
    [...request.selections],
    enough,
  ];
  return editionKey(catalog, createHash("sha1").update(JSON.stringify(deciding)).digest("base64"));
}
