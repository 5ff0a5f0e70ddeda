import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import type { Spool, SpoolBatch } from "./spool.js";

export interface Drain {
  /** There is something in the spool. */
  wake(): void;
  /** Something of the spool is being dealt with; its consumers may not have heard of it yet. */
  readonly isRunning: boolean;
  /** The engine takes what it is given and little is left: soon there is nothing in the way of what arrives now. */
  readonly isNearlyDone: boolean;
  /** Resolves when it has nothing more to do for now, or when the engine has failed it again. */
  pause(): Promise<void>;
  /** Goes on for at most `graceMs` and only as long as the engine takes what it is given. */
  close(graceMs: number): Promise<void>;
}

/** `partly`: some of it went to the end of the spool, to be tried again after a pause. */
export type Progress = "done" | "partly";

export interface DrainDeps {
  readonly spool: Spool;
  /** Deals with a batch; throws when it should be tried again. */
  readonly store: (batch: SpoolBatch) => Promise<Progress>;
  /** Told of the first failure in a row. */
  readonly onFailure: (error: unknown) => void;
}

/** So little that it is worth a moment's waiting: then order is kept and nothing more goes to the disk. */
const NEARLY_DONE_BYTES = 500_000;
const PARTLY_PAUSE_MS = 500;
const RETRY = { minTimeout: 200, maxTimeout: 3_000, factor: 1.6, randomize: true };

/** Empties a spool in order, in the background, with growing pauses while the engine is away. */
export function startDrain({ spool, store, onFailure }: DrainDeps): Drain {
  const stopping = new AbortController();
  let isClosing = false;
  let isFlowing = false;
  let running: Promise<void> | undefined;
  let pauses: (() => void)[] = [];

  const notePause = () => {
    const told = pauses;
    pauses = [];
    for (const resolve of told) resolve();
  };

  async function run(): Promise<void> {
    for (let batch = await spool.next(); batch !== undefined; batch = await spool.next()) {
      const current = batch;
      const progress = await pRetry(() => store(current), {
        ...RETRY,
        retries: Infinity,
        signal: stopping.signal,
        shouldRetry: () => !isClosing,
        onFailedAttempt: ({ error, attemptNumber }) => {
          isFlowing = false;
          notePause();
          if (attemptNumber === 1) onFailure(error);
        },
      });
      isFlowing = progress === "done";
      if (isFlowing) continue;
      notePause();
      if (isClosing) return;
      await delay(PARTLY_PAUSE_MS, undefined, { signal: stopping.signal });
    }
  }

  function wake() {
    if (running !== undefined || stopping.signal.aborted) return;
    running = run()
      .then(
        () => true,
        (error: unknown) => {
          if (!isClosing) onFailure(error);
          return false;
        },
      )
      .then((isDone) => {
        running = undefined;
        isFlowing = false;
        notePause();
        // Something may have come just as it found nothing more.
        if (isDone && !isClosing && !spool.isEmpty) setImmediate(wake);
      });
  }

  return {
    wake,
    get isRunning() {
      return running !== undefined;
    },
    get isNearlyDone() {
      return running !== undefined && isFlowing && spool.bytes < NEARLY_DONE_BYTES;
    },
    pause: () => (running === undefined ? Promise.resolve() : new Promise((resolve) => pauses.push(resolve))),
    async close(graceMs) {
      isClosing = true;
      const timer = setTimeout(() => stopping.abort(), graceMs);
      if (!spool.isEmpty) wake();
      while (running !== undefined) await running;
      clearTimeout(timer);
      stopping.abort();
    },
  };
}
