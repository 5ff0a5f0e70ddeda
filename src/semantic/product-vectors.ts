import { createHash } from "node:crypto";
import { bulk, type BulkWrite, expectTaken } from "../engine/bulk.js";
import type { Engine } from "../engine/engine.js";
import { deleteIndex, listIndices, refresh } from "../engine/indices.js";
import { scan } from "../engine/point-in-time.js";
import { signalsId } from "../catalog/learned.js";

/** A stored product vector. It is stored outside the catalogue, so that feed jobs neither wait for vectors nor rewrite them. */
export interface ProductVector {
  readonly client_id: string;
  readonly product_identifier: string;
  readonly digest: string;
  readonly vector: string;
  /**
   * True if the product is no longer sold. The vector is not deleted, because the product may be sold again, and because other processes
   * only read changed documents and would miss a deletion.
   */
  readonly gone?: boolean;
}

/** Returns the name of the index for the vectors of an embedding model. The index is created when the first vector is stored. */
export const vectorsIndex = ({ prefix }: Pick<Engine, "prefix">, model: string): string =>
  `${prefix}product-vectors-${createHash("sha256").update(model).digest("hex").slice(0, 12)}`;

const PAGE = 1_000;

export type StoredDigest = Pick<ProductVector, "digest" | "gone">;

/** Returns the stored text digests by product identifier, including products that are no longer sold. @throws the errors of the engine */
export async function storedDigests(
  engine: Engine,
  model: string,
  clientId: string,
): Promise<Map<string, StoredDigest>> {
  const digests = new Map<string, StoredDigest>();
  const query = { term: { client_id: clientId } };
  for await (const hits of scan<ProductVector>(engine, vectorsIndex(engine, model), PAGE, { query })) {
    for (const { _source } of hits) {
      const { product_identifier, digest, gone = false } = _source;
      digests.set(product_identifier, { digest, gone });
    }
  }
  return digests;
}

/** Stores product vectors. @throws the errors of the engine */
export const storeVectors = (engine: Engine, model: string, vectors: readonly ProductVector[]): Promise<void> =>
  write(
    engine,
    vectorsIndex(engine, model),
    vectors.map((vector) => ({
      id: signalsId(vector.client_id, vector.product_identifier),
      document: JSON.stringify(vector),
      precondition: "none" as const,
    })),
  );

/** Marks products as no longer sold, or as sold again. The product vectors are not deleted. @throws the errors of the engine */
export const markGone = (
  engine: Engine,
  model: string,
  clientId: string,
  products: readonly string[],
  gone: boolean,
): Promise<void> =>
  write(
    engine,
    vectorsIndex(engine, model),
    products.map((product) => ({ action: "update", id: signalsId(clientId, product), source: { gone } })),
  );

async function write(engine: Engine, index: string, writes: readonly BulkWrite[]): Promise<void> {
  for (let from = 0; from < writes.length; from += PAGE)
    expectTaken(await bulk(engine, writes.slice(from, from + PAGE), { index }), "vectors");
  if (writes.length > 0) await refresh(engine, index);
}

/** Deletes the stored vectors of all embedding models except the given one. */
export async function deleteOtherModels(engine: Engine, model: string): Promise<void> {
  const own = vectorsIndex(engine, model);
  const others = (await listIndices(engine, `${engine.prefix}product-vectors-*`)).filter((index) => index !== own);
  for (const index of others) await deleteIndex(engine, index);
}
