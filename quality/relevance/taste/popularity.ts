const DAY_MS = 86_400_000;

/**
 * The products that all shoppers chose lately: each choice of a product counts 2^(−age / half-life). Kept as if all
 * choices had been made at one fixed time, so that nothing has to be recounted as time passes.
 */
export class Popularity {
  private readonly counts = new Map<string, number>();
  private origin: number | undefined;

  constructor(private readonly halfLifeDays: number) {}

  /** @param at milliseconds since 1970, never before an earlier one */
  add(products: Iterable<string>, at: number): void {
    this.origin ??= at;
    const weight = 2 ** ((at - this.origin) / (this.halfLifeDays * DAY_MS));
    for (const id of products) this.counts.set(id, (this.counts.get(id) ?? 0) + weight);
  }

  /** @returns `order` with the most popular first; what is equally popular stays as it was */
  rank(order: readonly string[]): string[] {
    const countOf = (id: string) => this.counts.get(id) ?? 0;
    return [...order].sort((a, b) => countOf(b) - countOf(a));
  }
}
