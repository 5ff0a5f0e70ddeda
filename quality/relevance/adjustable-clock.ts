/** A clock that is set manually, to replay past events. */
export interface SteeredClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** @throws RangeError if the time is in the past, which services do not support */
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
