import { Registry } from "prom-client";
import type { Engine } from "../../src/engine/engine.js";
import { createMetrics } from "../../src/observability/metrics.js";
import type { Personalizer, Recalled } from "../../src/personalization/personalizer.js";
import type { SearchDeps } from "../../src/search/listing/page.js";
import { forgetfulCache } from "./catalog-cache.js";

const nobody = (): Promise<Recalled> => Promise.resolve({ ranking: "unknown", snapshot: null, viewed: [] });

/** Searching where nothing is known of anybody, and nothing is remembered. */
export const strangers = (
  engine: Engine,
): Pick<SearchDeps, "engine" | "cache" | "chosenAfter" | "impressions" | "degraded" | "lastKnown" | "staleMs"> & {
  readonly personalizer: Pick<Personalizer, "recall" | "recallLately">;
} => ({
  engine,
  cache: forgetfulCache(),
  personalizer: { recall: nobody, recallLately: nobody },
  lastKnown: { keep: () => undefined, orElse: (_storefront, _body, work) => work() },
  staleMs: 0,
  chosenAfter: { get: () => Promise.resolve(undefined) },
  impressions: { add: () => undefined },
  degraded: createMetrics(new Registry()).degraded,
});
