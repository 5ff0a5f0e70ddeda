import type { Scalar } from "../filters/filter.js";

export type { Scalar };

/** What the engine keeps a leaf as. A `date` is one the storefront configures; every other ISO timestamp is a string. */
export type LeafType = "string" | "number" | "boolean" | "date";

/** One variant's filterable values: dotted leaf name → its values (never empty). Absent name = no value. */
export type Leaves = ReadonlyMap<string, readonly Scalar[]>;

/** The leaves a catalogue has, by dotted name as in the feed ("attributes.text.type"). */
export type LeafTypes = ReadonlyMap<string, LeafType>;

/** Where a leaf of the feed lives in the engine's document. */
export const VARIANTS_PATH = "variants";
export const leafField = (leaf: string): string => `${VARIANTS_PATH}.data.${leaf}`;

export const CATEGORY_SEPARATOR = ": ";

/** The leaf whose values also stand for all their ancestors. */
export const CATEGORIES_LEAF = "categories";
