import type { TimeSlice } from "../../lib/time-slice.js";
import type { ProductSource } from "../product-document.js";
import type { Tag } from "../edition.js";
import { MAX_TAGS_OF_EDITION } from "../edition-changes.js";
import type { LeafTypes } from "../leaves.js";
import { productTags } from "../tags.js";

/** A job that changes more changes everything: looking at each product would cost it more than readers gain. */
const MAX_PRODUCTS = 100;

/** The products that a job has changed, or may have changed, in the live catalogue. */
export class ChangedProducts {
  readonly #products = new Set<string>();
  #tags: Set<Tag> | null = new Set();

  get isEmpty(): boolean {
    return this.#tags?.size === 0;
  }

  /** Of the products, before and after; null for everything. */
  get tags(): readonly Tag[] | null {
    return this.#tags && [...this.#tags];
  }

  addEverything(): void {
    this.#tags = null;
  }

  /** Tells of a product that is about to be written. @param types of the index, as they are then */
  async add(
    before: ProductSource | undefined,
    after: ProductSource,
    types: LeafTypes,
    slice: TimeSlice,
  ): Promise<void> {
    this.#products.add(after.product_identifier);
    if (this.#products.size > MAX_PRODUCTS) this.addEverything();
    for (const product of before === undefined ? [after] : [before, after]) {
      for (const some of productTags(product, types)) {
        if (this.#tags === null) return;
        for (const tag of some) this.#tags.add(tag);
        if (this.#tags.size > MAX_TAGS_OF_EDITION) this.addEverything();
        if (slice.isOver()) await slice.next();
      }
    }
  }
}
