import type { CatalogCache, Kind } from "../catalog/cache.js";
import type { LiveCatalog } from "../catalog/live.js";
import { EncoderError } from "../meaning/encoder.js";
import type { Near } from "../meaning/nearest.js";
import type { NearProducts } from "../meaning/near-products.js";
import type { Metrics } from "../observability/metrics.js";
import { meantQuery } from "./meaning.js";
import type { Plan } from "./listing/plan.js";
import type { Relaxation } from "./text/words.js";

const PRODUCT_BYTES = 120;

const NEAR: Kind<{ readonly near: readonly Near[] }> = {
  name: "near",
  freshMs: 60_000,
  bytesOf: ({ near }) => PRODUCT_BYTES * (1 + near.length),
};

export interface NearDeps {
  readonly cache: CatalogCache;
  /** Absent where there is no encoder. */
  readonly meaning?: Pick<NearProducts, "near"> | undefined;
  readonly degraded: Metrics["degraded"];
}

/** What a search finds by meaning; undefined where the encoder should have been asked and did not answer. */
export async function readNear(
  { cache, meaning, degraded }: NearDeps,
  clientId: string,
  live: LiveCatalog | undefined,
  { request, configuration }: Pick<Plan, "request" | "configuration">,
  relaxation: Relaxation,
): Promise<readonly Near[] | undefined> {
  if (meaning === undefined || live === undefined) return [];
  const query = meantQuery(request, relaxation, configuration);
  if (query === undefined) return [];
  try {
    const { near } = await cache.read(NEAR, live, query.toLowerCase(), async () => {
      return { value: { near: await meaning.near(clientId, query) } };
    });
    return near;
  } catch (error) {
    if (!(error instanceof EncoderError)) throw error;
    degraded.inc({ reason: "meaning" });
    return undefined;
  }
}
