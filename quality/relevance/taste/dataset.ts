import type { Basket } from "./basket.js";

/** A catalogue with recorded shopper actions. */
export interface Dataset {
  readonly name: string;
  /** Notes for the report. */
  readonly notes: readonly string[];
  /** Lines of the product feed, without newlines. */
  readonly feed: readonly string[];
  /** A storefront configuration document. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /**
   * Default number of examined listing positions. Covers the whole catalogue unless the evaluation would take too long.
   */
  readonly depth: number;
  /** Baskets, oldest first. */
  readonly baskets: readonly Basket[];
}
