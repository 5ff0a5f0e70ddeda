/**
 * Conversion between instants and local times of a time zone. A local time is ISO 8601 to the minute without an offset, such as
 * `2026-11-27T00:00`.
 */
export interface ZoneClock {
  /**
   * Returns the local time at an instant.
   * @param at time in milliseconds since 1970
   */
  readonly localAt: (at: number) => string;
  /**
   * Returns the instant of a local time, in milliseconds since 1970. If a local time occurs twice because clocks are
   * set back, returns the first one. If a local time is skipped because clocks are set forward, uses the offset before
   * the change: 02:30 in a skipped hour is 03:30. This follows RFC 5545, section 3.3.5.
   */
  readonly instantOf: (local: string) => number;
}

export const DAY_MS = 86_400_000;

/**
 * @param zone an IANA name, such as "Europe/Berlin"
 * @throws {RangeError} for a name that the runtime does not support
 */
export function zoneClock(zone: string): ZoneClock {
  // The Swedish format of a time is ISO 8601 without its "T".
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  /** Returns the offset from UTC in milliseconds. */
  const aheadAt = (at: number) => Date.parse(`${clock.format(at).replace(" ", "T")}Z`) - Math.floor(at / 1_000) * 1_000;
  return {
    localAt: (at) => new Date(at + aheadAt(at)).toISOString().slice(0, 16),
    instantOf: (local) => {
      const asUtc = Date.parse(`${local}Z`);
      // The UTC offset of a zone changes by less than a day, and changes are more than two days apart.
      const before = asUtc - aheadAt(asUtc - DAY_MS);
      const after = asUtc - aheadAt(asUtc + DAY_MS);
      const isShown = (at: number) => at + aheadAt(at) === asUtc;
      return !isShown(before) && isShown(after) ? after : before;
    },
  };
}

/** Returns whether the runtime supports the name of a time zone. Offsets such as "+01:00" are not names. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat("sv-SE", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
