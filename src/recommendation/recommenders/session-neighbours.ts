import type { Situation } from "../situation.js";
import { products, type Proposal } from "./proposal.js";

/** What knows how sessions of other shoppers went on, in memory. */
export interface SessionNeighbours {
  /** Products that go with a running session, best first. @param session product identifiers, oldest first */
  recommend(
    clientId: string,
    session: readonly string[],
    options: { readonly limit: number; readonly includeSeen: boolean; readonly at: number },
  ): readonly { readonly id: string; readonly score: number }[];
}

const LIMIT = 100;

/**
 * What shoppers whose sessions were like this one looked at. What the shopper has seen is in it: whether that may be shown
 * is for the profile to say.
 */
export function sessionNeighbours(
  { client_id, session, at }: Situation,
  neighbours: SessionNeighbours,
): Proposal | null {
  if (session.length === 0) return null;
  const found = neighbours.recommend(client_id, session, { limit: LIMIT, includeSeen: true, at });
  return products(found.map(({ id }) => id));
}
