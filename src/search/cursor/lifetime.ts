/** A shopper who has come this many pages deep has more to lose, and is given that much longer, up to a bound. */
const PAGES_A_STEP = 10;
const MAX_FACTOR = 3;

/**
 * Seconds that a chain lives on after a page.
 * @param ttlSeconds of a chain's first pages
 * @param sequence how many pages were served before this one
 */
export function lifetimeSeconds(ttlSeconds: number, sequence: number): number {
  return ttlSeconds * Math.min(MAX_FACTOR, 1 + Math.floor(sequence / PAGES_A_STEP));
}
