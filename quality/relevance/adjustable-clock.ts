/** A clock that is set manually, to replay past events. */
export interface SteeredClock {
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  /** Sets the clock to a later time. @throws {RangeError} if `at` is earlier than the current time */
  advanceTo(at: number): void;
}

export function steeredClock(start: number): SteeredClock {
  let time = start;
  return {
    now: () => time,
    advanceTo(at) {
      if (at < time) throw new RangeError(`expected a time after ${time}, got ${at}`);
      time = at;
    },
  };
}
