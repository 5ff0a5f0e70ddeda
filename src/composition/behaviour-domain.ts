import { hostname } from "node:os";
import { join } from "node:path";
import type { TagDevice } from "../behaviour/device-tag.js";
import { createLearner } from "../behaviour/signals/signals-learner.js";
import { CATEGORIES_LEAF } from "../catalog/leaves.js";
import { tokenValues } from "../catalog/taste-tokens.js";
import { createLeases } from "../engine/lease.js";
import { errorFields } from "../observability/logger.js";
import { learnerMetrics, sessionMetrics } from "../observability/learner-metrics.js";
import { startPeriodic } from "../lib/periodic.js";
import type { Domain, Foundation } from "./domain.js";
import type { Personalization } from "./personalization-domain.js";
import { type FeedPosition, startEventFeed } from "../behaviour/event-feed.js";
import { createSessionNeighbours, type SessionNeighbours } from "../behaviour/sessions/neighbours.js";
import { visitedIn } from "../behaviour/visited.js";
import type { ShopperEvent } from "../tracking/event.js";
import { eventIndexIds } from "../tracking/tail.js";

/** Builds the learner of product signals and typed queries. */
export function learningDomain(
  { config, engine, logger, metrics, directory, now }: Foundation,
  { products, store }: Personalization,
  tagDevice: TagDevice,
): Domain & { readonly learn: () => Promise<void>; readonly forget: (clientId: string, shopper: string) => void } {
  const configurationOf = async (clientId: string) => (await directory.findStorefront(clientId))?.configuration;
  const leases = createLeases(engine, `${hostname()}:${process.pid}`, config.ingestionLeaseSeconds);
  const learner = createLearner({
    engine,
    now,
    tagDevice,
    metrics: learnerMetrics(metrics.registry),
    leases,
    keptMonths: config.eventRetentionMonths,
    rulesOf: async (clientId) => (await configurationOf(clientId))?.popularity,
    documentRulesOf: configurationOf,
    identify: async (clientId, names) => {
      const found = await products.find(clientId, names);
      return new Map([...found].map(([name, { id }]) => [name, id]));
    },
    forgottenAt: (clientId, devices) => store.forgottenAt(clientId, devices),
    describe: async (clientId, names) => {
      const found = await products.find(clientId, names);
      return new Map(
        [...found].map(([name, { id, tokens }]) => [name, { id, categories: tokenValues(tokens, CATEGORIES_LEAF) }]),
      );
    },
  });
  const learning = startPeriodic(() => learner.run(), {
    everyMs: config.learnEverySeconds * 1000,
    onError: (error) => logger.warn("failed to learn product signals and typed queries", errorFields(error)),
  });
  return {
    routers: [],
    forget: (clientId, shopper) => learner.forget(clientId, shopper),
    learn: () => learner.run(),
    close: async () => {
      await Promise.all([learning.close(), learner.close()]);
    },
  };
}

/** Sessions in memory, read from the engine: from the beginning first, then what any process stores. */
export function sessionsDomain(
  { config, engine, logger, metrics }: Foundation,
  { identify, store }: Pick<Personalization, "identify" | "store">,
  tagDevice: TagDevice,
): Domain & { readonly neighbours: SessionNeighbours } {
  const measures = sessionMetrics([metrics.registry]);
  const sessions = createSessionNeighbours({
    identify,
    tagDevice,
    maxSessions: config.sessionIndexMaxSessions,
    maxBytes: config.sessionIndexMaxBytes,
  });
  const path = join(config.dataDir, "sessions");
  const neighbours: SessionNeighbours = {
    ...sessions,
    recommend: (...question) => timed(() => sessions.recommend(...question)),
    companions: (...question) => timed(() => sessions.companions(...question)),
  };

  function timed<T>(ask: () => T): T {
    const stop = measures.queryDuration.startTimer();
    const answer = ask();
    stop();
    return answer;
  }

  async function permit(events: readonly ShopperEvent[]): Promise<readonly ShopperEvent[]> {
    const permitted: ShopperEvent[] = [];
    const visits = events.filter((event) => visitedIn(event).length > 0);
    for (const clientId of new Set(visits.map(({ client_id }) => client_id))) {
      const own = visits.filter(({ client_id }) => client_id === clientId);
      const forgotten = await store.forgottenAt(clientId, [...new Set(own.map(({ device_id }) => device_id))]);
      for (const [device, at] of forgotten) sessions.forget(clientId, device, at);
      permitted.push(...own.filter(({ device_id, occurred_at }) => occurred_at > (forgotten.get(device_id) ?? 0)));
    }
    return permitted;
  }

  /**
   * Loads the sessions that the last process saved. Undefined when there are none, when they cannot be read, or when they
   * were made from other events than the engine holds: then sessions are read from the stored events again.
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
      const months = await eventIndexIds(engine);
      await sessions.save(
        path,
        { feed: feed.position, months } satisfies Kept,
        AbortSignal.timeout(Math.floor(graceMs)),
      );
    } catch (error) {
      logger.warn(
        "sessions are not kept on the disk; the next start reads them from stored events",
        errorFields(error),
      );
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
    onError: (error) => logger.warn("stored events cannot be read; sessions stay as they are", errorFields(error)),
  });
  return {
    neighbours,
    routers: [],
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

/** The values saved besides the sessions. */
interface Kept {
  readonly feed: FeedPosition;
  /** The identity of each month's index. */
  readonly months: Readonly<Record<string, string>>;
}

/** Whether the engine still has the events that were read: months may have gone since, but no other may be in their place. */
function goOn(months: Kept["months"], now: Kept["months"]): boolean {
  const left = Object.keys(months).filter((month) => month in now);
  return left.length > 0 && left.every((month) => months[month] === now[month]);
}

/** Of all kinds: what was shown is most of it. More than that are read in vain, fewer would leave sessions out. */
const EVENTS_A_SESSION = 20;
