import { setTimeout as delay } from "node:timers/promises";
import { ServiceError } from "../errors.js";
import { startPeriodic } from "../lib/periodic.js";
import type { Arrival } from "./event.js";
import { createBacklog, type Backlog, type ArrivalBatch, type Waiting } from "./backlog.js";
import { recordEvents, type RecordDeps } from "./record-events.js";
import type { Spool } from "./spool/spool.js";

/** Writes tracked events to the spool, stores them, and passes them to consumers. */
export interface Intake {
  /** When the oldest event that waits has arrived, in milliseconds since 1970; null when none is known to wait. */
  readonly waitingSince: number | null;
  /**
   * Resolves once all are stored and consumed, or, where that takes longer than the budget, as soon as they are on the
   * disk.
   * @throws ServiceError unavailable when neither is possible within the budget; the sender has to try again
   */
  accept(arrivals: readonly Arrival[]): Promise<void>;
  /**
   * Waits, at most `withinMs`, until all that has been taken so far has been dealt with and is gone from the disk.
   * @returns whether it has
   */
  settle(withinMs: number): Promise<boolean>;
  /** Stops taking events; deals with what is there for at most `graceMs`, the rest stays on the disk. */
  close(graceMs: number): Promise<void>;
}

export interface IntakeDeps extends RecordDeps {
  readonly spool: Spool;
  /** Told of the first failure in a row. */
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds that a request waits at most, whatever becomes of the engine and the disk. */
  readonly answerWithinMs: number;
}

/** How much of the time of a request the engine has; the rest is left to a disk that is slow. */
const ENGINE_SHARE = 0.6;
/** Nobody waits for it: it only ends calls that will never be answered. */
const BATCH_MS = 30_000;
const PAUSE_MS = { least: 200, most: 3_000, growth: 1.6 };
/** Before what the engine did not take of a batch is tried again. */
const BUSY_PAUSE_MS = 500;
/** A failed engine is tried once more at the end, without waiting for it. */
const LAST_TRY_MS = 2_000;
/** Orphaned spools of other machines are looked for so often. */
const ADOPT_EVERY_MS = 15_000;
const SETTLE_LOOK_MS = 25;

/**
 * Every event is written to the disk first; from there it is stored and consumed, in the order of arrival, and is
 * removed from the disk after that. A request waits for its events as long as that is quick.
 */
