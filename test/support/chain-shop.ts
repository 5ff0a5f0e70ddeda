import type { Searching } from "../../src/search/searching.js";
import { catalogCache } from "./catalog-cache.js";
import { unknownShoppers } from "./unknown-shoppers.js";
import { STATUS, type IngestionMode } from "../../src/catalog/ingestion/ingestion-record.js";
import { createLiveCatalogs } from "../../src/catalog/live.js";
import type { Engine } from "../../src/engine/engine.js";
import { search } from "../../src/search/listing/page.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../src/storefront/configuration.js";
import { feed, type CatalogBench } from "./catalog.js";
import { chainDeps } from "./chain-deps.js";
import type { SearchResult } from "../../src/search/response-schema.js";

/** A storefront searched without HTTP, so that tests control the clock, the ranking and the limits. */
export interface ChainShop {
  ingest(lines: readonly object[], mode?: IngestionMode): Promise<void>;
  /** `instance` is a zero-based index that wraps around; by default requests rotate through the instances. */
  search(body: object, instance?: number): Promise<SearchResult>;
}

/** Creates the search dependencies of one service process. `given` overrides individual dependencies. */
export function searchProcess(engine: Engine, given: Partial<Searching> = {}): Searching {
  return {
    ...chainDeps(engine, given),
    ...unknownShoppers(engine),
    liveCatalogs: createLiveCatalogs(engine),
    cache: catalogCache(),
    ...given,
  };
}

/**
 * Creates a client in the test environment, for which the given processes respond to searches. The caller must run a
 * worker for ingestion jobs.
 */
export function chainShop(
  bench: CatalogBench,
  clientId: string,
  processes: readonly Searching[],
  configuration: Partial<StorefrontConfiguration> = {},
): ChainShop {
  const storefront = {
    client_id: clientId,
    name: clientId,
    origins: [],
    signing_hashes: [],
    configuration: { ...DEFAULT_CONFIGURATION, ...configuration },
  };
  let turn = 0;
  return {
    async ingest(lines, mode = "insert") {
      const payload = feed(...lines.map((line) => JSON.stringify(line)));
      const { status } = await bench.ingest(clientId, payload, { mode });
      if (status !== STATUS.COMPLETED) throw new Error(`an ingestion of ${clientId} failed`);
    },
    search(body, instance = turn++) {
      const process = processes[instance % processes.length];
      if (process === undefined) throw new Error("a shop needs a process");
      return search(process, storefront, { user: { device_id: "device" }, ...body });
    },
  };
}
