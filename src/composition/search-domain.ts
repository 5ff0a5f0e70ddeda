import { randomBytes } from "node:crypto";
import { requirePrivateKey } from "../http/authentication.js";
import { errorFields } from "../observability/logger.js";
import { markOf } from "../search/paging/state.js";
import { createCursorStore, cursorSecret, removePagesOf } from "../search/paging/store.js";
import { startPeriodic } from "../lib/periodic.js";
import { measureCursors, sweep } from "../search/paging/sweep.js";
import { explainRoutes } from "../search/explain/routes.js";
import type { SearchDeps } from "../search/listing/page.js";
import { publicStorefrontRoutes, searchRoutes } from "../search/listing/routes.js";
import { createPhraseBooks } from "../search/suggest/phrase-books.js";
import { suggestRoutes } from "../search/suggest/routes.js";
import type { ImpressionLog } from "../tracking/impressions.js";
import type { Tombstone } from "../personalization/tombstones.js";
import { searchFor } from "./search.js";
import type { Domain, Foundation } from "./domain.js";
import type { Personalization, ShoppersDeps } from "./personalization-domain.js";

export async function searchDomain(
  foundation: Foundation,
  { personalizer }: Personalization,
  impressions: ImpressionLog,
  meaning: SearchDeps["meaning"],
): Promise<Domain & Pick<ShoppersDeps, "forgetting"> & { readonly search: SearchDeps }> {
  const { config, engine, logger, metrics, directory, liveCatalogs, cache, publicGuards, body, admit, now } =
    foundation;
  const ttlSeconds = config.cursorTtlSeconds;
  const sweeper = startPeriodic(() => sweep({ engine, now }), {
    everyMs: Math.min(SWEEP_EVERY_MS, ttlSeconds * 1000),
    onError: (error) => logger.warn("expired cursors cannot be removed", errorFields(error)),
  });
  const secret = await cursorSecret(engine, randomBytes);
  const store = createCursorStore({ engine, now });
  /**
   * Every process does so when it learns of an erasure: one that had not learned of it may have stored a page since.
   */
  async function forgetPages(tombstones: readonly Tombstone[]): Promise<void> {
    const erased = new Map<string, number>();
    for (const { shopper, erased_at } of tombstones) {
      if (erased_at !== null) erased.set(markOf(shopper), erased_at);
    }
    if (erased.size === 0) return;
    store.forget(erased);
    await removePagesOf(engine, [...erased.keys()]);
  }
  const deps = searchFor(engine, {
    cache,
    liveCatalogs,
    personalizer,
    impressions,
    meaning,
    metrics,
    features: foundation.features,
    store,
    secret,
    ttlSeconds,
    now,
    staleMs: config.staleSeconds * 1000,
    onFailure: (error) => logger.warn("what shoppers chose after queries cannot be read", errorFields(error)),
  });
  const suggestions = suggestRoutes({
    engine,
    liveCatalogs,
    cache,
    features: foundation.features,
    personalizer,
    degraded: metrics.degraded,
    budgetMs: config.recommendationBudgetMs,
    books: createPhraseBooks({
      engine,
      cache: cache.plain,
      now: () => performance.now(),
      onFailure: (error) => logger.warn("newer phrases cannot be read; the known ones serve", errorFields(error)),
    }),
    now: () => Date.now(),
    onFailure: (error) => logger.warn("suggestions are missing", errorFields(error)),
    guards: [...publicGuards, body, admit],
  });
  return {
    search: deps,
    forgetting: [forgetPages],
    routers: [
      {
        path: "/",
        router: searchRoutes({ ...deps, liveCatalogs, guards: [...publicGuards, body, admit] }),
      },
      { path: "/", router: suggestions },
      {
        path: "/",
        router: publicStorefrontRoutes({ liveCatalogs, guards: [...publicGuards, admit] }),
      },
      {
        path: "/",
        router: explainRoutes({ ...deps, liveCatalogs, guards: [requirePrivateKey(directory), body] }),
      },
    ],
    beforeScrape: async () => {
      try {
        await measureCursors({ engine }, metrics.cursors);
      } catch (error) {
        logger.debug("cursors cannot be counted", errorFields(error));
      }
    },
    close: () => sweeper.close(),
  };
}

const SWEEP_EVERY_MS = 30_000;
