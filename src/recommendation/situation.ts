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
  /** Of products in focus, popular ones of the same categories; empty where no recommender wants to know. */
  readonly alike: ReadonlyMap<string, readonly string[]>;
  /** What products are like for those whom the focus is made for; undefined: all are. */
  readonly department: Filter | undefined;
  /** What the device has visited in its running session and the seeds after that, oldest first. */
  readonly session: readonly string[];
  /** What the device has looked at, latest first. */
  readonly viewed: readonly Viewed[];
  /** Null for a shopper of whom nothing is known. */
  readonly taste: FrozenTaste | null;
  /** What the shopper was looking for; empty where the page does not say. */
  readonly words: string;
}

export interface SessionParts {
  /** Latest first, each once. */
  readonly viewed: readonly Viewed[];
  /** What this process knows of the running session, oldest first, with what was come back to. */
  readonly running: readonly string[];
  /** Oldest first. */
  readonly seeds: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a device visits now, oldest first: what is in memory, what taste has heard of since, and what the page is about. */
export function sessionOf({ viewed, running, seeds, at }: SessionParts): string[] {
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
