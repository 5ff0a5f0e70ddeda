import { searchFor } from "../../src/composition/search.js";
import type { Engine } from "../../src/engine/engine.js";
import { place } from "../../src/personalization/placement/placement.js";
import type { SearchDeps } from "../../src/search/listing/page.js";
import { contextOn } from "./context.js";
import { BY_SCORE, type Placement, type Placements } from "../../src/search/match/placement.js";

/** A personalizer that knows no shopper. */
export const STRANGERS = {
  recall: () => Promise.resolve({ ranking: "anonymous", snapshot: null, viewed: [] } as const),
  place,
};

const SECRET = new Uint8Array(32).fill(7);
const TTL_SECONDS = 300;

/** The dependencies of chains of pages, as one process of an installation has them; `given` replaces some. */
export function chainDeps(engine: Engine, given: Partial<SearchDeps> = {}): SearchDeps {
  const { now = () => Date.now(), ttlSeconds = TTL_SECONDS } = given;
  const context = contextOn(engine, { cursorTtlSeconds: ttlSeconds }, { now });
  const process = searchFor(context, { secret: SECRET, personalizer: STRANGERS });
  return { ...process, placements: placedBy(BY_SCORE), ...given };
}

/** The same ranking for every chain in the storefront's own order. */
export const placedBy = (ranking: Placement): Placements => ({
  for: () => ranking,
});
