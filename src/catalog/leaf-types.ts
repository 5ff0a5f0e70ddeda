import { CATEGORY_LEAF, objectsAround } from "../filters/field-names.js";
import { normalText, normalValue } from "../filters/normal-value.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { FIXED_FIELD_TYPES } from "../storefront/field-types.js";
import { mostSpecific } from "./category.js";
import { LeafNames, MAX_FIELDS } from "./leaf-names.js";
import { fitValue, MAX_VALUE_LENGTH } from "./leaf-values.js";
import {
  CATEGORIES_LEAF,
  CATEGORY_SEPARATOR,
  type LeafTypes,
  type LeafType,
  type Leaves,
  type Scalar,
} from "./leaves.js";

/** The leaves that every catalogue has from its first line on; the template maps them. */
export const BASE_LEAF_TYPES: LeafTypes = new Map([
  ...Object.entries(FIXED_FIELD_TYPES),
  [CATEGORY_LEAF, "string"] as const,
]);

/** The types that a storefront declares. */
export const declaredTypes = ({ field_types }: Pick<StorefrontConfiguration, "field_types">): LeafTypes =>
  new Map(Object.entries(field_types));

/**
 * The leaves with which a new generation starts: all leaves that the catalogue has had, with the types that are
 * declared now. A declared name that was an object, or lies within a leaf, replaces the existing leaf or object.
 */
export function nextTypes(had: LeafTypes, declared: LeafTypes): Map<string, LeafType> {
  const types = new Map([...BASE_LEAF_TYPES, ...had]);
  for (const [leaf, type] of declared) {
    if (BASE_LEAF_TYPES.has(leaf)) continue;
    for (const other of types.has(leaf) ? [] : contradicting(types, leaf)) types.delete(other);
    types.set(leaf, type);
  }
  return types;
}

/** The leaves that a leaf of this name cannot stand beside. */
function contradicting(types: LeafTypes, leaf: string): string[] {
  const within = objectsAround(leaf).filter((object) => types.has(object));
  return [...within, ...[...types.keys()].filter((other) => other.startsWith(`${leaf}.`))];
}

/** A leaf that the catalogue has as something else than what is declared. */
export interface TypeChange {
  readonly leaf: string;
  readonly now: LeafType | "object";
  readonly then: LeafType;
}

/** The type changes that the next generation makes to the catalogue's leaves. */
export function typesToChange(had: LeafTypes, declared: LeafTypes): TypeChange[] {
  return [...declared].flatMap(([leaf, then]) => {
    const now = had.get(leaf) ?? (contradicting(had, leaf).length > 0 ? "object" : then);
    return now === then ? [] : [{ leaf, now, then }];
  });
}

/** All of `types`, and of `more` what can stand beside them. */
export function withLeaves(types: LeafTypes, more: LeafTypes): Map<string, LeafType> {
  const all = new Map(types);
  const names = new LeafNames();
  for (const leaf of types.keys()) names.add(leaf);
  for (const [leaf, type] of more) {
    if (all.has(leaf) || names.contradicts(leaf) || names.fields + names.growth(leaf) > MAX_FIELDS) continue;
    all.set(leaf, type);
    names.add(leaf);
  }
  return all;
}

/**
 * The values as the engine and the filters see them: each as its leaf's type has it, text composed and without surrounding
 * blanks, categories with all their ancestors, the most specific of them once more by itself. What does not fit is left out.
 */
export function fitLeaves(leaves: Leaves, types: LeafTypes): Map<string, readonly Scalar[]> {
  const fitted = new Map<string, readonly Scalar[]>();
  for (const [leaf, values] of leaves) {
    const type = types.get(leaf);
    if (type === undefined) continue;
    const fitting = leaf === CATEGORIES_LEAF ? fitCategories(values, type) : fitValues(leaf, values, type);
    if (fitting.length > 0) fitted.set(leaf, fitting);
  }
  const category = mostSpecific((leaves.get(CATEGORIES_LEAF) ?? []).filter((value) => typeof value === "string"));
  if (category !== undefined && category.length <= MAX_VALUE_LENGTH && types.has(CATEGORY_LEAF)) {
    fitted.set(CATEGORY_LEAF, [normalText(category)]);
  }
  return fitted;
}

/** @returns the very list where all values are as they should be, which nearly all are */
function fitValues(leaf: string, values: readonly Scalar[], type: LeafType): readonly Scalar[] {
  const fit = (value: Scalar) => fitValue(normalValue(leaf, value), type);
  if (values.every((value) => fit(value) === value)) return values;
  return values.map(fit).filter((value) => value !== undefined);
}

const fitCategories = (values: readonly Scalar[], type: LeafType): Scalar[] =>
  withAncestors(values.map((value) => normalValue(CATEGORIES_LEAF, value)))
    .map((value) => fitValue(value, type))
    .filter((value) => value !== undefined);

/** "Clothing: Knitwear" stands for "Clothing" as well. */
export function withAncestors(values: readonly Scalar[]): string[] {
  const expanded = new Set<string>();
  for (const value of values) {
    const category = String(value);
    if (category.length > MAX_VALUE_LENGTH) {
      // Not kept anyway, and the ancestors of a text made of separators would fill the memory.
      expanded.add(category);
      continue;
    }
    for (let end = category.indexOf(CATEGORY_SEPARATOR); end !== -1;) {
      if (end > 0) expanded.add(normalText(category.slice(0, end)));
      end = category.indexOf(CATEGORY_SEPARATOR, end + CATEGORY_SEPARATOR.length);
    }
    expanded.add(category);
  }
  return [...expanded];
}
