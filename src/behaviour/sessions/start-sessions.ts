import { join } from "node:path";
import { type Context, warned } from "../../context.js";
import { errorFields } from "../../observability/logger.js";
import type { ShopperEvent } from "../../tracking/event.js";
import { eventIndexIds } from "../../tracking/tail.js";
import { type FeedPosition, startEventFeed } from "../event-feed.js";
import { visitedIn } from "../visited.js";
import type { SessionNeighbours } from "./neighbours.js";

/** The reading of stored events into the sessions of this process. */
export interface RunningSessions {
  /** Reads what has been stored until now. */
  catchUp(): Promise<void>;
  /** Brings the metrics up to date. */
  beforeScrape(): Promise<void>;
  /** Saves the sessions, if that takes at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** The values saved besides the sessions. */
interface Kept {
  readonly feed: FeedPosition;
  /** The identity of each month's index. */
  readonly months: Readonly<Record<string, string>>;
}

/** Events of all kinds per session, mostly impressions. A higher number reads events in vain, a lower one leaves sessions out. */
const EVENTS_A_SESSION = 20;

/**
 * Keeps sessions in memory: reads all stored events first, then the events that any process stores.
 * @param forgottenAt times at which devices were forgotten, in milliseconds since 1970; other devices are missing
 */
export function startSessions(
  context: Context,
  sessions: SessionNeighbours,
  forgottenAt: (clientId: string, devices: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): RunningSessions {
  const { config, engine, logger, metrics } = context;
  const measures = metrics.sessions;
  const path = join(config.dataDir, "sessions");

  async function permit(events: readonly ShopperEvent[]): Promise<readonly ShopperEvent[]> {
    const permitted: ShopperEvent[] = [];
    const visits = events.filter((event) => visitedIn(event).length > 0);
    for (const clientId of new Set(visits.map(({ client_id }) => client_id))) {
      const own = visits.filter(({ client_id }) => client_id === clientId);
      const forgotten = await forgottenAt(clientId, [...new Set(own.map(({ device_id }) => device_id))]);
      for (const [device, at] of forgotten) sessions.forget(clientId, device, at);
      permitted.push(...own.filter(({ device_id, occurred_at }) => occurred_at > (forgotten.get(device_id) ?? 0)));
    }
    return permitted;
  }

  /**
   * Loads the sessions that the last process saved. Returns undefined when there are none, when they cannot be read, or when the
   * engine holds other events than those they were made from; the caller then reads all stored events again.
   */
  async function resume(): Promise<FeedPosition | undefined> {
    const ids = await eventIndexIds(engine);
    try {
      const kept = await sessions.restore<Kept>(path, ({ months }) => goOn(months, ids));
      if (kept === undefined) return undefined;
      counted = kept.feed.read;
      logger.info("sessions were kept on the disk", sessions.size());
      return kept.feed;
    } catch (error) {
      logger.warn("sessions kept on the disk cannot be used; they are read from stored events", errorFields(error));
      return undefined;
    }
  }

  async function keep(graceMs: number): Promise<void> {
    if (feed.position === undefined) return;
    try {
      const kept: Kept = { feed: feed.position, months: await eventIndexIds(engine) };
      await sessions.save(path, kept, AbortSignal.timeout(Math.floor(graceMs)));
    } catch (error) {
      const message = "sessions are not kept on the disk; the next start reads them from stored events";
      logger.warn(message, errorFields(error));
    }
  }

  let counted = 0;
  const feed = startEventFeed({
    engine,
    permit,
    consumer: sessions,
    resume,
    pollMs: config.eventPollMs,
    maxEvents: config.sessionIndexMaxSessions * EVENTS_A_SESSION,
    onProgress: (read, of) => logger.info("reading sessions from stored events", { read, of }),
    onCaughtUp: (read) => logger.info("sessions are read", { events: read, ...sessions.size() }),
    onError: warned(context, "stored events cannot be read; sessions stay as they are"),
  });
  return {
    catchUp: () => feed.catchUp(),
    beforeScrape: () => {
      const { sessions: count, bytes } = sessions.size();
      measures.sessions.set(count);
      measures.bytes.set(bytes);
      measures.eventsRead.inc(feed.read - counted);
      counted = feed.read;
      measures.isComplete.set(feed.hasCaughtUp ? 1 : 0);
      return Promise.resolve();
    },
    close: async (graceMs) => {
      await feed.close();
      await keep(graceMs);
    },
  };
}

/** Whether the engine still has the events that were read: months may have gone since, but no other may be in their place. */
function goOn(months: Kept["months"], now: Kept["months"]): boolean {
  const left = Object.keys(months).filter((month) => month in now);
  return left.length > 0 && left.every((month) => months[month] === now[month]);
}
