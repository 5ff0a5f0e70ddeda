import type { Searching } from "../../src/search/searching.js";
import type { Engine } from "../../src/engine/engine.js";
import type { Personalizer, Recalled } from "../../src/personalization/personalizer.js";
import { forgetfulCache } from "./catalog-cache.js";

const nobody = (): Promise<Recalled> => Promise.resolve({ ranking: "unknown", snapshot: null, viewed: [] });

/** Search dependencies in which every shopper is unknown and responses are not recorded. */
export const unknownShoppers = (
  engine: Engine,
): Pick<Searching, "engine" | "cache" | "chosenAfter" | "impressions" | "lastKnown"> & {
  readonly personalizer: Pick<Personalizer, "recall" | "recallLately">;
} => ({
  engine,
  cache: forgetfulCache(),
  personalizer: { recall: nobody, recallLately: nobody },
  lastKnown: { keep: () => undefined, orElse: (_storefront, _body, work) => work() },
  chosenAfter: { get: () => Promise.resolve(undefined) },
  impressions: { add: () => undefined },
});
