/** The clocks of a time zone. A local time is one that they show: ISO 8601 to the minute without an offset, as in `2026-11-27T00:00`. */
export interface ZoneClock {
  /** What they show at an instant. @param at milliseconds since 1970 */
  readonly localAt: (at: number) => string;
  /**
   * When they show a local time, in milliseconds since 1970. One that they show twice, because they are put back in between, is the
   * first of both; one that they skip is counted on from before they are put forward: 02:30 of an hour that is not there is 03:30.
   * So RFC 5545, section 3.3.5, has it.
   */
  readonly instantOf: (local: string) => number;
}

export const DAY_MS = 86_400_000;

/** @param zone an IANA name, as in "Europe/Berlin" @throws RangeError for one that the runtime does not know */
export function zoneClock(zone: string): ZoneClock {
  // The Swedish way to write a time is ISO 8601 without its "T".
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  /** How far they are ahead of UTC, in milliseconds. */
  const aheadAt = (at: number) => Date.parse(`${clock.format(at).replace(" ", "T")}Z`) - Math.floor(at / 1_000) * 1_000;
  return {
    localAt: (at) => new Date(at + aheadAt(at)).toISOString().slice(0, 16),
    instantOf: (local) => {
      const asUtc = Date.parse(`${local}Z`);
      // No change of clocks is longer than a day, and no two changes are within two days.
      const before = asUtc - aheadAt(asUtc - DAY_MS);
      const after = asUtc - aheadAt(asUtc + DAY_MS);
      const isShown = (at: number) => at + aheadAt(at) === asUtc;
      return !isShown(before) && isShown(after) ? after : before;
    },
  };
}

/** Whether the runtime knows a name of a time zone. An offset, like "+01:00", is none. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat("sv-SE", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
