import type { HalfLives } from "../../storefront/taste-configuration.js";
import type { Memory } from "./document.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds after which a memory has half of what it had. */
export function halfLifeOf(memory: Memory | "impression", lives: HalfLives): number {
  switch (memory) {
    case "session":
      return lives.session_minutes * MINUTE;
    case "device":
      return lives.device_days * DAY;
    case "user":
      return lives.user_days * DAY;
    case "impression":
      return lives.impression_hours * HOUR;
  }
}

/**
 * What is left of 1 after `elapsed` milliseconds: 2^(−elapsed / half-life). So it does not matter whether time passes at
 * once or in pieces, nor in which order sums of such terms are made.
 */
export const decay = (elapsed: number, halfLife: number): number => 2 ** (-elapsed / halfLife);
