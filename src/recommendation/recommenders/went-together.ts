import type { Seed } from "../seed.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { products, type Proposal } from "./proposal.js";

/** Products that shoppers look at in the same sessions as those in focus. */
export const viewedWith = ({ focus }: RecommendationContext): Proposal | null =>
  products(fuse(focus.map((seed: Seed) => seed.viewed_with)));

/** Products that shoppers buy together with those in focus. */
export const boughtWith = ({ focus }: RecommendationContext): Proposal | null =>
  products(fuse(focus.map((seed: Seed) => seed.bought_with)));

/** Of the constant in the place of 60: lists here are short, and the first place should count. */
const RANK_CONSTANT = 10;

/**
 * One list of several, best first, by reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): a product gets
 * 1 / (10 + place) from each list it is in. Of two alike the one that was met first.
 */
export function fuse(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    list.forEach((id, place) => scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_CONSTANT + place)));
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
