import type { FieldType, Scalar } from "../filters/filter.js";
import { normalText } from "../filters/operand.js";

export type { FieldType as FieldType, Scalar };

/** One variant's filterable values: dotted leaf name → its values (never empty). Absent name = no value. */
export type FieldValues = ReadonlyMap<string, readonly Scalar[]>;

/** The leaves a catalogue has, by dotted name as in the feed ("attributes.text.type"). */
export type FieldTypes = ReadonlyMap<string, FieldType>;

/** Where a leaf of the feed lives in the engine's document. */
export const VARIANTS_PATH = "variants";
export const indexField = (field: string): string => `${VARIANTS_PATH}.data.${field}`;

export const CATEGORY_SEPARATOR = ": ";

/** The leaf whose values also stand for all their ancestors. */
export const CATEGORIES_FIELD = "categories";

const namesOf = (category: string): string[] => category.split(CATEGORY_SEPARATOR);

/** "Home: Bed: Linen" → "Home", "Home: Bed", "Home: Bed: Linen". */
export function categoryPath(category: string): string[] {
  const names = namesOf(category);
  return names.map((_, depth) => names.slice(0, depth + 1).join(CATEGORY_SEPARATOR));
}

export const categoryDepth = (category: string): number => namesOf(category).length;

/** "Home: Bed: Linen" → "Linen". */
export const categoryLabel = (category: string): string => namesOf(category).at(-1) ?? category;

/** The category with the most levels as it was sent, the first of them if there are several. */
export function mostSpecific(categories: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestLevels = 0;
  for (const category of categories) {
    const normal = normalText(category);
    const levels = normal === "" ? 0 : categoryDepth(normal);
    if (levels > bestLevels) {
      best = category;
      bestLevels = levels;
    }
  }
  return best;
}

/** "Home: Bed: Linen" → "Home: Bed"; null for one of the highest level. Of a value as filters see it, as `withAncestors` has it. */
export function parentCategory(category: string): string | null {
  const end = category.lastIndexOf(CATEGORY_SEPARATOR);
  return end > 0 ? normalText(category.slice(0, end)) : null;
}
