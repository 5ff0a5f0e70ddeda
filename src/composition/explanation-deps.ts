import { createLiveCatalogs } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { createPersonalizer } from "../personalization/personalizer.js";
import { createTasteStore } from "../personalization/taste-store.js";
import type { SearchDeps } from "../search/listing/page.js";
import { assembleSearch, partsOfCommand } from "./assemble-search.js";

/** A command has time to wait for taste. */
const TASTE_BUDGET_MS = 30_000;

/** Searching as a shopper is served, for commands that explain it. */
export function explanationDeps(engine: Engine): SearchDeps {
  const parts = partsOfCommand(engine);
  const { personalization } = parts.metrics;
  const store = createTasteStore({
    engine,
    metrics: personalization,
    now: parts.now,
    budgetMs: TASTE_BUDGET_MS,
    onFailure: parts.onFailure,
  });
  const personalizer = createPersonalizer({ store, metrics: personalization, now: parts.now });
  return assembleSearch({ ...parts, personalizer, liveCatalogs: createLiveCatalogs(engine) });
}
