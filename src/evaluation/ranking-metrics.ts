/** A list of products in the order in which a shopper meets them, best first. */
export type RankedProducts = readonly string[];

/**
 * The reciprocal rank of the best-ranked of several wanted products: 1 when the first place has one of them, 1/2 when the
 * second has the first of them, 0 when none is in the list.
 */
export function reciprocalRank(ranking: RankedProducts, wanted: ReadonlySet<string>): number {
  const place = ranking.findIndex((id) => wanted.has(id));
  return place === -1 ? 0 : 1 / (place + 1);
}

/**
 * Normalised discounted cumulative gain of the first `k` places, each wanted product being worth 1 and discounted by
 * log2(place + 1) (Järvelin & Kekäläinen 2002). 1 when the wanted products, or `k` of them, come first.
 * @throws RangeError when nothing is wanted: then every order is as good as any other
 */
export function ndcg(ranking: RankedProducts, wanted: ReadonlySet<string>, k: number): number {
  if (wanted.size === 0) throw new RangeError("nothing is wanted");
  const gain = ranking.slice(0, k).reduce((sum, id, index) => sum + (wanted.has(id) ? discount(index) : 0), 0);
  const ideal = Array.from({ length: Math.min(k, wanted.size) }, (_, index) => discount(index));
  return gain / ideal.reduce((sum, one) => sum + one, 0);
}

const discount = (index: number): number => 1 / Math.log2(index + 2);
