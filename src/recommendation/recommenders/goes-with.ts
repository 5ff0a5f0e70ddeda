import type { Situation } from "../situation.js";
import { products, type Proposal } from "./proposal.js";
import { aloneIn, backedIn, COMPANIONS, type Neighbours } from "./session-neighbours.js";
import { fuse } from "./went-together.js";

/**
 * What belongs to the products in focus by what shoppers did: what is in the same sessions, and what is bought together, where
 * that is known, backed by what is known of other products of its categories. Where most sessions are looks, the one says what is like them, too, and the other keeps to what goes with them.
 */
export function goesWith(
  { client_id, focus, alike, at }: Situation,
  neighbours: Pick<Neighbours, "companions">,
): Proposal | null {
  if (focus.length === 0) return null;
  const seeds = focus.map(({ id }) => id);
  const companions = neighbours.companions(client_id, seeds, { limit: COMPANIONS, at, alike });
  const bought = fuse(focus.map(({ bought_with }) => bought_with));
  return products(fuse([backedIn(companions), bought]), aloneIn(companions));
}
