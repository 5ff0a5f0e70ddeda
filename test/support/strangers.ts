import { Registry } from "prom-client";
import { createMetrics } from "../../src/observability/metrics.js";
import type { Personalizer, Recalled } from "../../src/personalization/personalizer.js";
import type { SearchDeps } from "../../src/search/search.js";
import { createTierMemory } from "../../src/search/tier-memory.js";

const nobody = (): Promise<Recalled> => Promise.resolve({ ranking: "unknown", snapshot: null, viewed: [] });

/** Searching where nothing is known of anybody, and nothing is remembered. */
export const strangers = (): Pick<SearchDeps, "chosenAfter" | "tiers" | "answers" | "degraded"> & {
  readonly personalizer: Pick<Personalizer, "expects" | "recall" | "recallLately">;
} => ({
  personalizer: { expects: () => false, recall: nobody, recallLately: nobody },
  tiers: createTierMemory({ maxSearches: 100 }),
  chosenAfter: { get: () => Promise.resolve(undefined) },
  answers: { remember: () => undefined },
  degraded: createMetrics(new Registry()).degraded,
});
