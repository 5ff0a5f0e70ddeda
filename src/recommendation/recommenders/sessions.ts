import type { SessionRecommendation, SessionNeighbours } from "../../behaviour/index.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { fuse, products, type Proposal } from "./proposal.js";

export type Neighbours = Pick<SessionNeighbours, "recommend" | "companions" | "running">;

const FOLLOWERS = 100;
const COMPANIONS = 100;

/**
 * Proposes products from sessions that are similar to the shopper's session. Combines products that were viewed next with products that
 * were viewed together with the seed products, or with the session if there are no seed products. Products that the shopper has seen are
 * included; the profile decides whether they may be shown.
 */
export function sessionNeighbours(
  { client_id, session, seeds, at }: RecommendationContext,
  neighbours: Neighbours,
): Proposal | null {
  if (session.length === 0) return null;
  const followed = neighbours.recommend(client_id, session, { limit: FOLLOWERS, at });
  const beside = seeds.length > 0 ? seeds.map(({ id }) => id) : session;
  const companions = neighbours.companions(client_id, beside, { limit: COMPANIONS, at });
  const supported = joined(supportedIn(followed), supportedIn(companions), new Set(session));
  return products(supported, without(fuse([aloneIn(followed), aloneIn(companions)]), supported));
}

/** Proposes only the products viewed next in similar sessions, including returns to products of the session. */
export function nextInSession(
  { client_id, session, at }: RecommendationContext,
  neighbours: Neighbours,
): Proposal | null {
  if (session.length === 0) return null;
  const followed = neighbours.recommend(client_id, session, { limit: FOLLOWERS, at });
  return products(supportedIn(followed), aloneIn(followed));
}

/**
 * Proposes products that occur in sessions with the products in focus or with products of their categories. In fashion shops, products that
 * are supported by a single device rank behind the products of `outfit`. In other shops, such products are omitted.
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

/** Splits products by the number of supporting devices: several devices, or a single device. */
const supportedIn = (found: readonly SessionRecommendation[]): string[] =>
  found.flatMap(({ id, hasMinimumSupport }) => (hasMinimumSupport ? id : []));
const aloneIn = (found: readonly SessionRecommendation[]): string[] =>
  found.flatMap(({ id, hasMinimumSupport }) => (hasMinimumSupport ? [] : id));

const without = (ids: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
};

/**
 * Merges two product lists, best first. Products of the session keep their positions in `followed`, because the rates at which shoppers
 * return to products are reliable. The remaining positions contain new products in the fused order of both lists.
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
