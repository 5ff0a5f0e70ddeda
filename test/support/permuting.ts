import { createHash } from "node:crypto";
import type { Reranker } from "../../src/search/match/reranker.js";

/**
 * Returns a reranker that sorts products by a hash of their identifiers. The order is unrelated to the engine's order
 * and reproducible for the same seed.
 */
export function permuting(seed: string): Reranker {
  const keyOf = (id: string) => createHash("sha256").update(`${seed}\0${id}`).digest("hex");
  return {
    rerank: (window) =>
      window
        .map(({ id }) => [keyOf(id), id] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, id]) => id),
  };
}
