import type { LeafType, Scalar } from "../filters/filter.js";

export type { LeafType, Scalar };

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
