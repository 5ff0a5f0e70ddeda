import { createHash } from "node:crypto";
import type { Placement } from "../../src/search/match/placement.js";

/** Puts every window into an order that has nothing to do with the engine's and is the same for the same seed. */
export function permuting(seed: string): Placement {
  const place = (id: string) => createHash("sha256").update(`${seed}\0${id}`).digest("hex");
  return {
    place: (window) =>
      window
        .map(({ id }) => [place(id), id] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, id]) => id),
  };
}
