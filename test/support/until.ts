import { setTimeout as delay } from "node:timers/promises";

/**
 * Waits until a condition holds, looking often; it may throw while it does not.
 * @throws Error naming what was waited for, when that takes longer than `timeoutMs`.
 */
export async function until(what: string, condition: () => Promise<boolean> | boolean, timeoutMs = 10_000) {
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
  throw new Error(`waited ${timeoutMs} ms in vain for: ${what}`, { cause });
}
