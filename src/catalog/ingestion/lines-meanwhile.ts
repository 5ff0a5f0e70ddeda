import pLimit from "p-limit";
import { startPeriodic } from "../../lib/periodic.js";
import type { IngestionJob } from "./ingestion-record.js";

/** Lines with versions that come while a full feed is built: the live generation gets them at once, the new one before it is shown. */
export interface LinesMeanwhile {
  /** From now on lines are applied to the live generation as they come. Until then, and without it, they wait for the end of the job. */
  open(): void;
  /** Does something while no line is being applied. */
  between<T>(work: () => Promise<T>): Promise<T>;
  /** The ingestions whose lines have been applied, perhaps in part, since this was last asked. */
  applied(): readonly IngestionJob[];
  /** Those that come from now on wait again. Resolves when none is being applied any more. */
  close(): Promise<void>;
}

/** An ingestion of lines that can be run now. */
export interface WaitingLines {
  readonly job: IngestionJob;
  run(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;

/**
 * @param next the lines that have waited longest, if any
 * @param onError told of lines that are tried again
 */
export function takeLinesMeanwhile(
  next: () => Promise<WaitingLines | undefined>,
  onError: (error: unknown) => void,
): LinesMeanwhile & { readonly wake: () => void } {
  const turn = pLimit(1);
  let applied: IngestionJob[] = [];
  let isOpen = false;
  let looking: ReturnType<typeof startPeriodic> | undefined;

  /** @returns whether there were any */
  async function applyNext(): Promise<boolean> {
    const lines = isOpen ? await next() : undefined;
    if (lines === undefined) return false;
    // Before they are: a part may be there although the rest fails.
    applied.push(lines.job);
    await lines.run();
    return true;
  }

  async function applyAll(): Promise<void> {
    while (await turn(applyNext));
  }

  return {
    open() {
      isOpen = true;
      looking ??= startPeriodic(applyAll, { everyMs: LOOK_EVERY_MS, onError, atOnce: true });
    },
    wake: () => looking?.wake(),
    between: (work) => turn(work),
    applied() {
      const some = new Map(applied.map((job) => [job.id, job]));
      applied = [];
      return [...some.values()];
    },
    async close() {
      isOpen = false;
      await looking?.close();
    },
  };
}
