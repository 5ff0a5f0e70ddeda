import { SESSION_PAUSE_MS } from "../behaviour/visited.js";
import type { LeafTypes } from "../catalog/leaves.js";
import type { FrozenTaste, Viewed } from "../personalization/personalizer.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import type { Filter } from "../filters/filter.js";
import type { Taxonomy } from "../catalog/taxonomy.js";
import type { Seed } from "./seed.js";

/** What recommenders start from: who is asking, and what the page is about. The same for all slots of an answer. */
export interface Situation {
  readonly client_id: string;
  readonly configuration: StorefrontConfiguration;
  readonly leaves: LeafTypes;
  readonly taxonomy: Taxonomy;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The products that the request names, whether the catalogue has them or not. */
  readonly named: readonly string[];
  /** Those that it has, inactive ones too, oldest first. */
  readonly seeds: readonly Seed[];
  /** The seeds; without any, what the device has looked at last. */
  readonly focus: readonly Seed[];
  /** What products are like for those whom the focus is made for; undefined: all are. */
  readonly department: Filter | undefined;
  /** Products of the device's running session and the seeds after them, oldest first, each once. */
  readonly session: readonly string[];
  /** What the device has looked at, latest first. */
  readonly viewed: readonly Viewed[];
  /** Null for a shopper of whom nothing is known. */
  readonly taste: FrozenTaste | null;
  /** What the shopper was looking for; empty where the page does not say. */
  readonly words: string;
}

/** @param viewed latest first @param seeds oldest first @param at milliseconds since 1970 */
export function sessionOf(viewed: readonly Viewed[], seeds: readonly string[], at: number): string[] {
  const running: string[] = [];
  let later = at;
  for (const product of viewed) {
    if (later - product.at > SESSION_PAUSE_MS) break;
    running.push(product.id);
    later = product.at;
  }
  const named = new Set(seeds);
  return [...running.reverse().filter((id) => !named.has(id)), ...seeds];
}
