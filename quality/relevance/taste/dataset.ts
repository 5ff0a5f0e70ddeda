import type { Basket } from "./basket.js";

/** A catalogue and what shoppers did with it. */
export interface Dataset {
  readonly name: string;
  /** Notes for readers of the figures. */
  readonly notes: readonly string[];
  /** Lines of the product feed, without newlines. */
  readonly feed: readonly string[];
  /** A storefront configuration document. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** How far down to look for what was chosen, unless told otherwise: all of the catalogue where that takes no time. */
  readonly depth: number;
  /** Oldest first. */
  readonly baskets: readonly Basket[];
}
