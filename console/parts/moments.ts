import { zoneClock } from "../../src/lib/zone-clock.js";

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** As pages show it, in the language and the time of whoever looks. @param at ISO 8601 or milliseconds since 1970 */
export const shownMoment = (at: string | number): string => MOMENT.format(new Date(at));

/** The same of a time that clocks somewhere show. @param local as inputs have it */
export const shownLocal = (local: string): string => LOCAL.format(new Date(`${local}Z`));

/** The same of what a draft holds, which may be anything. */
export const momentIn = (at: unknown): string =>
  typeof at === "string" && !Number.isNaN(Date.parse(at)) ? shownMoment(at) : String(at);

/** The same without the hour. */
export const shownDay = (at: string | number): string => DAY.format(new Date(at));

/** The time zone of whoever looks. */
export const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Times on the clocks of a zone, as inputs have them; "" for none. */
export interface Schedule {
  readonly from: string;
  readonly until: string;
  /** As in "Europe/Berlin". */
  readonly zone: string;
}

/** A moment for an input; "" for none. */
export function localInput(iso: string | null | undefined, zone: string): string {
  const at = iso == null ? NaN : Date.parse(iso);
  return Number.isNaN(at) ? "" : zoneClock(zone).localAt(at);
}

/** The instant that an input means, as ISO 8601; null for none. */
export const momentOf = (local: string, zone: string): string | null =>
  local === "" ? null : new Date(zoneClock(zone).instantOf(local)).toISOString();

/** Inputs know no seconds: what was not changed stays as it was written. */
export const sameMoment = (local: string, zone: string, before: string | null | undefined): string | null =>
  before != null && local === localInput(before, zone) ? before : momentOf(local, zone);
