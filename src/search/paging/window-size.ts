/** Bounds of a window: how many products beyond a page are found, ranked and remembered at once. */
const PAGES_A_WINDOW = 4;
const MIN_WINDOW = 100;
const MAX_WINDOW = 1_000;

export function windowSize(limit: number): number {
  return Math.max(MIN_WINDOW, Math.min(MAX_WINDOW, limit * PAGES_A_WINDOW));
}
