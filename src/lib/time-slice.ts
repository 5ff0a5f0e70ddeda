import { setImmediate as turn } from "node:timers/promises";

/** The longest that one piece of work may hold the event loop, in milliseconds. */
const SLICE_MS = 2;

/** Divides long work over many turns of the event loop: ask after each step, and wait where the slice is over. */
export interface TimeSlice {
  readonly isOver: () => boolean;
  /** Resolves in a later turn of the event loop, when a new slice begins. */
  readonly next: () => Promise<void>;
}

export function createTimeSlice(now: () => number = () => performance.now()): TimeSlice {
  let end = now() + SLICE_MS;
  return {
    isOver: () => now() >= end,
    async next() {
      await turn();
      end = now() + SLICE_MS;
    },
  };
}
