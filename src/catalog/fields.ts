import type { FieldType, Scalar } from "../filters/filter.js";
import { normalText } from "../filters/operand.js";

export type { FieldType, Scalar };

/** Filterable values of a variant by dotted field name. Lists are never empty; fields without values are omitted. */
export type FieldValues = ReadonlyMap<string, readonly Scalar[]>;

/** Field types of a catalogue by dotted field name as in the feed ("attributes.text.type"). */
export type FieldTypes = ReadonlyMap<string, FieldType>;

/** Path of the nested variants in the engine's document. */
export const VARIANTS_PATH = "variants";
export const indexField = (field: string): string => `${VARIANTS_PATH}.data.${field}`;

export const CATEGORY_SEPARATOR = ": ";

/** Name of the field with category paths. A category also counts as each of its parent categories. */
export const CATEGORIES_FIELD = "categories";

const namesOf = (category: string): string[] => category.split(CATEGORY_SEPARATOR);

/** Returns the paths of all levels of a category: "Home: Bed: Linen" → "Home", "Home: Bed", "Home: Bed: Linen". */
export function categoryPath(category: string): string[] {
  const names = namesOf(category);
  return names.map((_, depth) => names.slice(0, depth + 1).join(CATEGORY_SEPARATOR));
}

export const categoryDepth = (category: string): number => namesOf(category).length;

/** Returns the name of a category without its parent categories: "Home: Bed: Linen" → "Linen". */
export const categoryLabel = (category: string): string => namesOf(category).at(-1) ?? category;

/** Returns the category with the most levels, without normalizing it. If several categories have the most levels, returns the first one. */
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

/**
 * Returns the parent category: "Home: Bed: Linen" → "Home: Bed"; null for a top-level category. Expects a normalized value from
 * `withAncestors`.
 */
export function parentCategory(category: string): string | null {
  const end = category.lastIndexOf(CATEGORY_SEPARATOR);
  return end > 0 ? normalText(category.slice(0, end)) : null;
}
