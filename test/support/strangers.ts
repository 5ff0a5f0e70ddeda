import { Registry } from "prom-client";
import { createMetrics } from "../../src/observability/metrics.js";
import type { SearchDeps } from "../../src/search/search.js";
import { createTierMemory } from "../../src/search/tier-memory.js";

/** Searching where nothing is known of anybody, and nothing is remembered. */
export const strangers = (): Pick<SearchDeps, "personalizer" | "chosenAfter" | "tiers" | "answers" | "degraded"> => ({
  personalizer: {
    expects: () => false,
    recall: () => Promise.resolve({ ranking: "unknown", snapshot: null, viewed: [] }),
  },
  tiers: createTierMemory({ maxSearches: 100 }),
  chosenAfter: { get: () => Promise.resolve(undefined) },
  answers: { remember: () => undefined },
  degraded: createMetrics(new Registry()).degraded,
});
