import { randomBytes } from "node:crypto";
import { atRoot } from "../app.js";
import { createLeasedLearner } from "../behaviour/index.js";
import { createCatalogCache } from "../catalog/cache.js";
import { createFeatures, type Features } from "../catalog/feature-tables.js";
import { createLiveCatalogs, type LiveCatalog } from "../catalog/live.js";
import { commandContext, type Context, repeat, warned } from "../context.js";
import type { Engine } from "../engine/engine.js";
import {
  createEmbeddingModel,
  createNearProducts,
  type NearProducts,
  encodeCatalogues,
  type EncodedCatalogVersions,
  VECTORS_LEASE,
} from "../semantic/index.js";
import { within } from "../lib/periodic.js";
import { errorFields } from "../observability/index.js";
import { createPersonalizer, type Personalizer } from "../personalization/personalizer.js";
import { createTasteStore } from "../personalization/taste-store.js";
import type { Tombstone } from "../personalization/tombstones.js";
import { createChosenAfter } from "../search/chosen-after.js";
import { explainRoutes } from "../search/explain/routes.js";
import { createLastKnown } from "../search/last-known.js";
import { publicStorefrontRoutes, searchRoutes } from "../search/listing/routes.js";
import { REACH } from "../search/match/ordered.js";
import { personalRerankers } from "../search/match/reranker.js";
import { createCursorIds } from "../search/paging/cursor.js";
import { createSealedPages } from "../search/paging/sealed-page.js";
import { markOf } from "../search/paging/state.js";
import { createCursorStore, removePagesOf } from "../search/paging/store.js";
import { measureCursors, sweep } from "../search/paging/sweep.js";
import type { Searching } from "../search/searching.js";
import { createSuggestionDictionaries, readBooks } from "../search/suggest/suggestion-dictionaries.js";
import { suggestRoutes } from "../search/suggest/routes.js";
import type { ImpressionLog } from "../tracking/impressions.js";
import { type Domain, type Foundation, leasesOf } from "./foundation.js";
import type { Personalization } from "./shoppers.js";

interface SearchParts extends Pick<Searching, "liveCatalogs" | "cache" | "store" | "impressions" | "semantic"> {
  readonly features: Features;
  readonly personalizer: Pick<Personalizer, "recall" | "rerank">;
  /** Secret that authenticates and encrypts cursors. All processes that serve the same cursors share the secret. */
  readonly secret: Uint8Array;
}

/** Cache sizes in bytes for commands and previews, where repeated reads are rare. */
const COMMAND_CACHE_BYTES = 16 * 1024 * 1024;
const COMMAND_FEATURES_BYTES = 256 * 1024 * 1024;
const CURSOR_SECRET_BYTES = 32;

/**
 * Creates the dependencies of searches, for the service and for previews, judgements, explanations and counts.
 * @param given components of a running service. Commands omit these components: the ranking is the same, but the cache is small,
 * impressions are not recorded, and stale responses are not served.
 */
export function searchFor(context: Context, given: Partial<SearchParts> = {}): Searching {
  const {
    secret = randomBytes(CURSOR_SECRET_BYTES),
    impressions = { add: () => undefined },
    cache = createCatalogCache(context, COMMAND_CACHE_BYTES),
    liveCatalogs = createLiveCatalogs(context.engine),
    store = createCursorStore(context),
    personalizer = createPersonalizer(context, createTasteStore(context)),
    features = createFeatures(context, COMMAND_FEATURES_BYTES),
    semantic,
  } = given;
  return {
    ...context,
    cache,
    personalizer,
    impressions,
    liveCatalogs,
    semantic,
    features,
    store,
    randomBytes,
    lastKnown: createLastKnown(context, cache),
    chosenAfter: createChosenAfter(context, cache.plain),
    reach: REACH,
    ids: createCursorIds(secret),
    sealed: createSealedPages(secret),
    rerankers: personalRerankers(personalizer),
  };
}

const PREVIEW_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Creates a function that returns the search dependencies of a preview. The preview does not displace entries from the cache of the
 * service, and the two compared results use the same taste profiles. The clock of the preview is fixed at `at`, in milliseconds since 1970.
 */
