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
  /** Default number of examined positions; the whole catalogue if that is fast enough. */
  readonly depth: number;
  /** Oldest first. */
  readonly baskets: readonly Basket[];
}
