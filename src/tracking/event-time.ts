import { monthOf, monthsBefore } from "./month.js";

/** All in milliseconds since 1970. */
export interface Clocks {
  /** When it happened, by the clock of the device (`dtm`). */
  readonly created: number | null;
  /** When it was sent, by the same clock (`stm`). */
  readonly sent: number | null;
  /** When it happened, by a clock that the tracker trusts (`ttm`). */
  readonly trueTimestamp: number | null;
  /** When it arrived here. */
  readonly collected: number;
}

const DAY_MS = 86_400_000;

/** The oldest a tracked event can be. */
export const MAX_AGE_MS = 7 * DAY_MS;

/**
 * When an event happened, by this service's clock: collector time − (sent − created), as Snowplow derives it; a device
 * clock that is wrong is wrong in both, and cancels out. Never in the future, and never more than seven days ago: what a
 * shopper queued longer than that is dated seven days ago.
 */
export const eventTime = (clocks: Clocks): number =>
  Math.max(clocks.collected - MAX_AGE_MS, unboundedEventTime(clocks));

/** The same without the bound of seven days: what decides whether an event is from before an erasure. */
export function unboundedEventTime({ created, sent, trueTimestamp, collected }: Clocks): number {
  const told = trueTimestamp ?? (created === null || sent === null ? collected : collected - (sent - created));
  return Math.min(collected, told);
}

/**
 * The month that an event is stored under. The derived time differs a little every time an event is sent again, so at the
 * end of a month it could be stored twice; the device's own time of creation does not differ. It decides as long as it is
 * in this month or the one before, and a clock further off than that does not.
 */
export function storageMonth({ created, collected }: Clocks): string {
  const current = monthOf(collected);
  if (created === null || Math.abs(created - collected) > 62 * DAY_MS) return current;
  const month = monthOf(created);
  return month === monthsBefore(current, 1) ? month : current;
}
