import { categoryDepth, categoryPath } from "../../catalog/leaves.js";
import { withShopper } from "./several-shoppers.js";
import { wilsonBound } from "../../lib/wilson-bound.js";

/** How often products of each category were chosen from the results of a query, as decaying sums. */
export interface ChosenCategories {
  /** Different shoppers (hashes), no more than it takes to know that there are several. */
  readonly shoppers: readonly string[];
  /** Choices of products that have a category. */
  readonly choices: number;
  /** How many of them were in a category of any level; the most chosen ones. */
  readonly levels: readonly ChosenLevel[];
}

export interface ChosenLevel {
  readonly category: string;
  readonly choices: number;
}

export const NOTHING_CHOSEN: ChosenCategories = { shoppers: [], choices: 0, levels: [] };

/** Of a query. Twice as many are kept before the lesser half goes. */
const MAX_LEVELS = 8;
/** Longer ones are texts rather than names. */
const MAX_LENGTH = 100;

/** Adds one choice. @param weight the share of it that has not decayed yet, from 0 to 1 */
export function withChoice(
  before: ChosenCategories,
  { shopper, categories }: { readonly shopper: string; readonly categories: readonly string[] },
  weight: number,
): ChosenCategories {
  const chosen = new Set(categories.flatMap(categoryPath).filter(({ length }) => length <= MAX_LENGTH));
  if (chosen.size === 0) return before;
  const levels = new Map(before.levels.map(({ category, choices }) => [category, choices]));
  for (const category of chosen) levels.set(category, (levels.get(category) ?? 0) + weight);
  const sorted = [...levels].map(([category, choices]) => ({ category, choices })).sort(byChoices);
  return {
    shoppers: withShopper(before.shoppers, shopper),
    choices: before.choices + weight,
    levels: sorted.length <= 2 * MAX_LEVELS ? sorted : sorted.slice(0, MAX_LEVELS),
  };
}

/** @param left of everything, from 0 to 1 */
export const fadedChoices = ({ shoppers, choices, levels }: ChosenCategories, left: number): ChosenCategories => ({
  shoppers,
  choices: choices * left,
  levels: levels.map((level) => ({ ...level, choices: level.choices * left })),
});

/**
 * The category that a query is after: of those that are likely to have at least `share` of the choices the deepest.
 * Undefined where none is, or fewer than `shoppers` have chosen.
 * @param share above 0, at most 1
 */
export function intentOf(chosen: ChosenCategories, shoppers: number, share: number): string | undefined {
  if (chosen.shoppers.length < shoppers) return undefined;
  const likely = chosen.levels.filter(({ choices }) => wilsonBound(choices, chosen.choices) >= share);
  const [best] = likely.toSorted((a, b) => categoryDepth(b.category) - categoryDepth(a.category) || byChoices(a, b));
  return best?.category;
}

const byChoices = (one: ChosenLevel, other: ChosenLevel): number =>
  other.choices - one.choices || (one.category < other.category ? -1 : 1);
