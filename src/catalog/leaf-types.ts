import { CATEGORY_LEAF } from "../filters/field-names.js";
import { normalText, normalValue } from "../filters/normal-value.js";
import { isTimestamp } from "../filters/operand.js";
import { mostSpecific } from "./category.js";
import type { LeafLoss, LostLeaf } from "./flatten.js";
import {
  CATEGORIES_LEAF,
  CATEGORY_SEPARATOR,
  type LeafTypes,
  type LeafType,
  type Leaves,
  type Scalar,
} from "./leaves.js";

/** What every catalogue has from its first line on; the template maps them. */
export const BASE_LEAF_TYPES: LeafTypes = new Map<string, LeafType>([
  ["product_identifier", "string"],
  ["variant_identifier", "string"],
  ["title", "string"],
  ["designer", "string"],
  ["color", "string"],
  ["sizes", "string"],
  ["categories", "string"],
  [CATEGORY_LEAF, "string"],
  ["price", "number"],
]);

/** Longer strings are text, not values: they are searched and returned but not filtered on (the engine's terms end at 32,766 bytes). */
const MAX_VALUE_LENGTH = 1024;

/** Leaves and the objects they lie in, below the limit of fields that the template sets (30,000, a few of them its own). */
const MAX_FIELDS = 29_000;

/**
 * The types of a catalogue's leaves while a payload is surveyed. Leaves of the live index (`fixed`) keep their type;
 * a new one becomes a string as soon as its values do not agree on one type. The first of a leaf and an object of the
 * same name wins, and past `maxLeaves` further names are left out.
 */
export class LeafTypeSurvey {
  readonly types: Map<string, LeafType>;
  /** Names seen in this payload that the catalogue did not have. */
  readonly added = new Set<string>();
  readonly #objects = new Set<string>();

  constructor(
    fixed: LeafTypes,
    private readonly dateLeaves: ReadonlySet<string>,
    private readonly maxLeaves: number,
  ) {
    this.types = new Map(fixed);
    for (const leaf of fixed.keys()) this.#addObjects(leaf);
  }

  /** @param lose told of every leaf that will not be filterable */
  observe(leaves: Leaves, lose?: (lost: LostLeaf) => void): void {
    for (const [leaf, values] of leaves) {
      const type = this.types.get(leaf);
      if (type === undefined) {
        const reason = this.#add(leaf, values);
        if (reason !== undefined) lose?.({ leaf, reason });
      } else if ((type === "number" || type === "boolean") && this.added.has(leaf)) {
        if (!values.every((value) => typeof value === type)) this.types.set(leaf, "string");
      }
    }
  }

  #add(leaf: string, values: readonly Scalar[]): LeafLoss | undefined {
    if (this.#objects.has(leaf) || parents(leaf).some((parent) => this.types.has(parent))) return "leaf_and_object";
    // What is derived takes no place of the feed's own.
    const own = this.types.size - Number(this.types.has(CATEGORY_LEAF));
    if (own >= this.maxLeaves || this.types.size + this.#objects.size >= MAX_FIELDS) return "ceiling";
    this.types.set(leaf, this.dateLeaves.has(leaf) ? "date" : joinedType(values));
    this.added.add(leaf);
    this.#addObjects(leaf);
    return undefined;
  }

  #addObjects(leaf: string): void {
    for (const parent of parents(leaf)) this.#objects.add(parent);
  }
}

function parents(leaf: string): string[] {
  const names: string[] = [];
  for (let dot = leaf.indexOf("."); dot !== -1; dot = leaf.indexOf(".", dot + 1)) names.push(leaf.slice(0, dot));
  return names;
}

function joinedType(values: readonly Scalar[]): LeafType {
  const [first] = values;
  return values.every((value) => typeof value === typeof first) ? (typeof first as LeafType) : "string";
}

/** Whether a value is kept as it is under a type. */
function fits(value: Scalar, type: LeafType): boolean {
  switch (type) {
    case "string":
      return typeof value === "string";
    case "number":
    case "boolean":
      return typeof value === type;
    case "date":
      return isTimestamp(value);
  }
}

/**
 * The values as the engine and the filters see them: strings where the leaf is a string, text composed and without
 * surrounding blanks, categories with all their ancestors, the most specific of them once more by itself. What does not fit
 * its leaf's type is reported to `lose` and left out.
 */
export function fitLeaves(leaves: Leaves, types: LeafTypes, lose?: (lost: LostLeaf) => void): Map<string, Scalar[]> {
  const fitted = new Map<string, Scalar[]>();
  for (const [leaf, values] of leaves) {
    const type = types.get(leaf);
    if (type === undefined) continue;
    const normal = values
      .map((value) => normalValue(leaf, type === "string" ? String(value) : value))
      .filter((value) => value !== "");
    const kept = leaf === CATEGORIES_LEAF ? withAncestors(normal) : normal;
    const fitting = kept.filter((value) => {
      const reason = lossOf(value, type);
      if (reason !== undefined) lose?.({ leaf, reason });
      return reason === undefined;
    });
    if (fitting.length > 0) fitted.set(leaf, fitting);
  }
  const category = mostSpecific((leaves.get(CATEGORIES_LEAF) ?? []).filter((value) => typeof value === "string"));
  if (category !== undefined && category.length <= MAX_VALUE_LENGTH && types.has(CATEGORY_LEAF)) {
    fitted.set(CATEGORY_LEAF, [normalText(category)]);
  }
  return fitted;
}

function lossOf(value: Scalar, type: LeafType): LeafLoss | undefined {
  if (type === "string") return (value as string).length > MAX_VALUE_LENGTH ? "too_long" : undefined;
  return fits(value, type) ? undefined : "type";
}

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
