/** When a request that failed is sent again. */
export interface RetryPolicy {
  /** Requests at most, the first one among them; 1 for no other. */
  readonly attempts: number;
  /** Milliseconds: the longest wait before the second request; it doubles with each one after that. */
  readonly baseMs: number;
  /** Milliseconds that no wait is longer than, unless the service asks for more. */
  readonly maxMs: number;
  /** Milliseconds from the first request on, after which none is sent again. */
  readonly totalMs: number;
}

export const RETRIES: RetryPolicy = { attempts: 4, baseMs: 200, maxMs: 3_000, totalMs: 15_000 };

export interface Failures {
  readonly count: number;
  /** Since the first request was sent. */
  readonly elapsedMs: number;
  /** What the service asked for. */
  readonly retryAfterMs: number | null;
}

/**
 * Milliseconds until the next request; undefined to give up. Exponential with full jitter (Brooker, "Exponential Backoff
 * And Jitter"). What the service asks for is waited out, and the jitter comes on top: else all that were refused together
 * would come back together.
 * @param random from 0 to below 1
 */
export function nextDelay(policy: RetryPolicy, { count, elapsedMs, retryAfterMs }: Failures, random: number) {
  if (count >= policy.attempts) return undefined;
  const jitter = random * Math.min(policy.maxMs, policy.baseMs * 2 ** (count - 1));
  const delay = (retryAfterMs ?? 0) + jitter;
  return elapsedMs + delay > policy.totalMs ? undefined : delay;
}

/**
 * The header `Retry-After`, seconds or an HTTP date, as milliseconds from now; null where it says neither.
 * @param now milliseconds since 1970
 */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
