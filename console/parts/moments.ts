/** A moment as people here write it. @param iso ISO 8601 */
export const shownMoment = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A moment for an input of local time; "" for none. */
export function localInput(iso: string | null | undefined): string {
  if (iso == null || Number.isNaN(Date.parse(iso))) return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A local time of an input as ISO 8601; null for none. */
export const momentOf = (local: string): string | null => (local === "" ? null : new Date(local).toISOString());
