import pLimit from "p-limit";
import { startPeriodic } from "../../lib/periodic.js";

/** Lines with versions that come while a full feed is built: the live generation gets them at once, the new one before it is shown. */
export interface LinesMeanwhile {
  /** From now on lines are applied to the live generation as they come. Until then, and without it, they wait for the end of the job. */
  open(): void;
  between<T>(work: () => Promise<T>): Promise<T>;
  /** The identifiers of the products that lines may have changed since this was last asked. None is being applied when it resolves. */
  touched(): Promise<readonly string[]>;
  /** Those that come from now on wait again. Resolves when none is being applied any more. */
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;

/**
 * @param next runs the lines that have waited longest, which tell of the products that they may change before they do; resolves to whether there were any
 * @param onError told of lines that are tried again
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
