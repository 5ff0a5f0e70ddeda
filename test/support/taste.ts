import type { Context } from "../../src/context.js";
import type { Engine } from "../../src/engine/engine.js";
import type { Metrics } from "../../src/observability/metrics.js";
import type { ProductTokens } from "../../src/personalization/product-tokens.js";
import { createTasteConsumer, type TasteConsumer } from "../../src/personalization/taste-consumer.js";
import { createTasteStore, type Owner, type TasteStore } from "../../src/personalization/taste-store.js";
import { contextOn, type Logged, loggingTo } from "./context.js";
import { productTokensOn } from "./product-tokens.js";
import { DEFAULT_TASTE } from "./defaults.js";

export const device = (id: string, client_id = "shop"): Owner => ({ client_id, kind: "device", id });
export const user = (id: string, client_id = "shop"): Owner => ({ client_id, kind: "user", id });

/** Time budget for reading taste profiles, in milliseconds, exceeded only if the engine does not respond. */
const PATIENT_MS = 20_000;

export interface TasteBench {
  readonly context: Context;
  readonly store: TasteStore;
  readonly consumer: TasteConsumer;
  readonly metrics: Metrics;
  readonly failures: readonly Logged[];
}

/** Creates the taste store and consumer of one service process. */
export function tasteOn(
  engine: Engine,
  given: {
    readonly budgetMs?: number;
    readonly now?: () => number;
    readonly products?: ProductTokens;
    /**
     * Weight of the fatigue signal. Default: 0.1, because the service counts impressions only if the weight is above 0.
     */
    readonly fatigue?: number;
  } = {},
): TasteBench {
  const ranking = { fatigue: given.fatigue ?? 0.1 };
  const failures: Logged[] = [];
  const settings = { tasteBudgetMs: given.budgetMs ?? PATIENT_MS };
  const context = contextOn(engine, settings, { now: given.now ?? Date.now, logger: loggingTo(failures) });
  const store = createTasteStore(context);
  const rulesOf = (clientId: string) =>
    Promise.resolve(clientId === "nobody" ? undefined : { taste: DEFAULT_TASTE, ranking });
  const consumer = createTasteConsumer(store, given.products ?? productTokensOn(engine), rulesOf);
  return { context, store, consumer, metrics: context.metrics, failures };
}
