/** A month in UTC as it ends the names of indices: "2026-11". */
export const monthOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 7);

export function monthsBefore(month: string, count: number): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return monthOf(Date.UTC(year, number - 1 - count));
}

export function startOfMonth(month: string): number {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return Date.UTC(year, number - 1);
}

/** Of the names `<stem><month>`, those of months before `oldest`. Names that are anything else are left alone. */
export function namesBefore(names: readonly string[], stem: string, oldest: string): string[] {
  return names.filter((name) => {
    const month = name.startsWith(stem) ? name.slice(stem.length) : "";
    return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) && month < oldest;
  });
}

/**
 * The oldest month to read for the latest `wanted` events, whole months at a time.
 * @param counts events by month
 * @returns "", which is before every month, where there are not more than that
 */
export function oldestMonthFor(counts: ReadonlyMap<string, number>, wanted: number): string {
  let sum = 0;
  for (const [month, count] of [...counts].sort(([one], [other]) => (one < other ? 1 : -1))) {
    sum += count;
    if (sum >= wanted) return month;
  }
  return "";
}
