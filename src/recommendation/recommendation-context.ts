import { SESSION_PAUSE_MS } from "../behaviour/index.js";
import type { FieldTypes } from "../catalog/fields.js";
import type { Viewed } from "../personalization/personalizer.js";
import type { TasteSnapshot } from "../personalization/taste/snapshot.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import type { Filter } from "../filters/filter.js";
import type { Taxonomy } from "../catalog/taxonomy.js";
import type { Seed } from "./seed.js";

/** The data about the shopper and the page that recommenders use. All slots of a response use the same data. */
export interface RecommendationContext {
  readonly client_id: string;
  readonly configuration: StorefrontConfiguration;
  readonly fields: FieldTypes;
  readonly taxonomy: Taxonomy;
  /** Time of the request, in milliseconds since 1970. */
  readonly at: number;
  /** Identifiers of the products that the request names, including unknown products. */
  readonly named: readonly string[];
  /** Products that the request names and the catalogue contains, including inactive products, oldest first. */
  readonly seeds: readonly Seed[];
  /** The seed products, or the last viewed product if the request has no seed products. */
  readonly focus: readonly Seed[];
  /** For each product in focus, popular products of its categories. Empty if no recommender needs these popular products. */
  readonly alike: ReadonlyMap<string, readonly string[]>;
  /** Products of other types that are usually visited together with a product in focus. Empty in fashion shops. */
  readonly complements: ReadonlySet<string>;
  /** Filter for products of the same department as the products in focus; undefined if departments are not restricted. */
  readonly department: Filter | undefined;
  /** The products visited in the device's running session, followed by the seed products, oldest first. */
  readonly session: readonly string[];
  /** The products that the device viewed, latest first. */
  readonly viewed: readonly Viewed[];
  /** The shopper's taste, or null for an unknown shopper. */
  readonly taste: TasteSnapshot | null;
  /** Whether the shopper's taste is missing, because the taste profile was not available in time. */
  readonly without_taste: boolean;
  /** The search query of the shopper, or an empty string. */
  readonly words: string;
}

/**
 * Returns the products of a device's current session, oldest first. Combines the session in memory with later product views in the taste
 * profile and with the seed products.
 * @param running the running session in memory, oldest first, including repeated visits
 * @param viewed distinct products of the taste profile, latest first
 * @param seeds identifiers of the seed products, oldest first
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
