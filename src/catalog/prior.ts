const SECONDS_A_DAY = 86_400;

/**
 * The unpersonalized rank of a product, in seconds since 1970: the release time at which a product without any views would
 * rank the same. A release is worth 2^(−age / half-life), interest decays at the same rate, and both are added:
 *
 *   prior = H · log2(2^(released / H) + 2^(heat / H))
 *
 * Time takes the same share of every product, so the order stays right without rewriting anything as time passes.
 * @param heat see `Learned.heat`; null: the release alone counts
 */
export function priorOf(released: number, heat: number | null, halfLifeDays: number): number {
  if (heat === null) return released;
  const halfLife = halfLifeDays * SECONDS_A_DAY;
  const [less, more] = released < heat ? [released, heat] : [heat, released];
  return Math.floor(more + halfLife * Math.log2(1 + 2 ** ((less - more) / halfLife)));
}
