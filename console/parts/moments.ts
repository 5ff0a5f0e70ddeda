const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** As pages show it, in the language and the time of whoever looks. @param at ISO 8601 or milliseconds since 1970 */
export const shownMoment = (at: string | number): string => MOMENT.format(new Date(at));

/** The same without the hour. */
export const shownDay = (at: string | number): string => DAY.format(new Date(at));

/** The time zone of whoever looks. */
export const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How far the clocks of a time zone are ahead of UTC at an instant, in milliseconds. */
function aheadAt(at: number, zone: string): number {
  // The Swedish way to write a time is ISO 8601 without its "T".
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  return Date.parse(`${clock.format(at).replace(" ", "T")}Z`) - Math.floor(at / 1_000) * 1_000;
}

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
  return Number.isNaN(at) ? "" : new Date(at + aheadAt(at, zone)).toISOString().slice(0, 16);
}

/** The instant that an input means, as ISO 8601; null for none. An hour that clocks show twice is one of both. */
export function momentOf(local: string, zone: string): string | null {
  if (local === "") return null;
  const asUtc = Date.parse(`${local}Z`);
  // Clocks may be changed between the instant and what it was taken for at first.
  const near = asUtc - aheadAt(asUtc, zone);
  return new Date(asUtc - aheadAt(near, zone)).toISOString();
}

/** Inputs know no seconds: what was not changed stays as it was written. */
export const sameMoment = (local: string, zone: string, before: string | null | undefined): string | null =>
  before != null && local === localInput(before, zone) ? before : momentOf(local, zone);
