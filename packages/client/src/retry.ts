/** Limits of automatic retries. */
export interface RetryPolicy {
  /** Maximum number of requests, including the first; 1 disables retries. */
  readonly attempts: number;
  /** Maximum delay before the first retry in milliseconds. The maximum doubles with each later retry. */
  readonly baseMs: number;
  /** Maximum delay before any retry in milliseconds. Delays required by the `Retry-After` header may be longer. */
  readonly maxMs: number;
  /** Maximum time in milliseconds between the first request and the start of a retry. */
  readonly totalMs: number;
}

export const RETRIES: RetryPolicy = { attempts: 4, baseMs: 200, maxMs: 3_000, totalMs: 15_000 };

export interface Failures {
  readonly count: number;
  /** Time in milliseconds since the request was first sent. */
  readonly elapsedMs: number;
  /** Delay in milliseconds required by the `Retry-After` header. */
  readonly retryAfterMs: number | null;
}

/**
 * Returns the delay before the next request in milliseconds, or undefined if the request must not be retried. Uses
 * exponential backoff with full jitter (Brooker, "Exponential Backoff And Jitter"). The jitter is added to
 * `Retry-After`, so that clients rejected at the same time do not retry at the same time.
 * @param random random number in [0, 1)
 */
export function nextDelay(policy: RetryPolicy, { count, elapsedMs, retryAfterMs }: Failures, random: number) {
  if (count >= policy.attempts) return undefined;
  const jitter = random * Math.min(policy.maxMs, policy.baseMs * 2 ** (count - 1));
  const delay = (retryAfterMs ?? 0) + jitter;
  return elapsedMs + delay > policy.totalMs ? undefined : delay;
}

/**
 * Parses `Retry-After` (seconds or an HTTP date) to milliseconds from now; null if the header is missing or invalid.
 * @param now current time in milliseconds since 1970
 */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
