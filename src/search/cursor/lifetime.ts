/** A shopper who has come this many pages deep has more to lose, and is given that much longer, up to a bound. */
const PAGES_A_STEP = 10;
const MAX_FACTOR = 3;

/**
 * Seconds that a chain lives on after a page, as its answer promises.
 * @param ttlSeconds of a chain's first pages
 * @param sequence how many pages were served before this one
 */
export function lifetimeSeconds(ttlSeconds: number, sequence: number): number {
  return ttlSeconds * Math.min(MAX_FACTOR, 1 + Math.floor(sequence / PAGES_A_STEP));
}

/**
 * Milliseconds that a chain lives longer than is promised: whoever is told how long a cursor is good for counts from when the
 * answer arrives, and it has to be made and sent first.
 */
export const slackMs = (ttlSeconds: number): number => ttlSeconds * 100;

/** When a chain ends that is granted the life of a page at this moment; both in milliseconds since 1970. */
export const endOfLife = (ttlSeconds: number, sequence: number, at: number): number =>
  at + lifetimeSeconds(ttlSeconds, sequence) * 1000 + slackMs(ttlSeconds);

/**
 * Whole seconds that an answer can promise: what was granted, or less when making the answer took longer than the slack.
 * @param grantedAt milliseconds since 1970, like `expires_at` and `now`
 */
export function promisedSeconds(ttlSeconds: number, expires_at: number, grantedAt: number, now: number): number {
  const left = Math.min(expires_at - grantedAt - slackMs(ttlSeconds), expires_at - now);
  return Math.max(0, Math.floor(left / 1000));
}
