import type { SessionNeighbours } from "../behaviour/sessions/neighbours.js";
import type { IdentifyProducts } from "../behaviour/visited.js";
import { errorFields } from "../observability/logger.js";
import { createPersonalizer, type Personalizer } from "../personalization/personalizer.js";
import { createProductTokens, type ProductTokens } from "../personalization/product-tokens.js";
import { tasteRoutes } from "../personalization/routes.js";
import { createTasteConsumer } from "../personalization/taste-consumer.js";
import { createTasteStore, type TasteStore } from "../personalization/taste-store.js";
import { sweepTaste } from "../personalization/taste-sweep.js";
import type { EventConsumer } from "../tracking/consumer.js";
import type { ImpressionConsumer } from "../tracking/impressions.js";
import { startPeriodic } from "../lib/periodic.js";
import type { Domain, Foundation } from "./domain.js";

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
  return { routers: [{ path: "/v2/taste", router }], close: () => sweeper.close() };
}

const TASTE_SWEEP_EVERY_MS = 3_600_000;
