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
  /** Time at which the oldest unprocessed event was received, in milliseconds since 1970; null if the spool is empty. */
  readonly waitingSince: number | null;
  /**
   * Accepts events. Resolves once all events are stored and consumed. If this takes longer than the response time allows, resolves once the
   * events are on disk.
   * @throws {ServiceError} `unavailable` if the events are not on disk within the response time; the sender must then try again
   */
  accept(arrivals: readonly Arrival[]): Promise<void>;
  /**
   * Waits at most `withinMs` milliseconds until all events accepted so far are processed and deleted from the disk.
   * @returns `true` if all these events are processed
   */
  settle(withinMs: number): Promise<boolean>;
  /** Processes the remaining events for at most `graceMs` milliseconds. Unprocessed events stay on the disk. */
  close(graceMs: number): Promise<void>;
}

/**
 * Maximum time in milliseconds that a request waits. Trackers expect a response within two seconds, which include the lookup of the client.
 */
const RESPONSE_WITHIN_MS = 1_600;
/** Maximum share of the response time for which a request waits for the engine. */
const ENGINE_SHARE = 0.6;
/**
 * Maximum number of unprocessed bytes in the spool up to which requests wait for the engine. With more bytes, the engine would not finish
 * in time.
 */
const BEHIND_BYTES = 4_000_000;
/** Timeout of engine calls in milliseconds. */
const BATCH_MS = 30_000;
const PAUSE_MS = { least: 200, most: 3_000, growth: 1.6 };
/** Pause in milliseconds before the events of a batch that the engine rejected are tried again. */
const BUSY_PAUSE_MS = 500;
/** Maximum time in milliseconds for a last attempt to store events at shutdown, if the engine is failing. */
const LAST_TRY_MS = 2_000;
/** Milliseconds between searches for spool files of terminated processes. */
const ADOPT_EVERY_MS = 15_000;
const SETTLE_LOOK_MS = 25;

/**
 * Starts the intake of tracked events. Every event is first written to the disk. Then events are stored in the engine and passed to the
 * consumers in the order of arrival, and deleted from the disk. A request waits until its events are stored, but only for a limited time.
 * @param responseWithinMs maximum time that a request waits, in milliseconds, even if the engine or the disk hangs
 */
export function startIntake(
  context: Context,
  spool: Spool,
  recordEvents: RecordEvents,
  responseWithinMs = RESPONSE_WITHIN_MS,
): Intake {
  const { tracking } = context.metrics;
  const onFailure = warned(context, "failed to store or process events; they remain on disk");
  /** Ends pauses. */
  const closing = new AbortController();
  /** Abort controller that stops the processing of events. */
  const stopped = new AbortController();
  /** Requests that wait until the spool is processed up to a position. */
  const waiting = new Set<{ readonly end: number; readonly settle: (isProcessed: boolean) => void }>();
  let processed = 0;
  let since: number | null = null;
  let isFailing = false;
  /** Whether the current batch takes longer than the maximum wait of requests. */
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

  /** Ends the waiting of all requests. Their events are already on disk, so the requests succeed. */
  const hurry = () => {
    for (const one of waiting) one.settle(false);
  };

  /** Waits for a randomized time, or until the service shuts down. */
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
      control.signal.addEventListener("abort", () => reject(new Error("OpenSearch did not respond in time")));
    });
    if (stopped.signal.aborted) control.abort();
    // Ends a batch that hangs, so that it is tried again.
    try {
      return await Promise.race([record(batch, control.signal), aborted]);
    } finally {
      clearTimeout(timer);
      clearTimeout(slow);
      attempt = undefined;
    }
  }

  /**
   * Processes a batch of events.
   * @returns `true` if the whole batch is processed; otherwise the remaining events were appended to the spool again
   */
  async function record({ arrivals, end }: SpooledBatch, signal: AbortSignal): Promise<boolean> {
    const { busy } = await recordEvents(arrivals, { timeoutMs: BATCH_MS, signal });
    signal.throwIfAborted();
    // Appends events of busy monthly indices to the spool again, so that they do not block events of other months.
    // Ignores the spool limit, because releasing the batch frees at least the number of appended bytes.
    if (busy.length > 0) await spool.append(busy, Number.POSITIVE_INFINITY);
    signal.throwIfAborted();
    processed = end;
    spool.release(end);
    for (const one of waiting) if (one.end <= end) one.settle(true);
    return busy.length === 0;
  }

  /**
   * Waits until all events before a spool position are processed.
   * @returns `true` if the events are processed within `withinMs` milliseconds; if processing is known to be slow, the function returns
   * immediately
   */
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
    return new ServiceError("unavailable", "the service is temporarily unavailable; try again shortly");
  }
}
