import type { SessionNeighbours } from "../behaviour/sessions/neighbours.js";
import type { IdentifyProducts } from "../behaviour/visited.js";
import { errorFields } from "../observability/logger.js";
import { createPersonalizer, type Personalizer } from "../personalization/personalizer.js";
import { createProductTokens, type ProductTokens } from "../personalization/product-tokens.js";
import { tasteRoutes } from "../personalization/routes.js";
import { createTasteConsumer } from "../personalization/taste-consumer.js";
import { createTasteStore, type TasteStore } from "../personalization/taste-store.js";
import { sweepTaste, type Tombstone } from "../personalization/tombstones.js";
import type { EventConsumer } from "../tracking/event.js";
import type { ImpressionConsumer, ImpressionLog } from "../tracking/impressions.js";
import { startPeriodic } from "../lib/periodic.js";
import type { Domain, Foundation } from "./domain.js";
import { requirePrivateKey } from "../http/authentication.js";
import { erasureMetrics } from "../observability/tracking-metrics.js";
import { eraseShopper } from "../shoppers/erase.js";
import { type ErasureReport, followTombstones } from "../shoppers/erasure.js";
import { shopperRoutes } from "../shoppers/routes.js";
import type { Erased } from "../tracking/erase-events.js";
import { createRecommendation } from "../recommendation/recommendation.js";
import { recommendationRoutes } from "../recommendation/routes.js";

/** Learns from events, and ranks by what was learned. */
export interface Personalization {
  readonly store: TasteStore;
  readonly products: ProductTokens;
  readonly personalizer: Personalizer;
  /** Maps the names that storefronts use for products to those of their catalogues. */
  readonly identify: IdentifyProducts;
  /** To be handed every batch of events once it is safe. */
  readonly consumers: readonly EventConsumer[];
  /** To be handed every batch of answers once it is stored. */
  readonly impressionConsumers: readonly ImpressionConsumer[];
}

export function createPersonalization({
  config,
  engine,
  logger,
  metrics,
  directory,
  liveCatalogs,
  cache,
  now,
}: Foundation): Personalization {
  const store = createTasteStore({
    engine,
    metrics: metrics.personalization,
    budgetMs: config.tasteBudgetMs,
    onFailure: (error) => logger.warn("taste cannot be read; pages go without", errorFields(error)),
    now,
  });
  const products = createProductTokens({ engine, cache, liveCatalogs });
  const identify: IdentifyProducts = async (clientId, named) => {
    const found = await products.find(clientId, [...new Set(named.map(({ id }) => id))]);
    return new Map([...found].map(([name, { id }]) => [name, id]));
  };
  const rulesOf = async (clientId: string) => (await directory.findStorefront(clientId))?.configuration;
  const personalizer = createPersonalizer({ store, metrics: metrics.personalization, now });
  const taste = createTasteConsumer({ store, products, rulesOf });
  return { store, products, personalizer, identify, consumers: [taste], impressionConsumers: [taste] };
}

export function tasteDomain(
  { config, engine, logger, publicGuards, body, admit, now }: Foundation,
  { store }: Personalization,
  neighbours: Pick<SessionNeighbours, "forget">,
): Domain {
  const router = tasteRoutes({
    store,
    body,
    admit,
    guards: publicGuards,
    now,
    onForgotten: (clientId, deviceId) => neighbours.forget(clientId, deviceId),
  });
  const sweeping = { retentionDays: config.tasteRetentionDays, eventMonths: config.eventRetentionMonths };
  const sweeper = startPeriodic(() => sweepTaste({ ...sweeping, engine, now }), {
    everyMs: TASTE_SWEEP_EVERY_MS,
    onError: (error) => logger.warn("old taste cannot be removed", errorFields(error)),
  });
  return { routers: [{ path: "/", router }], close: () => sweeper.close() };
}

const TASTE_SWEEP_EVERY_MS = 3_600_000;

export interface ShoppersDeps extends Pick<Personalization, "store"> {
  /** Each lets a part of this process know nothing of these shoppers any more. */
  readonly forgetting: readonly ((tombstones: readonly Tombstone[]) => Promise<void> | void)[];
  /** Resolves to whether everything that waited on the disk has been dealt with, after at most `withinMs`. */
  readonly settleSpool: (withinMs: number) => Promise<boolean>;
}

/** Erases shoppers, and has this process follow what any of them, or a command, has erased. */
export async function shoppersDomain(
  { config, engine, logger, metrics, directory, body, now }: Foundation,
  { store, forgetting, settleSpool }: ShoppersDeps,
): Promise<Domain> {
  const counts = erasureMetrics(metrics.registry);
  const follower = followTombstones({
    engine,
    now,
    // Only cursors can carry data of shoppers over a restart, and they live no longer than this.
    reachMs: config.cursorTtlSeconds * 1000,
    onTombstones: async (tombstones) => {
      for (const forget of forgetting) await forget(tombstones);
    },
  });
  const onError = (error: unknown) => logger.warn("erased shoppers cannot be looked for now", errorFields(error));
  // Before anything is answered.
  await follower.run().catch(onError);
  const following = startPeriodic(() => follower.run(), { everyMs: FOLLOW_EVERY_MS, onError });

  async function erase(erased: Erased): Promise<ErasureReport> {
    const erasure = await eraseShopper({ engine, store, now }, erased);
    await follower.run();
    const elsewhere = { spool_is_clear: await settleSpool(SETTLE_MS), within_seconds: WITHIN_SECONDS };
    counts.erasures.inc({ kind: kindOf(erased) });
    for (const [kind, count] of Object.entries(erasure.removed)) counts.removed.inc({ kind }, count);
    // The log must not name the shopper.
    logger.info("a shopper was erased", { client_id: erased.client_id, by: kindOf(erased), ...erasure.removed });
    return { ...erasure, elsewhere };
  }

  const router = shopperRoutes({ guards: [requirePrivateKey(directory), body], erase });
  return { routers: [{ path: "/", router }], close: () => following.close() };
}

const kindOf = ({ device_id, user_id }: Erased) => (device_id === null ? "user" : user_id === null ? "device" : "both");

const FOLLOW_EVERY_MS = 2_000;
/** The spool of a process whose engine is there holds seconds of events. */
const SETTLE_MS = 5_000;
/**
 * Seconds after which every process has forgotten an erased shopper: each looks for erasures every `FOLLOW_EVERY_MS`, and drops
 * answers of the shopper, which wait a second before they are stored. The rest is for a slow engine.
 */
const WITHIN_SECONDS = 10;

/** Recommendations, which the shopper's taste orders. */
export function recommendationDomain(
  { config, engine, logger, metrics, liveCatalogs, cache, publicGuards, body, admit, now }: Foundation,
  { personalizer, identify }: Personalization,
  impressions: ImpressionLog,
  neighbours: SessionNeighbours,
): Domain {
  const recommendation = createRecommendation({
    engine,
    liveCatalogs,
    cache,
    personalizer,
    identify,
    impressions,
    neighbours,
    now,
    degraded: metrics.degraded,
    budgetMs: config.recommendationBudgetMs,
    onFailure: (error) => logger.warn("candidates of a recommendation are missing", errorFields(error)),
  });
  const router = recommendationRoutes(recommendation, [...publicGuards, body, admit]);
  return { routers: [{ path: "/", router }] };
}
