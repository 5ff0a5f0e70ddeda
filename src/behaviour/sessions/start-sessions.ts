import { join } from "node:path";
import { type Context, warned } from "../../context.js";
import { groupedBy } from "../../lib/grouped-by.js";
import { createTurns, startPeriodic } from "../../lib/periodic.js";
import { errorFields } from "../../observability/index.js";
import type { ShopperEvent } from "../../tracking/event.js";
import { oldestMonthFor } from "../../tracking/month.js";
import { countStoredEvents, eventIndexIds, readStoredEvents, type TailCursor } from "../../tracking/tail.js";
import { visitedIn } from "../visited.js";
import type { SessionNeighbours } from "./neighbours.js";

/** Builds the sessions of this process from the stored events. */
export interface RunningSessions {
  /** Reads all events stored so far. */
  catchUp(): Promise<void>;
  beforeScrape(): void;
  /** Saves the sessions, if saving takes at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** The position up to which stored events have been read. Plain JSON. */
interface Position {
  readonly cursor: TailCursor;
  /** Number of events read so far. */
  readonly read: number;
}

interface Kept {
  readonly feed: Position;
  /** The unique identifier of each monthly event index, by month. */
  readonly months: Readonly<Record<string, string>>;
}

/**
 * Assumed number of events of all types per session, mostly impressions. With a higher value, unnecessary events are read; with a lower
 * value, sessions are missing.
 */
const EVENTS_A_SESSION = 20;
/** Maximum number of events in a response of the engine. Such a response has about 5 MB. */
const EVENTS_AT_ONCE = 5_000;
/** Number of events between two progress messages. */
const REPORT_EVERY = 100_000;

/**
 * Loads sessions into memory. First reads all stored events, and then follows the new events of all processes in the order of arrival. The
 * service does not wait until loading is complete.
 * @param forgottenAt returns for each forgotten device the time of the request to forget, in milliseconds since 1970
 */
export function startSessions(
  context: Context,
  sessions: SessionNeighbours,
  forgottenAt: (clientId: string, devices: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): RunningSessions {
  const { config, engine, logger, metrics } = context;
  const measures = metrics.sessions;
  const path = join(config.dataDir, "sessions");
  const inTurn = createTurns();
  /** The position after the last event consumed by the sessions. Undefined before the first read. */
  let position: Position | undefined;
  let oldest = "";
  /** Number of events stored when reading began. */
  let stored = 0;
  /** Number of events already added to the metric of read events. */
  let counted = 0;
  let hasCaughtUp = false;
  let isCrowded = false;
  let isClosing = false;

  async function begin(): Promise<Position> {
    const counts = await countStoredEvents(engine);
    // Load the sessions in the last step that can fail, because the returned position must match the loaded sessions.
    const kept = await resume();
    oldest = oldestMonthFor(counts, config.sessionIndexMaxSessions * EVENTS_A_SESSION);
    for (const [month, count] of counts) if (month >= oldest) stored += count;
    counted = kept?.read ?? 0;
    return kept ?? { cursor: {}, read: 0 };
  }

  /**
   * Reads the next batch of stored events into the sessions.
   * @returns `true` if the batch contained events
   */
  async function readOn({ cursor, read: before }: Position): Promise<boolean> {
    const tail = await readStoredEvents(engine, cursor, { limit: EVENTS_AT_ONCE, oldest });
    if (tail.stored.length > 0) await sessions.consume(await permitted(tail.stored.map(({ event }) => event)));
    const read = before + tail.stored.length;
    position = { cursor: tail.cursor, read };
    const isReportDue = Math.floor(before / REPORT_EVERY) < Math.floor(read / REPORT_EVERY);
    if (isReportDue && !hasCaughtUp)
      logger.info("loading sessions from stored events", { read, of: Math.max(read, stored) });
    return tail.stored.length > 0;
  }

  async function catchUp(): Promise<void> {
    position ??= await begin();
    while (!isClosing && (await readOn(position)));
    warnOfCrowding();
    if (isClosing || hasCaughtUp) return;
    hasCaughtUp = true;
    logger.info("sessions loaded", { events: position.read, ...sessions.size() });
  }

  /** Logs, once, that sessions were removed because the memory for products was full. */
  function warnOfCrowding(): void {
    const { crowdedOut } = sessions.size();
    if (isCrowded || crowdedOut === 0) return;
    isCrowded = true;
    logger.warn("removing sessions early, because the memory for products is full; increase SESSION_INDEX_MAX_BYTES", {
      removed: crowdedOut,
    });
  }

  /** Removes the events that forgotten devices sent before the devices were forgotten. */
  async function permitted(events: readonly ShopperEvent[]): Promise<readonly ShopperEvent[]> {
    const learnt: ShopperEvent[] = [];
    const visits = events.filter((event) => visitedIn(event).length > 0);
    for (const [clientId, own] of groupedBy(visits, ({ client_id }) => client_id)) {
      const forgotten = await forgottenAt(clientId, [...new Set(own.map(({ device_id }) => device_id))]);
      for (const [device, at] of forgotten) sessions.forget(clientId, device, at);
      learnt.push(...own.filter(({ device_id, occurred_at }) => occurred_at > (forgotten.get(device_id) ?? 0)));
    }
    return learnt;
  }

  /**
   * Loads the sessions that the last process saved. Returns undefined if the file is missing or unreadable, or if the event indices have
   * been replaced since the sessions were saved. The caller then reads all stored events again.
   */
  async function resume(): Promise<Position | undefined> {
    const ids = await eventIndexIds(engine);
    try {
      const kept = await sessions.restore<Kept>(path, ({ months }) => goOn(months, ids));
      if (kept === undefined) return undefined;
      logger.info("sessions loaded from disk", sessions.size());
      return kept.feed;
    } catch (error) {
      logger.warn("failed to load saved sessions; loading them from stored events", errorFields(error));
      return undefined;
    }
  }

  async function keep(graceMs: number): Promise<void> {
    if (position === undefined) return;
    try {
      const kept: Kept = { feed: position, months: await eventIndexIds(engine) };
      await sessions.save(path, kept, AbortSignal.timeout(Math.floor(graceMs)));
    } catch (error) {
      const message = "failed to save sessions; the next start loads them from stored events";
      logger.warn(message, errorFields(error));
    }
  }

  const reading = startPeriodic(() => inTurn(catchUp), {
    everyMs: config.eventPollMs,
    atOnce: true,
    onError: warned(context, "failed to load stored events; sessions are not updated"),
  });
  return {
    catchUp: () => inTurn(catchUp),
    beforeScrape: () => {
      const { sessions: count, bytes } = sessions.size();
      const read = position?.read ?? 0;
      measures.sessions.set(count);
      measures.bytes.set(bytes);
      measures.eventsRead.inc(read - counted);
      counted = read;
      measures.isComplete.set(hasCaughtUp ? 1 : 0);
    },
    close: async (graceMs) => {
      isClosing = true;
      await reading.close();
      await inTurn(() => keep(graceMs));
    },
  };
}

/** Returns whether saved sessions can continue with the events in the engine. Monthly indices may have been deleted, but not replaced. */
function goOn(months: Kept["months"], now: Kept["months"]): boolean {
  const left = Object.keys(months).filter((month) => month in now);
  return left.length > 0 && left.every((month) => months[month] === now[month]);
}
