const MOMENT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });

/** As pages show it, in the time of whoever looks. @param at ISO 8601 or milliseconds since 1970 */
export const shownMoment = (at: string | number): string => MOMENT.format(new Date(at));

/** The same without the hour. */
export const shownDay = (at: string | number): string => DAY.format(new Date(at));

/** A moment for an input of local time; "" for none. */
export function localInput(iso: string | null | undefined): string {
  if (iso == null || Number.isNaN(Date.parse(iso))) return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A local time of an input as ISO 8601; null for none. */
export const momentOf = (local: string): string | null => (local === "" ? null : new Date(local).toISOString());
