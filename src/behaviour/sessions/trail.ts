/** How a session came to the product that it visited last. */
export type Reach = 0 | 1 | 2 | 3;

export const FIRST: Reach = 0;
/** The product had not been visited before. */
export const FRESH: Reach = 1;
/** It was visited just before, too. */
export const REPEATED: Reach = 2;
/** It was visited before, others in between. */
export const RETURNED: Reach = 3;

/** The different products of a session, the one visited last first. */
export class Trail {
  readonly products: number[] = [];
  /** Visits to each of them. */
  readonly visits: number[] = [];
  reach: Reach = FIRST;
  /** Visits to all of them. */
  length = 0;

  /** Looks at `items[start]` … `items[start + length − 1]`, of which there is at least one. */
  read(items: ArrayLike<number>, start: number, length: number): void {
    this.length = length;
    this.products.length = 0;
    this.visits.length = 0;
    for (let slot = start + length - 1; slot >= start; slot -= 1) {
      const product = items[slot]!;
      const place = this.products.indexOf(product);
      if (place >= 0) this.visits[place]! += 1;
      else {
        this.products.push(product);
        this.visits.push(1);
      }
    }
    if (length === 1) this.reach = FIRST;
    else if (items[start + length - 1] === items[start + length - 2]) this.reach = REPEATED;
    else this.reach = this.visits[0] === 1 ? FRESH : RETURNED;
  }
}
