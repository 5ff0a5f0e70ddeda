import { SESSION_PAUSE_MS } from "../behaviour/index.js";
import type { FieldTypes } from "../catalog/fields.js";
import type { Viewed } from "../personalization/personalizer.js";
import type { TasteSnapshot } from "../personalization/taste/snapshot.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import type { Filter } from "../filters/filter.js";
import type { Taxonomy } from "../catalog/taxonomy.js";
import type { Seed } from "./seed.js";

/**
 * The context of recommenders: who is asking, and which products the page is about. The same for all slots of a
 * response.
 */
export interface RecommendationContext {
  readonly client_id: string;
  readonly configuration: StorefrontConfiguration;
  readonly fields: FieldTypes;
  readonly taxonomy: Taxonomy;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The products that the request names, whether the catalogue has them or not. */
  readonly named: readonly string[];
  /** Those that it has, inactive ones too, oldest first. */
  readonly seeds: readonly Seed[];
  /** The seeds; without any, what the device has looked at last. */
  readonly focus: readonly Seed[];
  /** For products in focus, popular ones of the same categories; empty where no recommender needs them. */
  readonly alike: ReadonlyMap<string, readonly string[]>;
  /** Products that most sessions have beside one in focus and that are another kind of thing; empty in shops of fashion. */
  readonly complements: ReadonlySet<string>;
  /** The filter for products of the department that the focus belongs to; undefined: all products. */
  readonly department: Filter | undefined;
  /** The products visited in the device's running session, followed by the seeds, oldest first. */
  readonly session: readonly string[];
  /** The products that the device viewed, latest first. */
  readonly viewed: readonly Viewed[];
  /** Null for a shopper of whom nothing is known. */
  readonly taste: TasteSnapshot | null;
  /** Taste could not be had in time. */
  readonly without_taste: boolean;
  /** The words that the shopper searched for; empty where the page gives none. */
  readonly words: string;
}

/**
 * The products of a device's current visit, oldest first: those in memory, those that taste has learned since, and
 * those the page is about.
 * @param running as this process knows it, oldest first, including repeated visits
 * @param viewed latest first, each once
 * @param seeds oldest first
 */
export function sessionOf(
  running: readonly string[],
  viewed: readonly Viewed[],
  seeds: readonly string[],
  at: number,
): string[] {
  const known = new Set(running);
  const heard: string[] = [];
  let later = at;
  for (const product of viewed) {
    if (later - product.at > SESSION_PAUSE_MS || known.has(product.id)) break;
    heard.push(product.id);
    later = product.at;
  }
  const session = [...running, ...heard.reverse()];
  return session.at(-1) === seeds.at(-1) ? [...session.slice(0, -1), ...seeds] : [...session, ...seeds];
}
