import { catalogAlias } from "../../src/catalog/live.js";
import type { Engine } from "../../src/engine/engine.js";
import { createProductTokens, type ProductTokens } from "../../src/personalization/product-tokens.js";
import { contextOn } from "./context.js";
import { catalogCache } from "./catalog-cache.js";

/** Creates the product token lookup of one service process, for tests without concurrent ingestion jobs. */
export const productTokensOn = (engine: Engine): ProductTokens =>
  createProductTokens(contextOn(engine), catalogCache(), {
    get: (clientId) => Promise.resolve({ index: catalogAlias(engine, clientId), catalogVersion: 1 }),
    lose: () => undefined,
  });
