/** Returns the UTC month as used in index names: "2026-11". */
export const monthOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 7);

export function monthsBefore(month: string, count: number): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return monthOf(Date.UTC(year, number - 1 - count));
}

export function startOfMonth(month: string): number {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return Date.UTC(year, number - 1);
}

/** Returns the names `<stem><month>` of months before `oldest`. Names of another form are ignored. */
export function namesBefore(names: readonly string[], stem: string, oldest: string): string[] {
  return names.filter((name) => {
    const month = name.startsWith(stem) ? name.slice(stem.length) : "";
    return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) && month < oldest;
  });
}

/**
 * Returns the oldest month that must be read to get at least `wanted` events.
 * @param counts number of events by month
 * @returns the month, or an empty string if there are fewer events
 */
export function oldestMonthFor(counts: ReadonlyMap<string, number>, wanted: number): string {
  let sum = 0;
  for (const [month, count] of [...counts].sort(([one], [other]) => (one < other ? 1 : -1))) {
    sum += count;
    if (sum >= wanted) return month;
  }
  return "";
}
