import type { Context } from "../context.js";
import { readInSequence } from "../engine/point-in-time.js";
import { EmbeddingError, type EmbeddingModel } from "./embedding-model.js";
import { createVectorTable, MAX_NEAR, type Near, packVector, vectorOf, type VectorTable } from "./nearest.js";
import { type ProductVector, vectorsIndex } from "./product-vectors.js";

export interface NearProducts {
  /**
   * Returns the products whose vectors are most similar to the query. For clients without vectors, the list is empty, and the embedding
   * model is not called.
   * @throws {EmbeddingError} if the embedding model does not respond in time or has failed within the last five seconds
   */
  near(clientId: string, query: string): Promise<readonly Near[]>;
  /** Loads vectors that were stored since the last refresh. @throws the errors of the engine */
  refresh(): Promise<void>;
  size(): { readonly products: number; readonly bytes: number };
}

/**
 * Minimum similarity of a product to the query, in standard deviations above the catalogue's mean. In a normal distribution, one in 700
 * products exceeds this minimum.
 */
const LEAST_LIKENESS = 3;
const PAGE = 1_000;
/** Pause in ms after a failure before the embedding model is called again. */
const PAUSE_MS = 5_000;

export function createNearProducts(context: Context, embeddingModel: EmbeddingModel): NearProducts {
  const { engine, config, logger, elapsed: now } = context;
  const measures = context.metrics.semantic;
  let isFull = false;
  const tables = new Map<string, VectorTable>();
  let upTo = -1;
  let requestedAgainAt = -Infinity;

  const size = () => {
    const all = [...tables.values()];
    return {
      products: all.reduce((sum, table) => sum + table.size, 0),
      bytes: all.reduce((sum, table) => sum + table.bytes, 0),
    };
  };

  function take({ client_id, product_identifier, vector, gone }: ProductVector): void {
    let table = tables.get(client_id);
    if (gone === true) {
      table?.delete(product_identifier);
      return;
    }
    const packed = vectorOf(vector);
    if (table === undefined) tables.set(client_id, (table = createVectorTable(packed.length)));
    if (size().bytes < config.vectorsMaxBytes) table.set(product_identifier, packed);
    else {
      if (!isFull)
        logger.warn(
          "VECTORS_MAX_BYTES is too small for all product vectors; the other products are found by keywords only",
        );
      isFull = true;
    }
  }

  return {
    async near(clientId, query) {
      const table = tables.get(clientId);
      if (table === undefined || table.size === 0) return [];
      if (now() < requestedAgainAt) throw new EmbeddingError("the embedding model failed within the last five seconds");
      const stop = measures.queryDuration.startTimer();
      try {
        const vector = await embeddingModel.query(query);
        stop({ outcome: "answered" });
        return table.nearest(packVector(vector), MAX_NEAR, LEAST_LIKENESS);
      } catch (error) {
        stop({ outcome: "failed" });
        if (error instanceof EmbeddingError) requestedAgainAt = now() + PAUSE_MS;
        throw error;
      }
    },
    async refresh() {
      for (;;) {
        const found = await readInSequence<ProductVector>(
          engine,
          vectorsIndex(engine, embeddingModel.model),
          upTo,
          PAGE,
        );
        for (const { _source } of found.hits) take(_source);
        if (found.upTo === upTo) return;
        upTo = found.upTo;
      }
    },
    size,
  };
}
