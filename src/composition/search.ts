import { randomBytes } from "node:crypto";
import { Registry } from "prom-client";
import { createFeatures, type Features } from "../catalog/feature-tables.js";
import { createCatalogCache, type CatalogCache } from "../catalog/cache.js";
import { createLiveCatalogs, type LiveCatalog } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { cacheMetrics } from "../observability/cache-metrics.js";
import { createMetrics, type Metrics } from "../observability/metrics.js";
import { createPersonalizer, type Personalizer } from "../personalization/personalizer.js";
import { createTasteStore } from "../personalization/taste-store.js";
import { createChosenAfter } from "../search/chosen-after.js";
import { createLastKnown } from "../search/last-known.js";
import type { SearchDeps } from "../search/listing/page.js";
import { createCursorIds } from "../search/paging/cursor.js";
import { REACH } from "../search/match/ordered.js";
import { personalPlacements } from "../search/match/placement.js";
import { createSealedPages } from "../search/paging/sealed-page.js";
import { createCursorStore, type CursorStore } from "../search/paging/store.js";

export interface SearchParts extends Pick<SearchDeps, "impressions" | "liveCatalogs" | "meaning"> {
  readonly cache: CatalogCache;
  readonly metrics: Pick<Metrics, "cursors" | "degraded">;
  readonly personalizer: Pick<Personalizer, "recall" | "place">;
  readonly features: Features;
  readonly store: CursorStore;
  /** Of cursors: shared by all processes that serve the same chains. */
  readonly secret: Uint8Array;
  /** Seconds that a chain's first pages live. */
  readonly ttlSeconds: number;
  /** See `SearchDeps.staleMs`. */
  readonly staleMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told when what shoppers chose after queries cannot be read. */
  readonly onFailure: (error: unknown) => void;
}

/** For a command, which reads hardly anything twice. */
const COMMAND_CACHE_BYTES = 16 * 1024 * 1024;
const COMMAND_FEATURES_BYTES = 256 * 1024 * 1024;
const COMMAND_TTL_SECONDS = 60;
/** A command has time to wait for taste. */
const COMMAND_TASTE_BUDGET_MS = 30_000;
const CURSOR_SECRET_BYTES = 32;

/**
 * Puts searching together: for the service, previews, judgements, explanations and counts.
 * @param given parts of a service. Where they are not given, searching is as a command does it: shoppers are ranked as the service ranks
 *   them, with a small cache and without metrics, impressions or answers that are out of date.
 */
export function searchFor(engine: Engine, given: Partial<SearchParts> = {}): SearchDeps {
  const {
    now = () => Date.now(),
    ttlSeconds = COMMAND_TTL_SECONDS,
    secret = randomBytes(CURSOR_SECRET_BYTES),
    staleMs = 0,
    onFailure = () => undefined,
    impressions = { add: () => undefined },
    metrics = createMetrics(new Registry()),
    cache = cacheOf(COMMAND_CACHE_BYTES),
    liveCatalogs = createLiveCatalogs(engine),
    store = createCursorStore({ engine, now }),
    personalizer = patientPersonalizer(engine, now),
    features = commandFeatures(engine),
    meaning,
  } = given;
  return {
    engine,
    cache,
    personalizer,
    impressions,
    liveCatalogs,
    meaning,
    staleMs,
    degraded: metrics.degraded,
    features,
    lastKnown: createLastKnown({ cache, now: () => performance.now() }),
    chosenAfter: createChosenAfter({ engine, cache: cache.plain, now: () => performance.now(), onFailure }),
    store,
    now,
    randomBytes,
    ttlSeconds,
    reach: REACH,
    metrics: metrics.cursors,
    ids: createCursorIds(secret),
    sealed: createSealedPages(secret),
    placements: personalPlacements(personalizer),
  };
}

const commandFeatures = (engine: Engine): Features =>
  createFeatures({
    engine,
    maxBytes: COMMAND_FEATURES_BYTES,
    metrics: createMetrics(new Registry()).features,
    now: () => performance.now(),
    onFailure: () => undefined,
  });

function cacheOf(maxBytes: number): CatalogCache {
  return createCatalogCache({ maxBytes, now: () => performance.now(), metrics: cacheMetrics([new Registry()]) });
}

function patientPersonalizer(engine: Engine, now: () => number): Personalizer {
  const { personalization: metrics } = createMetrics(new Registry());
  const budgetMs = COMMAND_TASTE_BUDGET_MS;
  const store = createTasteStore({ engine, metrics, now, budgetMs, onFailure: () => undefined });
  return createPersonalizer({ store, metrics, now });
}

const PREVIEW_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Searching for one preview: shoppers keep what the service has cached for them, and both sides of the preview read the same tastes.
 * The clock stands `at` milliseconds since 1970.
 */
export function searchForPreview(engine: Engine): (live: LiveCatalog | undefined, at: number) => SearchDeps {
  const features = commandFeatures(engine);
  return (live, at) => {
    const now = () => at;
    const personalizer = patientPersonalizer(engine, now);
    return searchFor(engine, {
      now,
      features,
      cache: cacheOf(PREVIEW_CACHE_BYTES),
      personalizer: {
        ...personalizer,
        recall: (storefront, shopper) => personalizer.recallLately(storefront, shopper),
      },
      liveCatalogs: { get: () => Promise.resolve(live) },
    });
  };
}