export function searchForPreview(engine: Engine): (live: LiveCatalog | undefined, at: number) => Searching {
  const command = commandContext(engine);
  const features = createFeatures(command, COMMAND_FEATURES_BYTES);
  return (live, at) => {
    const context = { ...command, now: () => at };
    const personalizer = createPersonalizer(context, createTasteStore(context));
    return searchFor(context, {
      features,
      cache: createCatalogCache(context, PREVIEW_CACHE_BYTES),
      personalizer: {
        ...personalizer,
        recall: (storefront, shopper) => personalizer.recallLately(storefront, shopper),
      },
      liveCatalogs: { get: () => Promise.resolve(live) },
    });
  };
}

const SWEEP_EVERY_MS = 30_000;

export function searchDomain(
  foundation: Foundation,
  { personalizer }: Personalization,
  impressions: ImpressionLog,
  semantic: Searching["semantic"],
  secret: Uint8Array,
): Domain & { readonly search: Searching; readonly forgetPages: (gone: readonly Tombstone[]) => Promise<void> } {
  const { config, engine, logger, liveCatalogs, cache, features, authenticate } = foundation;
  const { publicGuards, body, admit } = foundation.guards;
  const everyMs = Math.min(SWEEP_EVERY_MS, config.cursorTtlSeconds * 1000);
  const sweeper = repeat(foundation, "failed to delete expired pagination cursors", () => sweep(foundation), {
    everyMs,
  });
  const store = createCursorStore(foundation);
  /**
   * Deletes the result pages of erased shoppers. Every process deletes these pages, because another process may have stored a page after
   * the erasure.
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
  const own = { personalizer, impressions, semantic, store, secret };
  const search = searchFor(foundation, { liveCatalogs, cache, features, ...own });
  const guards = [...publicGuards, body, admit];
  const books = createSuggestionDictionaries(foundation, cache.plain);
  let isClosing = false;
  const onUnread = warned(
    foundation,
    "failed to load suggestion phrases at startup; the first suggestions of a storefront have none",
  );
  const reading = readBooks(books, foundation, () => isClosing).catch(onUnread);
  return {
    search,
    forgetPages,
    routers: atRoot(
      searchRoutes(search, liveCatalogs, guards),
      suggestRoutes({ ...foundation, personalizer, books }, liveCatalogs, guards),
      publicStorefrontRoutes(liveCatalogs, [...publicGuards, admit]),
      explainRoutes(search, liveCatalogs, [authenticate, body]),
    ),
    beforeScrape: async () => {
      try {
        await measureCursors(foundation);
      } catch (error) {
        logger.debug("failed to count pagination cursors", errorFields(error));
      }
    },
    close: async (graceMs) => {
      isClosing = true;
      await Promise.all([sweeper.close(), within(reading, graceMs)]);
    },
  };
}

/** Creates semantic search and the background task that computes product embeddings. Returns undefined without an embedding model. */
export function semanticDomain(
  foundation: Foundation,
): (Domain & { readonly near: NearProducts; readonly encode: () => Promise<void> }) | undefined {
  const { config, directory, liveCatalogs } = foundation;
  if (config.embeddingUrl === undefined) return undefined;
  const measures = foundation.metrics.semantic;
  const embeddingModel = createEmbeddingModel(config.embeddingUrl, config);
  const near = createNearProducts(foundation, embeddingModel);
  const learner = createLeasedLearner<EncodedCatalogVersions>({
    leases: leasesOf(foundation),
    lease: VECTORS_LEASE,
    newState: () => new Map(),
    learn: (catalogVersions, lease, stop) =>
      encodeCatalogues(foundation, embeddingModel, directory, liveCatalogs, catalogVersions, lease, stop),
  });
  const everyMs = config.learnEverySeconds * 1000;
  const stale = "failed to load new product vectors; using the loaded ones";
  const running = [
    repeat(foundation, "failed to compute product vectors", () => learner.run(), { everyMs }),
    repeat(foundation, stale, () => near.refresh(), { everyMs, atOnce: true }),
  ];
  return {
    near,
    encode: async () => {
      await learner.run();
      await near.refresh();
    },
    beforeScrape: () => {
      const { products, bytes } = near.size();
      measures.products.set(products);
      measures.bytes.set(bytes);
    },
    close: async () => {
      await Promise.all([...running.map((one) => one.close()), learner.close()]);
    },
  };
}
