import type { SessionRecommendation, SessionNeighbours } from "../../behaviour/index.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { fuse, products, type Proposal } from "./proposal.js";

export type Neighbours = Pick<SessionNeighbours, "recommend" | "companions" | "running">;

const FOLLOWERS = 100;
const COMPANIONS = 100;

/**
 * Proposes products that shoppers with similar sessions viewed: those they viewed next, and those viewed together with
 * the seeds, or without seeds with the session. Products that the shopper has seen are included; the profile decides
 * whether they may be shown.
 */
export function sessionNeighbours(
  { client_id, session, seeds, at }: RecommendationContext,
  neighbours: Neighbours,
): Proposal | null {
  if (session.length === 0) return null;
  const followed = neighbours.recommend(client_id, session, { limit: FOLLOWERS, at });
  const beside = seeds.length > 0 ? seeds.map(({ id }) => id) : session;
  const companions = neighbours.companions(client_id, beside, { limit: COMPANIONS, at });
  const hasMinimumSupport = joined(supportedIn(followed), supportedIn(companions), new Set(session));
  return products(hasMinimumSupport, without(fuse([aloneIn(followed), aloneIn(companions)]), hasMinimumSupport));
}

/**
 * The same without what stands beside: what comes next in a session, what it comes back to included.
 */
export function nextInSession(
  { client_id, session, at }: RecommendationContext,
  neighbours: Neighbours,
): Proposal | null {
  if (session.length === 0) return null;
  const followed = neighbours.recommend(client_id, session, { limit: FOLLOWERS, at });
  return products(supportedIn(followed), aloneIn(followed));
}

/**
 * Proposes products that go with those in focus, by behaviour: products of the same
 * sessions, and what sessions have beside other products of their categories. Where most sessions only view, this
 * also includes similar products. What one device alone supports comes behind `look`, and where that
 * has nothing to propose, not at all.
 */
export function complementary(
  { client_id, focus, alike, at, taxonomy }: RecommendationContext,
  neighbours: Pick<Neighbours, "companions">,
): Proposal | null {
  if (focus.length === 0) return null;
  const seeds = focus.map(({ id }) => id);
  const companions = neighbours.companions(client_id, seeds, { limit: COMPANIONS, at, alike });
  return products(supportedIn(companions), taxonomy.sells_fashion ? aloneIn(companions) : []);
}

/** Products that several devices stand behind, and those that one does. */
const supportedIn = (found: readonly SessionRecommendation[]): string[] =>
  found.flatMap(({ id, hasMinimumSupport }) => (hasMinimumSupport ? id : []));
const aloneIn = (found: readonly SessionRecommendation[]): string[] =>
  found.flatMap(({ id, hasMinimumSupport }) => (hasMinimumSupport ? [] : id));

const without = (ids: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
};

/**
 * Joins two lists, each best first. Products of the session keep the places that they have in `followed`, because it is known well how
 * often shoppers go back to a product. The other places are filled with products that are new to the session, in the order of
 * both lists fused.
 */
export function joined(
  followed: readonly string[],
  companions: readonly string[],
  session: ReadonlySet<string>,
): string[] {
  const isNew = (id: string) => !session.has(id);
  const fresh = fuse([followed.filter(isNew), companions.filter(isNew)]);
  let next = 0;
  const inPlace = followed.map((id) => (isNew(id) ? (fresh[next++] as string) : id));
  return [...inPlace, ...fresh.slice(next)];
}
