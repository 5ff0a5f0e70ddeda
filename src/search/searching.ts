import type { CatalogCache } from "../catalog/cache.js";
import type { Features } from "../catalog/feature-tables.js";
import type { LiveCatalogs } from "../catalog/live.js";
import type { Context } from "../context.js";
import type { NearProducts } from "../semantic/index.js";
import type { Personalizer } from "../personalization/personalizer.js";
import type { ImpressionLog } from "../tracking/impressions.js";
import type { ChosenAfter } from "./chosen-after.js";
import type { LastKnown } from "./last-known.js";
import type { Plan } from "./listing/plan.js";
import type { Reach } from "./match/ordered.js";
import type { Rerankers } from "./match/reranker.js";
import type { CursorIds } from "./paging/cursor.js";
import type { SealedPages } from "./paging/sealed-page.js";
import type { CursorStore } from "./paging/store.js";
import type { SuggestionDictionaries } from "./suggest/suggestion-dictionaries.js";

/** The dependencies of searches and listings. */
export interface Searching extends Context {
  readonly cache: CatalogCache;
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  readonly features: Pick<Features, "rowsOf">;
  readonly personalizer: Pick<Personalizer, "recall">;
  readonly rerankers: Rerankers;
  readonly chosenAfter: ChosenAfter;
  /** Semantic search; undefined if no embedding model is configured. */
  readonly semantic?: Pick<NearProducts, "near"> | undefined;
  readonly lastKnown: LastKnown;
  readonly impressions: Pick<ImpressionLog, "add">;
  readonly store: CursorStore;
  readonly ids: CursorIds;
  readonly sealed: SealedPages;
  readonly reach: Reach;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Ranking signals to use, see `Plan`. Evaluations omit signals to measure their effect. */
  readonly signals?: Plan["signals"];
  readonly whole?: Plan["whole"];
}

/** The dependencies of suggestions. */
export interface Suggesting extends Context {
  readonly cache: CatalogCache;
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  readonly features: Pick<Features, "rowsOf">;
  readonly personalizer: Pick<Personalizer, "recallLately">;
  readonly books: SuggestionDictionaries;
}
