import { setTimeout as delay } from "node:timers/promises";

/**
 * Default timeout in milliseconds: ample on a machine with eight parallel jobs, and shorter than mocha's timeout, so
 * that the error names the condition. Tests that need more time pass a different value.
 */
export const PATIENCE_MS = 90_000;

/**
 * Polls until a condition holds. Polling continues if the condition throws an error.
 * @throws Error with the name of the condition after `timeoutMs`
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
