/** What the last visit of a session was, seen from the visits before it. */
export type VisitKind = 0 | 1 | 2 | 3;

/** The only visit. */
export const FIRST: VisitKind = 0;
/** The product had not been visited before. */
export const FRESH: VisitKind = 1;
/** It was visited just before, too. */
export const REPEATED: VisitKind = 2;
/** It was visited before, others in between. */
export const RETURNED: VisitKind = 3;

/** The different products of a session, the one visited last first. */
export class Trail {
  readonly products: number[] = [];
  /** Visits to each of them. */
  readonly visits: number[] = [];
  lastVisit: VisitKind = FIRST;
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
    if (length === 1) this.lastVisit = FIRST;
    else if (items[start + length - 1] === items[start + length - 2]) this.lastVisit = REPEATED;
    else this.lastVisit = this.visits[0] === 1 ? FRESH : RETURNED;
  }
}