export function startIntake(deps: IntakeDeps): Intake {
  const { spool, metrics, answerWithinMs, onFailure } = deps;
  const backlog = createBacklog(spool);
  /** Ends pauses. */
  const closing = new AbortController();
  /** Ends everything. */
  const stopped = new AbortController();
  let isFailing = false;
  /** It takes longer than a request waits. */
  let isSlow = false;
  let attempt: AbortController | undefined;
  let running: Promise<void> | undefined;

  function wake() {
    if (running !== undefined || stopped.signal.aborted) return;
    running = run().finally(() => {
      running = undefined;
      // Something may have come just as it found nothing more.
      if (!closing.signal.aborted && !backlog.isEmpty) wake();
    });
  }

  async function run(): Promise<void> {
    for (let failures = 0; !stopped.signal.aborted;) {
      try {
        const batch = await backlog.next();
        if (batch === undefined) return;
        const isWhole = await withinTime(batch);
        failures = 0;
        isFailing = false;
        isSlow = false;
        if (isWhole) continue;
        if (closing.signal.aborted) return;
        await pause(BUSY_PAUSE_MS);
      } catch (error) {
        if (!isFailing) onFailure(error);
        isFailing = true;
        hurry();
        if (closing.signal.aborted) return;
        await pause(Math.min(PAUSE_MS.most, PAUSE_MS.least * PAUSE_MS.growth ** failures));
        failures += 1;
      }
    }
  }

  /** Whoever waits has waited long enough for the engine: it is safe on the disk, if there is one. */
  const hurry = () => {
    for (const one of backlog.waiting()) one.hurry();
  };

  /** Ends early when the service does. */
  const pause = (ms: number) =>
    delay(ms * (0.75 + Math.random() / 2), undefined, { signal: closing.signal, ref: false }).catch(() => undefined);

  async function withinTime(batch: ArrivalBatch): Promise<boolean> {
    const control = new AbortController();
    attempt = control;
    const timer = setTimeout(() => control.abort(), BATCH_MS);
    const slow = setTimeout(() => {
      isSlow = true;
      hurry();
    }, answerWithinMs * ENGINE_SHARE);
    const aborted = new Promise<never>((_resolve, reject) => {
      control.signal.addEventListener("abort", () => reject(new Error("the engine does not answer in time")));
    });
    if (stopped.signal.aborted) control.abort();
    // Whatever hangs, the batch is tried again.
    try {
      return await Promise.race([store(deps, backlog, batch, control.signal), aborted]);
    } finally {
      clearTimeout(timer);
      clearTimeout(slow);
      attempt = undefined;
    }
  }

  async function adopt() {
    if (await backlog.adopt()) wake();
  }
  const adopting = startPeriodic(adopt, { everyMs: ADOPT_EVERY_MS, onError: onFailure, atOnce: true });

  return {
    get waitingSince() {
      return backlog.since;
    },

    async accept(arrivals) {
      if (arrivals.length === 0) return;
      const one = closing.signal.aborted ? undefined : backlog.add(arrivals);
      if (one === undefined) throw overloaded("queue_full");
      wake();
      void one.written.then(wake);
      if (isFailing || isSlow || backlog.isBehind) one.hurry();
      const how = await answered(one, answerWithinMs);
      if (how === "refused") throw overloaded(one.problem ?? "disk");
      if (how === "written") metrics.spooled.inc(arrivals.length);
    },

    async settle(withinMs) {
      const late = performance.now() + withinMs;
      const upTo = await spool.endSegment();
      while (spool.start < upTo && performance.now() < late) await delay(SETTLE_LOOK_MS);
      return spool.start >= upTo;
    },

    async close(graceMs) {
      closing.abort();
      await adopting.close();
      const late = setTimeout(
        () => {
          stopped.abort();
          attempt?.abort();
        },
        isFailing ? Math.min(graceMs, LAST_TRY_MS) : graceMs,
      );
      while (running !== undefined) await running;
      clearTimeout(late);
      stopped.abort();
      await spool.close();
    },
  };

  function overloaded(reason: "queue_full" | "spool_full" | "disk"): ServiceError {
    metrics.overloads.inc({ reason });
    return new ServiceError("unavailable", "the service cannot answer at the moment; try again shortly");
  }
}

/** Waits for the events of a request to be processed, for at most `withinMs`. @returns the state reached by then */
async function answered(one: Waiting, withinMs: number): Promise<"done" | "written" | "refused"> {
  const isDone = () => one.isDone;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs);
  });
  const slow = setTimeout(() => one.hurry(), withinMs * ENGINE_SHARE);
  try {
    await one.settled;
    if (isDone()) return "done";
    if (await Promise.race([one.written, late])) return "written";
    // The disk does not take them; the engine may yet do so.
    await Promise.race([one.done, late]);
    return isDone() ? "done" : "refused";
  } finally {
    clearTimeout(timer);
    clearTimeout(slow);
  }
}

/** @returns whether all of a batch has been dealt with; else the rest waits behind the others */
async function store(deps: IntakeDeps, backlog: Backlog, batch: ArrivalBatch, signal: AbortSignal): Promise<boolean> {
  const { busy } = await recordEvents(deps, batch.arrivals, { timeoutMs: BATCH_MS, signal });
  signal.throwIfAborted();
  if (busy.length > 0) await backlog.putBehind(busy);
  signal.throwIfAborted();
  batch.done();
  return busy.length === 0;
}
