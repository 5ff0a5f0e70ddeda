import { Registry } from "prom-client";
import type { Engine } from "../../src/engine/engine.js";
import { createMetrics, type Metrics } from "../../src/observability/metrics.js";
import type { ProductTokens } from "../../src/personalization/product-tokens.js";
import { createTasteConsumer, type TasteConsumer } from "../../src/personalization/taste-consumer.js";
import { createTasteStore, type Owner, type TasteStore } from "../../src/personalization/taste-store.js";
import { DEFAULT_TASTE } from "../../src/storefront/taste-configuration.js";
import { productTokensOn } from "./product-tokens.js";

export const device = (id: string, client_id = "shop"): Owner => ({ client_id, kind: "device", id });
export const user = (id: string, client_id = "shop"): Owner => ({ client_id, kind: "user", id });

/** A budget that only an engine that does not answer exceeds. */
const PATIENT_MS = 20_000;

export interface TasteBench {
  readonly store: TasteStore;
  readonly consumer: TasteConsumer;
  readonly metrics: Metrics;
  readonly failures: unknown[];
}

/** Taste as one process of an installation keeps it. */
export function tasteOn(
  engine: Engine,
  given: {
    readonly budgetMs?: number;
    readonly now?: () => number;
    readonly products?: ProductTokens;
    /** 0.1 unless given: what is shown is learnt, too. */
    readonly fatigue?: number;
  } = {},
): TasteBench {
  const metrics = createMetrics(new Registry());
  const ranking = { fatigue: given.fatigue ?? 0.1 };
  const failures: unknown[] = [];
  const store = createTasteStore({
    engine,
    metrics: metrics.personalization,
    budgetMs: given.budgetMs ?? PATIENT_MS,
    onFailure: (error) => failures.push(error),
    now: given.now ?? Date.now,
  });
  const consumer = createTasteConsumer({
    store,
    products: given.products ?? productTokensOn(engine),
    rulesOf: (clientId) => Promise.resolve(clientId === "nobody" ? undefined : { taste: DEFAULT_TASTE, ranking }),
  });
  return { store, consumer, metrics, failures };
}
