import type { RecommendationContext } from "../recommendation-context.js";
import { products, type Proposal } from "./proposal.js";
import { aloneIn, backedIn, COMPANIONS, type Neighbours } from "./session-neighbours.js";
import { fuse } from "./went-together.js";

/**
 * Proposes products that go with those in focus, by behaviour: products of the same sessions, and products bought
 * together, where known, and what sessions have beside other products of their categories. Where most sessions only view, the former
 * also includes similar products, and the latter only complements. What one device alone supports comes behind `look`, and where that
 * has nothing to propose, not at all.
 */
export function goesWith(
  { client_id, focus, alike, at, taxonomy }: RecommendationContext,
  neighbours: Pick<Neighbours, "companions">,
): Proposal | null {
  if (focus.length === 0) return null;
  const seeds = focus.map(({ id }) => id);
  const companions = neighbours.companions(client_id, seeds, { limit: COMPANIONS, at, alike });
  const bought = fuse(focus.map(({ bought_with }) => bought_with));
  return products(fuse([backedIn(companions), bought]), taxonomy.sells_fashion ? aloneIn(companions) : []);
}
