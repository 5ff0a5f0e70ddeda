import { validationError } from "../../../src/errors.js";
import { textOf, type Parameters } from "../parameters.js";

/** Range of whole days in UTC, such as "2026-11-23", including the first and the last day. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
  /** Exact end of the range in milliseconds since 1970. Defaults to the end of the day `to`. */
  readonly until?: number;
}

export const DAY_MS = 86_400_000;
export const MAX_DAYS = 90;
const DEFAULT_DAYS = 7;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Parses a date range. `to` defaults to today, `from` to six days before `to`.
 * @param now current time in milliseconds since 1970
 * @throws {ServiceError} `validation_error` for an invalid date, a reversed range, or more than 90 days
 */
export function rangeOf(parameters: Parameters, now: number): DayRange {
  const to = dayIn(parameters, "to") ?? dayOf(now);
  const from = dayIn(parameters, "from") ?? dayOf(startOf(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  const days = (startOf(to) - startOf(from)) / DAY_MS + 1;
  if (days < 1) throw validationError("from", `from: expected a date no later than ${to}, got ${from}`);
  if (days > MAX_DAYS)
    throw validationError("from", `from: expected a period of at most ${MAX_DAYS} days, got ${days} days`);
  return { from, to };
}

/** Returns the first millisecond of a day. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Converts the range to the engine's date condition. */
export const during = ({ from, to, until }: DayRange): { readonly gte: string; readonly lt: string } => ({
  gte: new Date(startOf(from)).toISOString(),
  lt: new Date(until ?? startOf(to) + DAY_MS).toISOString(),
});

/**
 * Returns the period of equal length before a range that ends today. The last day of the returned period ends at the
 * current time of day, because today is not complete either.
 * @param now current time in milliseconds since 1970
 */
export function rangeBefore(range: DayRange, now: number): DayRange {
  const length = daysIn(range).length * DAY_MS;
  const earlier = (day: string) => dayOf(startOf(day) - length);
  return { from: earlier(range.from), to: earlier(range.to), until: now - length };
}

export function daysIn({ from, to }: DayRange): string[] {
  const count = (startOf(to) - startOf(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, at) => dayOf(startOf(from) + at * DAY_MS));
}

function dayIn(parameters: Parameters, name: string): string | undefined {
  const day = textOf(parameters, name);
  if (day === undefined) return undefined;
  const start = DAY.test(day) ? startOf(day) : NaN;
  // `Date.parse` turns 31 February into a day of March.
  if (Number.isNaN(start) || dayOf(start) !== day) {
    throw validationError(name, `${name}: expected a date like 2026-11-23, got ${JSON.stringify(day.slice(0, 20))}`);
  }
  return day;
}
