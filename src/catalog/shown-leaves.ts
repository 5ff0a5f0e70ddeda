import { seesEverything, seesLeaf, type SeenFields } from "../filters/seen-fields.js";
import type { LeafTypes } from "./leaves.js";

const known = new WeakMap<LeafTypes, WeakMap<SeenFields, LeafTypes>>();

/** The leaves of a catalogue that pages see: the same object for the same catalogue and fields. */
export function shownLeaves(leaves: LeafTypes, fields: SeenFields): LeafTypes {
  if (seesEverything(fields)) return leaves;
  const ofFields = known.get(leaves) ?? new WeakMap<SeenFields, LeafTypes>();
  const shown = ofFields.get(fields) ?? shownValues(leaves, fields);
  known.set(leaves, ofFields.set(fields, shown));
  return shown;
}

/** Of values by leaf, those that pages see. */
export function shownValues<T>(values: ReadonlyMap<string, T>, fields: SeenFields): ReadonlyMap<string, T> {
  if (seesEverything(fields)) return values;
  const sees = seesLeaf(fields);
  return new Map([...values].filter(([leaf]) => sees(leaf)));
}
