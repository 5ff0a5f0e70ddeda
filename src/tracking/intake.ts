import { setTimeout as delay } from "node:timers/promises";
import { type Context, warned } from "../context.js";
import { withoutDeadline } from "../engine/deadline.js";
import { ServiceError } from "../errors.js";
import { startPeriodic, withinGrace } from "../lib/periodic.js";
import type { Arrival } from "./event.js";
import type { RecordEvents } from "./record-events.js";
import { SpoolFullError, type Spool, type SpooledBatch } from "./spool.js";

/** Writes tracked events to the spool, stores them, and passes them to consumers. */
export interface Intake {
  /** Arrival of the oldest unprocessed event in milliseconds since 1970; null if the spool is empty. */
  readonly waitingSince: number | null;
  /**
   * Resolves once all are stored and consumed, or, where that takes longer than the budget, as soon as they are on the
   * disk.
   * @throws ServiceError unavailable when they are not on the disk within the budget; the sender has to try again
   */
  accept(arrivals: readonly Arrival[]): Promise<void>;
  /**
   * Waits, at most `withinMs`, until everything accepted so far is processed and deleted from the disk.
   * @returns whether it is
   */
  settle(withinMs: number): Promise<boolean>;
  /** Processes what is on the disk for at most `graceMs`; the rest stays there. */
  close(graceMs: number): Promise<void>;
}

/** A tracker has its answer within two seconds, finding out about its client included. */
const RESPONSE_WITHIN_MS = 1_600;
/** A request waits for the engine for this share of its time. */
const ENGINE_SHARE = 0.6;
/** With more unprocessed bytes than the engine stores in that time, a request does not wait for it. */
const BEHIND_BYTES = 4_000_000;
/** Ends calls to the engine that are never answered. */
const BATCH_MS = 30_000;
const PAUSE_MS = { least: 200, most: 3_000, growth: 1.6 };
/** Before the part of a batch that the engine did not take is tried again. */
const BUSY_PAUSE_MS = 500;
/** A failed engine is tried once more at the end, without waiting for it. */
const LAST_TRY_MS = 2_000;
/** Interval of looking for the files of dead processes; without new events the spool is also read so often. */
const ADOPT_EVERY_MS = 15_000;
const SETTLE_LOOK_MS = 25;

/**
 * Every event is written to the disk first; from there it is stored and consumed, in the order of arrival, and then
 * deleted from the disk. A request waits for its events as long as that is quick.
 * @param responseWithinMs what a request waits at most, whatever becomes of the engine and the disk
 */
export function startIntake(
  context: Context,
  spool: Spool,
  recordEvents: RecordEvents,
  responseWithinMs = RESPONSE_WITHIN_MS,
): Intake {
  const { tracking } = context.metrics;
  const onFailure = warned(context, "events wait on the disk: they cannot be stored or learned from");
  /** Ends pauses. */
  const closing = new AbortController();
  /** Ends everything. */
  const stopped = new AbortController();
  /** Requests that wait until the spool is processed up to a position. */
  const waiting = new Set<{ readonly end: number; readonly settle: (isProcessed: boolean) => void }>();
  let processed = 0;
  let since: number | null = null;
  let isFailing = false;
  /** A batch takes longer than a request waits. */
  let isSlow = false;
  let attempt: AbortController | undefined;

  async function drain(): Promise<void> {
    for (let failures = 0; !stopped.signal.aborted;) {
      try {
        const batch = await spool.read();
        since = batch?.arrivals[0]?.event.received_at ?? null;
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

  /** Lets requests go whose events are safe on the disk. */
  const hurry = () => {
    for (const one of waiting) one.settle(false);
  };

  /** Ends early when the service does. */
  const pause = (ms: number) =>
    delay(ms * (0.75 + Math.random() / 2), undefined, { signal: closing.signal, ref: false }).catch(() => undefined);

  async function withinTime(batch: SpooledBatch): Promise<boolean> {
    const control = new AbortController();
    attempt = control;
    const timer = setTimeout(() => control.abort(), BATCH_MS);
    const slow = setTimeout(() => {
      isSlow = true;
      hurry();
    }, responseWithinMs * ENGINE_SHARE);
    const aborted = new Promise<never>((_resolve, reject) => {
      control.signal.addEventListener("abort", () => reject(new Error("the engine does not answer in time")));
    });
    if (stopped.signal.aborted) control.abort();
    // Whatever hangs, the batch is tried again.
    try {
      return await Promise.race([record(batch, control.signal), aborted]);
    } finally {
      clearTimeout(timer);
      clearTimeout(slow);
      attempt = undefined;
    }
  }

  /** @returns whether all of a batch is processed; otherwise the rest is at the end of the spool again */
  async function record({ arrivals, end }: SpooledBatch, signal: AbortSignal): Promise<boolean> {
    const { busy } = await recordEvents(arrivals, { timeoutMs: BATCH_MS, signal });
    signal.throwIfAborted();
    // Busy months must not block others. The bound is ignored, because the release of the batch frees as many bytes.
    if (busy.length > 0) await spool.append(busy, Number.POSITIVE_INFINITY);
    signal.throwIfAborted();
    processed = end;
    spool.release(end);
    for (const one of waiting) if (one.end <= end) one.settle(true);
    return busy.length === 0;
  }

  /** @returns whether the spool is processed up to a position within some time, and not known to take longer */
  async function isProcessed(end: number, withinMs: number): Promise<boolean> {
    if (processed >= end || isFailing || isSlow || spool.bytes > BEHIND_BYTES) return processed >= end;
    let timer: NodeJS.Timeout | undefined;
    return new Promise<boolean>((resolve) => {
      const one = {
        end,
        settle: (isDone: boolean) => {
          waiting.delete(one);
          clearTimeout(timer);
          resolve(isDone);
        },
      };
      waiting.add(one);
      timer = setTimeout(one.settle, withinMs, false);
    });
  }

  const draining = startPeriodic(() => withoutDeadline(drain), { everyMs: ADOPT_EVERY_MS });
  const adopt = async () => {
    if (await spool.adopt()) draining.wake();
  };
  const adopting = startPeriodic(adopt, { everyMs: ADOPT_EVERY_MS, onError: onFailure, atOnce: true });

  return {
    get waitingSince() {
      return spool.bytes === 0 ? null : since;
    },

    async accept(arrivals) {
      if (arrivals.length === 0) return;
      const began = performance.now();
      let end: number | undefined;
      try {
        const written = spool.append(arrivals).then((position) => (end = position));
        await withinGrace(written, responseWithinMs);
      } catch (error) {
        throw overloaded(error instanceof SpoolFullError ? "spool_full" : "disk");
      }
      if (end === undefined) throw overloaded("disk");
      draining.wake();
      const left = responseWithinMs * ENGINE_SHARE - (performance.now() - began);
      if (!(await isProcessed(end, left))) tracking.spooled.inc(arrivals.length);
    },

    async settle(withinMs) {
      const late = performance.now() + withinMs;
      const upTo = await spool.rotate();
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
      await draining.close();
      clearTimeout(late);
      stopped.abort();
      await spool.close();
    },
  };

  function overloaded(reason: "spool_full" | "disk"): ServiceError {
    tracking.overloads.inc({ reason });
    return new ServiceError("unavailable", "the service cannot answer at the moment; try again shortly");
  }
}
