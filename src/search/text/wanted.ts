import { isCompatibilityWord } from "../../catalog/kind.js";
import type { Unit } from "./units.js";

/** The units of a query that name the product itself, without what it is for: the case in "case for iphone". */
export function wantedUnits(units: readonly Unit[]): readonly Unit[] {
  const purpose = units.findIndex(
    ({ words }, at) => at > 0 && words.length === 1 && isCompatibilityWord(words[0] ?? ""),
  );
  return purpose === -1 ? units : units.slice(0, purpose);
}
