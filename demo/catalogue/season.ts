import type { Random } from "../random.js";
import type { ProductType } from "./vocabulary/product-type.js";

export interface Season {
  /** Season code, such as "AW26" for autumn/winter 2026. */
  readonly code: string;
  /** First and last release day (UTC). */
  readonly from: string;
  readonly to: string;
  readonly wear: "warm" | "light";
  /** Relative share of the shop's products that are released in this season. */
  readonly share: number;
}

/** Seasons, newest first. The dates are fixed, so that the catalogue does not change over time. */
export const SEASONS: readonly Season[] = [
  { code: "AW26", from: "2026-07-06", to: "2026-10-15", wear: "warm", share: 34 },
  { code: "SS26", from: "2026-01-12", to: "2026-06-19", wear: "light", share: 28 },
  { code: "AW25", from: "2025-07-07", to: "2025-12-05", wear: "warm", share: 20 },
  { code: "SS25", from: "2025-01-13", to: "2025-06-13", wear: "light", share: 12 },
  { code: "AW24", from: "2024-07-08", to: "2024-12-06", wear: "warm", share: 6 },
];

const OUT_OF_SEASON = 0.06;
const DAY_MS = 86_400_000;

export interface Release {
  readonly season: string;
  /** Release time in ISO 8601 format (UTC), on the morning of a working day. */
  readonly released_at: string;
  /** Seasons since the release; 0 for the current season. */
  readonly age: number;
}

/** Draws a release in a season that suits the type, such as autumn for coats. */
export function drawRelease(random: Random, { wear }: ProductType): Release {
  const season = random.weighted(
    SEASONS.map((candidate) => [
      candidate,
      wear === "always" || wear === candidate.wear ? candidate.share : candidate.share * OUT_OF_SEASON,
    ]),
  );
  const from = Date.parse(season.from);
  const days = Math.round((Date.parse(season.to) - from) / DAY_MS);
  const minutes = random.integer(6 * 60, 9 * 60);
  const released = new Date(from + random.integer(0, days) * DAY_MS + minutes * 60_000);
  return { season: season.code, released_at: released.toISOString(), age: SEASONS.indexOf(season) };
}
