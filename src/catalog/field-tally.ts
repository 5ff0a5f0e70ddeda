import { Votes } from "./leaf-survey.js";
import { fitValue } from "./leaf-values.js";
import type { LeafType, Leaves } from "./leaves.js";

const TYPES: readonly LeafType[] = ["string", "number", "boolean", "date"];

/** Statistics of the values of one field. */
export interface FieldTally {
  values: number;
  /** How many of them a leaf of each type would take. */
  readonly fits: Record<LeafType, number>;
  readonly votes: Votes;
}

/** Bounds the memory for whatever a feed holds. */
const MAX_FIELDS = 30_000;

/** Adds the values of a variant. */
export function tally(fields: Map<string, FieldTally>, leaves: Leaves): void {
  for (const [leaf, values] of leaves) {
    let field = fields.get(leaf);
    if (field === undefined) {
      if (fields.size >= MAX_FIELDS) continue;
      field = { values: 0, fits: { string: 0, number: 0, boolean: 0, date: 0 }, votes: new Votes() };
      fields.set(leaf, field);
    }
    field.values += values.length;
    field.votes.count(values);
    for (const type of TYPES) {
      for (const value of values) if (fitValue(value, type) !== undefined) field.fits[type] += 1;
    }
  }
}
