/** A clock that stands where it was set, for replaying the past. */
export interface SteeredClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** @throws RangeError when that would turn time back, which no service is made for */
  advanceTo(at: number): void;
}

export function steeredClock(start: number): SteeredClock {
  let time = start;
  return {
    now: () => time,
    advanceTo(at) {
      if (at < time) throw new RangeError(`time cannot go back from ${time} to ${at}`);
      time = at;
    },
  };
}
