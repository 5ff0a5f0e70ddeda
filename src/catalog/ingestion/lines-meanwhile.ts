import pLimit from "p-limit";
import { startPeriodic } from "../../lib/periodic.js";

/**
 * Applies product updates received while a full feed is ingested: immediately to the live catalogue generation, and to the new generation
 * before it goes live.
 */
export interface LinesMeanwhile {
  /** Starts applying product updates to the live catalogue. Before this call, product updates wait for the end of the job. */
  open(): void;
  between<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the ids of products that updates may have changed since the last call. Waits for running updates. */
  touched(): Promise<readonly string[]>;
  /** Stops applying product updates and waits for running updates. Later updates wait for the end of the job. */
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;

/**
 * Runs waiting product updates while a feed is being ingested.
 * @param next runs the oldest waiting product updates; adds their product ids to `touched` before running the updates; resolves to false if
 * no updates were waiting
 * @param onError called with errors of updates, which are retried
 */
export function takeLinesMeanwhile(
  next: (touched: Set<string>) => Promise<boolean>,
  onError: (error: unknown) => void,
): LinesMeanwhile & { readonly wake: () => void } {
  const turn = pLimit(1);
  const touched = new Set<string>();
  let isOpen = false;
  let looking: ReturnType<typeof startPeriodic> | undefined;

  async function applyAll(): Promise<void> {
    while (await turn(() => isOpen && next(touched)));
  }

  return {
    open() {
      isOpen = true;
      looking ??= startPeriodic(applyAll, { everyMs: LOOK_EVERY_MS, onError, atOnce: true });
    },
    wake: () => looking?.wake(),
    between: (work) => turn(work),
    touched: () =>
      turn(() => {
        const some = [...touched];
        touched.clear();
        return some;
      }),
    async close() {
      isOpen = false;
      await looking?.close();
    },
  };
}
