import { createHash } from "node:crypto";
import type { Ranking } from "../../src/search/ranking.js";

/** Puts every window into an order that has nothing to do with the engine's and is the same for the same seed. */
export function permuting(seed: string): Ranking {
  const place = (id: string) => createHash("sha256").update(`${seed}\0${id}`).digest("hex");
  return {
    rank: (window) =>
      window
        .map(({ id }) => [place(id), id] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, id]) => id),
  };
}
