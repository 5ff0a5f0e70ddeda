import type { Engine } from "../engine/engine.js";
import { startPeriodic } from "../lib/periodic.js";
import type { EventConsumer, ShopperEvent } from "../tracking/event.js";
import { oldestMonthFor } from "../tracking/month.js";
import { countStoredEvents, readStoredEvents, type TailCursor } from "../tracking/tail.js";

export interface EventFeedDeps {
  readonly engine: Engine;
  readonly consumer: EventConsumer;
  /** Drops what may not be learnt from (any more), such as events of devices that have been forgotten since. */
  readonly permit: (events: readonly ShopperEvent[]) => Promise<readonly ShopperEvent[]>;
  /**
   * Where another feed has left off; from the first event unless given. Asked before anything is read, until it answers.
   */
  readonly resume?: () => Promise<FeedPosition | undefined>;
  /** Milliseconds between two looks at what is new. */
  readonly pollMs: number;
  /** The most events that the consumer can use; months older than these are not read. */
  readonly maxEvents: number;
  /** Told now and then how far the first reading has come. `of` grows while events arrive. */
  readonly onProgress: (read: number, of: number) => void;
  /** Told once, when all that was stored has been read. */
  readonly onCaughtUp: (read: number) => void;
  /** Told of a reading that failed; it is tried again, from where it was. */
  readonly onError: (error: unknown) => void;
}

/** How far stored events have been read. Plain JSON. */
export interface FeedPosition {
  readonly cursor: TailCursor;
  /** Events up to there. */
  readonly read: number;
}

export interface EventFeed {
  /** Whether all that was stored before the start has been read. */
  readonly hasCaughtUp: boolean;
  /** Events that have been read, and given to the consumer where that is permitted. */
  readonly read: number;
  /**
   * The position after the last event given to the consumer, for another feed to continue from; undefined before the
   * first read.
   */
  readonly position: FeedPosition | undefined;
  /** Reads what has been stored until now. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Bounds what is in memory and in one answer of the engine: about 5 MB. */
const EVENTS_AT_ONCE = 5_000;
/** Events between two reports of progress. */
const REPORT_EVERY = 100_000;

/**
 * Gives a consumer what is stored, from the first event on, and then whatever any process stores, in the order of arrival.
 * The service need not wait for it: what has been read so far serves.
 */
export function startEventFeed(deps: EventFeedDeps): EventFeed {
  const { engine, consumer, permit, pollMs, maxEvents, onProgress, onCaughtUp, onError } = deps;
  let cursor: TailCursor = {};
  let oldest: string | undefined;
  let stored = 0;
  let read = 0;
  let isClosing = false;
  let hasCaughtUp = false;

  async function begin(): Promise<string> {
    const counts = await countStoredEvents(engine);
    // The last step that may fail, because the position says what the consumer has received.
    const left = await deps.resume?.();
    if (left !== undefined) ({ cursor, read } = left);
    const from = oldestMonthFor(counts, maxEvents);
    for (const [month, count] of counts) if (month >= from) stored += count;
    return from;
  }

  /** Hands the next stored events to the consumer. @param from the oldest month to read @returns whether there were any */
  async function readOn(from: string): Promise<boolean> {
    const { events, cursor: next } = await readStoredEvents(engine, cursor, { limit: EVENTS_AT_ONCE, oldest: from });
    if (events.length > 0) await consumer.consume(await permit(events.map(({ event }) => event)));
    cursor = next;
    const before = read;
    read += events.length;
    const isReportDue = Math.floor(before / REPORT_EVERY) < Math.floor(read / REPORT_EVERY);
    if (isReportDue && !hasCaughtUp) onProgress(read, Math.max(read, stored));
    return events.length > 0;
  }

  async function catchUp(): Promise<void> {
    oldest ??= await begin();
    while (!isClosing && (await readOn(oldest)));
    if (isClosing || hasCaughtUp) return;
    hasCaughtUp = true;
    onCaughtUp(read);
  }

  let latest: Promise<void> = Promise.resolve();
  /** One reading after another. */
  function catchUpInTurn(): Promise<void> {
    const own = latest.then(() => (isClosing ? undefined : catchUp()));
    latest = own.catch(() => undefined);
    return own;
  }

  const polling = startPeriodic(catchUpInTurn, { everyMs: pollMs, atOnce: true, onError });
  return {
    get hasCaughtUp() {
      return hasCaughtUp;
    },
    get read() {
      return read;
    },
    get position() {
      return oldest === undefined ? undefined : { cursor, read };
    },
    catchUp: catchUpInTurn,
    async close() {
      isClosing = true;
      await polling.close();
      await latest;
    },
  };
}
