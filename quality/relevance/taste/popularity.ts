const DAY_MS = 86_400_000;

/**
 * Recent popularity of products: each choice of a product counts 2^(−age / half-life). Weights are relative to a fixed
 * reference time, so that they need no updates as time passes.
 */
export class Popularity {
  private readonly counts = new Map<string, number>();
  private origin: number | undefined;

  constructor(private readonly halfLifeDays: number) {}

  /**
   * Counts products that were chosen at a given time.
   * @param at milliseconds since 1970; must not be earlier than in the previous call
   */
  add(products: Iterable<string>, at: number): void {
    this.origin ??= at;
    const weight = 2 ** ((at - this.origin) / (this.halfLifeDays * DAY_MS));
    for (const id of products) this.counts.set(id, (this.counts.get(id) ?? 0) + weight);
  }

  /** Sorts products by popularity. Products with equal popularity keep their order. */
  rank(order: readonly string[]): string[] {
    const countOf = (id: string) => this.counts.get(id) ?? 0;
    return [...order].sort((a, b) => countOf(b) - countOf(a));
  }
}
