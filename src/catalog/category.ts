import { CATEGORY_SEPARATOR } from "./leaves.js";

const namesOf = (category: string): string[] => category.split(CATEGORY_SEPARATOR);

/** "Home: Bed: Linen" → "Home", "Home: Bed", "Home: Bed: Linen". */
export function categoryPath(category: string): string[] {
  const names = namesOf(category);
  return names.map((_, depth) => names.slice(0, depth + 1).join(CATEGORY_SEPARATOR));
}

/** How many levels it has. */
export const categoryDepth = (category: string): number => namesOf(category).length;

/** "Home: Bed: Linen" → "Linen". */
export const categoryLabel = (category: string): string => namesOf(category).at(-1) ?? category;
