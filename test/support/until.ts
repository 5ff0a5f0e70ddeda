import { setTimeout as delay } from "node:timers/promises";

/**
 * Far longer than anything takes on a machine that does eight things at once, and shorter than mocha's own patience, so that a
 * wait in vain is told with what was waited for. A test that wants more names it; none wants less.
 */
export const PATIENCE_MS = 90_000;

/**
 * Waits until a condition holds, looking often; it may throw while it does not.
 * @throws Error naming what was waited for, when that takes longer than `timeoutMs`.
 */
export async function until(what: string, condition: () => Promise<boolean> | boolean, timeoutMs = PATIENCE_MS) {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  while (performance.now() < deadline) {
    try {
      if (await condition()) return;
    } catch (error) {
      cause = error;
    }
    await delay(25);
  }
  const why = cause instanceof Error ? ` (last failure: ${cause.message})` : "";
  throw new Error(`waited ${timeoutMs} ms in vain for: ${what}${why}`, { cause });
}
