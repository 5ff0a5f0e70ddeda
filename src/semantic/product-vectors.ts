import { createHash } from "node:crypto";
import { bulk, type BulkWrite, expectTaken } from "../engine/bulk.js";
import type { Engine } from "../engine/engine.js";
import { deleteIndex, listIndices, refresh } from "../engine/indices.js";
import { scan } from "../engine/point-in-time.js";
import { signalsId } from "../catalog/learned.js";

/** The vector of a product, as it is stored: beside the catalogue, so that no job has to wait for it or to write it again. */
export interface ProductVector {
  readonly client_id: string;
  readonly product_identifier: string;
  readonly digest: string;
  readonly vector: string;
  /** Of a product that is sold no more: it may come back, and what is deleted could not be read in sequence. */
  readonly gone?: boolean;
}

/** One index a model, made with its first vector. */
export const vectorsIndex = ({ prefix }: Pick<Engine, "prefix">, model: string): string =>
  `${prefix}product-vectors-${createHash("sha256").update(model).digest("hex").slice(0, 12)}`;

const PAGE = 1_000;

export type StoredDigest = Pick<ProductVector, "digest" | "gone">;

/** By product identifier, with those of products that are sold no more. @throws errors of the engine as they are */
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

/** @throws errors of the engine as they are */
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

/** Says of products that they are sold no more, or again: their vectors stay. @throws errors of the engine as they are */
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

/** Deletes what other models have made. */
export async function deleteOtherModels(engine: Engine, model: string): Promise<void> {
  const own = vectorsIndex(engine, model);
  const others = (await listIndices(engine, `${engine.prefix}product-vectors-*`)).filter((index) => index !== own);
  for (const index of others) await deleteIndex(engine, index);
}
