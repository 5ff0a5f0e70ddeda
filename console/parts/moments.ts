import { zoneClock } from "../../src/lib/zone-clock.js";

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/**
 * Formats a time in the user's language and time zone.
 * @param at ISO 8601 or milliseconds since 1970
 */
export const shownMoment = (at: string | number): string => MOMENT.format(new Date(at));

/**
 * Formats a local time without converting its time zone.
 * @param local value of a `datetime-local` input
 */
export const shownLocal = (local: string): string => LOCAL.format(new Date(`${local}Z`));

/** Formats a time of a draft. Malformed values are shown unchanged. */
export const momentIn = (at: unknown): string =>
  typeof at === "string" && !Number.isNaN(Date.parse(at)) ? shownMoment(at) : String(at);

/** Formats the date without the time of day. */
export const shownDay = (at: string | number): string => DAY.format(new Date(at));

export const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Local start and end times as `datetime-local` input values; "" if open-ended. */
export interface Schedule {
  readonly from: string;
  readonly until: string;
  /** IANA time zone name, such as "Europe/Berlin". */
  readonly zone: string;
}

/** Converts a time to a `datetime-local` input value; "" for a missing or malformed time. */
export function localInput(iso: string | null | undefined, zone: string): string {
  const at = iso == null ? NaN : Date.parse(iso);
  return Number.isNaN(at) ? "" : zoneClock(zone).localAt(at);
}

/** Converts a `datetime-local` input value to an ISO 8601 time; "" becomes `null`. */
export const momentOf = (local: string, zone: string): string | null =>
  local === "" ? null : new Date(zoneClock(zone).instantOf(local)).toISOString();

/**
 * Converts an input value to an ISO 8601 time. If the input is unchanged, returns the original time with seconds,
 * because inputs only have minute precision.
 */
export const sameMoment = (local: string, zone: string, before: string | null | undefined): string | null =>
  before != null && local === localInput(before, zone) ? before : momentOf(local, zone);
