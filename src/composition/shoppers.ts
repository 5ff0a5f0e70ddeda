import { atRoot } from "../app.js";
import {
  type TagDevice,
  createSessionNeighbours,
  type SessionNeighbours,
  type RunningSessions,
  startSessions,
  createLearner,
} from "../behaviour/index.js";
import { repeat, warned } from "../context.js";
import { createPersonalizer, type Personalizer } from "../personalization/personalizer.js";
import { createProductTokens, type ProductTokens } from "../personalization/product-tokens.js";
import { tasteRoutes } from "../personalization/routes.js";
import { createTasteConsumer, type TasteConsumer } from "../personalization/taste-consumer.js";
import { createTasteStore, type TasteStore } from "../personalization/taste-store.js";
import { sweepTaste, type Tombstone } from "../personalization/tombstones.js";
import { createRecommendation, recommendationRoutes } from "../recommendation/index.js";
import { eraseShopper, type ErasureReport, followTombstones, shopperRoutes } from "../shoppers/index.js";
import { collectorRoutes } from "../tracking/collector-routes.js";
import { deleteOldMonths, type Erased, prepareMonths } from "../tracking/erase-events.js";
import { importRoutes } from "../tracking/import-routes.js";
import { createImpressionLog, type ImpressionLog } from "../tracking/impressions.js";
import { startIntake, type Intake } from "../tracking/intake.js";
import { createRecorder } from "../tracking/record-events.js";
import { createSpool } from "../tracking/spool.js";
import { type Domain, type Foundation, leasesOf } from "./foundation.js";

export interface Personalization {
  readonly store: TasteStore;
  readonly products: ProductTokens;
  /** Index of shopper sessions, which `sessionsDomain` loads. */
  readonly neighbours: SessionNeighbours;
  readonly personalizer: Personalizer;
  /** Updates taste profiles from events and responses that are stored durably. */
  readonly taste: TasteConsumer;
}

export function createPersonalization(foundation: Foundation, tagDevice: TagDevice): Personalization {
  const { config, metrics } = foundation;
  const store = createTasteStore(foundation);
  const products = createProductTokens(foundation, foundation.cache, foundation.liveCatalogs);
  const rulesOf = async (clientId: string) => (await foundation.directory.findStorefront(clientId))?.configuration;
  const neighbours = createSessionNeighbours({
    startTimer: () => metrics.sessions.queryDuration.startTimer(),
    find: products.find,
    tagDevice,
    maxSessions: config.sessionIndexMaxSessions,
    maxBytes: config.sessionIndexMaxBytes,
  });
  return {
    store,
    products,
    neighbours,
    personalizer: createPersonalizer(foundation, store, neighbours),
    taste: createTasteConsumer(store, products, rulesOf),
  };
}

const HOUR_MS = 3_600_000;

export function trackingDomain(
  foundation: Foundation,
  { taste, store }: Personalization,
): Domain & { readonly impressions: ImpressionLog; readonly settleSpool: Intake["settle"] } {
  const { config, engine, logger, directory, now } = foundation;
  const { tracking } = foundation.metrics;
  const spool = createSpool(foundation);
  const record = createRecorder(foundation, directory, store.findErased, [taste]);
  const intake = startIntake(foundation, spool, record);
  const impressions = createImpressionLog(foundation, store.findErased, [taste]);
  const keepMonths = async () => {
    await prepareMonths(engine, now());
    const indices = await deleteOldMonths(engine, now(), config.eventRetentionMonths);
    if (indices.length > 0) logger.info("deleted monthly event indices older than the retention period", { indices });
  };
  const often = { everyMs: 6 * HOUR_MS, atOnce: true };
  const retention = repeat(foundation, "failed to create or delete monthly event indices", keepMonths, often);
  const collectorGuards = { limit: foundation.addressLimit, admit: foundation.gates.events.admit };
  return {
    impressions,
    settleSpool: (withinMs) => intake.settle(withinMs),
    routers: atRoot(
      collectorRoutes(foundation, directory, intake, collectorGuards),
      importRoutes(foundation, directory, record),
    ),
    beforeScrape: () => {
      tracking.spoolBytes.set(spool.bytes);
      const since = intake.waitingSince;
      tracking.spoolAge.set(since === null ? 0 : Math.max(0, now() - since) / 1000);
    },
    close: async (graceMs) => {
      await retention.close();
      await Promise.all([intake.close(graceMs), impressions.close(graceMs)]);
    },
  };
}

