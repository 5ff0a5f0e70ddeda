import { createHash } from "node:crypto";
import type { Reranker } from "../../src/search/match/reranker.js";

/** Puts every window into an order that has nothing to do with the engine's and is the same for the same seed. */
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
