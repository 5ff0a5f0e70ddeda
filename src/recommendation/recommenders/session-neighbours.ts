import type { SessionNeighbours } from "../../behaviour/sessions/neighbours.js";
import type { Situation } from "../situation.js";
import { products, type Proposal } from "./proposal.js";

const LIMIT = 100;

/**
 * What shoppers whose sessions were like this one looked at. What the shopper has seen is in it: whether that may be shown
 * is for the profile to say.
 */
export function sessionNeighbours(
  { client_id, session, at }: Situation,
  neighbours: Pick<SessionNeighbours, "recommend">,
): Proposal | null {
  if (session.length === 0) return null;
  const found = neighbours.recommend(client_id, session, { limit: LIMIT, includeSeen: true, at });
  return products(found.map(({ id }) => id));
}
