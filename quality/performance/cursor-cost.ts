import { randomUUID } from "node:crypto";
import { createLiveCatalogs } from "../../src/catalog/live.js";
import { putDocument } from "../../src/engine/documents.js";
import { createEngine } from "../../src/engine/engine.js";
import { createIndex, deleteIndex } from "../../src/engine/indices.js";
import type { PageState } from "../../src/search/paging/state.js";
import type { SealedPages } from "../../src/search/paging/sealed-page.js";
import type { SearchBody } from "../../src/search/request-schema.js";
import { search } from "../../src/search/listing/page.js";
import { getStorefront } from "../../src/storefront/clients.js";
import { chainDeps } from "../../test/support/chain-deps.js";
import { unknownShoppers } from "../../test/support/unknown-shoppers.js";
import type { Bench } from "./bench.js";
import { alternate, median, type Rounds } from "../shared/measure.js";

export interface CursorCost {
  /**
   * Median durations in milliseconds: a first result page with a cursor, a first result page without a cursor, and a
   * durable write as large as the cursor.
   */
  readonly withCursor: number;
  readonly without: number;
  readonly write: number;
  readonly bytes: number;
}

/**
 * Measures the cost of storing the state of a page in an encrypted cursor. Compares first pages with and without a
 * cursor, and the alternative: a durable write of the state to an index.
 */
export async function measureCursorCost(bench: Bench, body: SearchBody, rounds: Rounds): Promise<CursorCost> {
  const engine = createEngine({ url: bench.engineUrl, prefix: bench.prefix });
  const writes = `${bench.prefix}bench-writes`;
  try {
    const storefront = await getStorefront({ engine }, bench.access.client_id);
    if (storefront === undefined) throw new Error("the API client of the benchmark does not exist");
    const { sealed, ...shared } = chainDeps(engine);
    const liveCatalogs = createLiveCatalogs(engine);
    let state: PageState | undefined;
    const forgetful: SealedPages = {
      ...sealed,
      seal(_clientId, _id, started) {
        state = started;
        return "";
      },
    };
    const page = (chosen: SealedPages) =>
      search(
        {
          ...shared,
          ...unknownShoppers(engine),
          sealed: chosen,
          liveCatalogs,
        },
        storefront,
        body,
      );
    await page(forgetful);
    const written = state;
    if (written === undefined) throw new Error("the measured page has no cursor");

    await createIndex(engine, writes, {
      settings: { number_of_shards: 1, auto_expand_replicas: "0-1", refresh_interval: "60s" },
      mappings: { dynamic: false },
    });
    const times = await alternate(
      {
        withCursor: () => page(sealed),
        without: () => page(forgetful),
        write: () => putDocument(engine, writes, randomUUID(), written, "absent"),
      },
      rounds,
    );
    return {
      withCursor: median(times.withCursor),
      without: median(times.without),
      write: median(times.write),
      bytes: Buffer.byteLength(JSON.stringify(written)),
    };
  } finally {
    await deleteIndex(engine, writes).catch(() => undefined);
    await engine.close();
  }
}
