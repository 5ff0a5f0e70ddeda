const SECONDS_A_DAY = 86_400;

/**
 * What ranks a product for everybody: when a product that nobody has looked at must have been released to be worth as much
 * (seconds since 1970). A release is worth 2^(−age / half-life), interest fades alike, and both are added:
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