export function sessionsDomain(
  foundation: Foundation,
  { neighbours, store }: Personalization,
): Domain & RunningSessions {
  return startSessions(foundation, neighbours, store.forgottenAt);
}

export function learningDomain(
  foundation: Foundation,
  { products, store }: Personalization,
  tagDevice: TagDevice,
): Domain & { readonly learn: () => Promise<void> } {
  const { config, directory } = foundation;
  const learner = createLearner({
    ...foundation,
    tagDevice,
    leases: leasesOf(foundation),
    configurationOf: async (clientId) => (await directory.findStorefront(clientId))?.configuration,
    forgottenAt: store.forgottenAt,
    find: products.find,
  });
  const everyMs = config.learnEverySeconds * 1000;
  const failure = "failed to update product signals and suggested queries from shopper events";
  const learning = repeat(foundation, failure, () => learner.run(), { everyMs });
  return {
    learn: () => learner.run(),
    close: async () => {
      await Promise.all([learning.close(), learner.close()]);
    },
  };
}

export function tasteDomain(foundation: Foundation, { store, neighbours }: Personalization): Domain {
  const router = tasteRoutes(foundation, store, foundation.guards, (clientId, deviceId) =>
    neighbours.forget(clientId, deviceId),
  );
  const sweep = () => sweepTaste(foundation);
  const sweeper = repeat(foundation, "failed to delete expired taste profiles", sweep, { everyMs: HOUR_MS });
  return { routers: atRoot(router), close: () => sweeper.close() };
}

/**
 * Erases shoppers on request. After any process or command has erased a shopper, this process also removes the shopper from memory.
 * @param settleSpool waits, for at most the given milliseconds, until the events on disk are stored in the engine; returns whether all
 * events are stored
 * @param forgetting functions that each remove shoppers from a part of this process's memory
 */
export async function shoppersDomain(
  foundation: Foundation,
  { store }: Personalization,
  settleSpool: Intake["settle"],
  forgetting: readonly ((tombstones: readonly Tombstone[]) => Promise<void> | void)[],
): Promise<Domain> {
  const { logger, metrics, authenticate, guards } = foundation;
  const forgetErased = followTombstones(foundation, async (tombstones) => {
    for (const forget of forgetting) await forget(tombstones);
  });
  const failure = "failed to look up shoppers whose data was erased";
  // Load the erased shoppers before the first response.
  await forgetErased().catch(warned(foundation, failure));
  const following = repeat(foundation, failure, forgetErased, { everyMs: FOLLOW_EVERY_MS });

  async function erase(erased: Erased): Promise<ErasureReport> {
    const erasure = await eraseShopper(foundation, store, erased);
    await forgetErased();
    const elsewhere = { spool_is_clear: await settleSpool(SETTLE_MS), within_seconds: WITHIN_SECONDS };
    metrics.erasures.inc({ kind: kindOf(erased) });
    for (const [kind, count] of Object.entries(erasure.removed)) metrics.erasedDocuments.inc({ kind }, count);
    // The log must not contain identifiers of the shopper.
    logger.info("data of a shopper was erased", {
      client_id: erased.client_id,
      by: kindOf(erased),
      ...erasure.removed,
    });
    return { ...erasure, elsewhere };
  }

  return { routers: atRoot(shopperRoutes([authenticate, guards.body], erase)), close: () => following.close() };
}

const kindOf = ({ device_id, user_id }: Erased) => (device_id === null ? "user" : user_id === null ? "device" : "both");

const FOLLOW_EVERY_MS = 2_000;
/**
 * Maximum time in milliseconds to wait until all events from before an erasure are stored. The time suffices, because the event spool on
 * disk contains at most a few seconds of events if the engine is available.
 */
const SETTLE_MS = 5_000;
/**
 * Maximum time in seconds until every process has removed an erased shopper from memory. Each process checks for erasures every
 * `FOLLOW_EVERY_MS` milliseconds; the rest is a margin for a slow engine.
 */
const WITHIN_SECONDS = 10;

export function recommendationDomain(
  foundation: Foundation,
  { personalizer, products, neighbours }: Personalization,
  impressions: ImpressionLog,
): Domain {
  const { publicGuards, body, admit } = foundation.guards;
  const { identify } = products;
  const recommendation = createRecommendation({ ...foundation, personalizer, identify, impressions, neighbours });
  return { routers: atRoot(recommendationRoutes(recommendation, [...publicGuards, body, admit])) };
}
