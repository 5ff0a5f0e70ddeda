import type { LeafTypes } from "../leaves.js";
import {
  allOf,
  anyOf,
  EVERYTHING,
  isEverything,
  isNothing,
  negated,
  NOTHING,
  type Filter,
} from "../../filters/filter.js";

/**
 * The same filter without what a catalogue decides for all its variants alike: a field that it does not have is missing
 * everywhere. So a rule for stock costs nothing where the feed has no stock.
 */
export function simplified(filter: Filter, leaves: LeafTypes): Filter {
  switch (filter.kind) {
    case "and": {
      const parts = filter.filters.map((part) => simplified(part, leaves));
      return parts.some(isNothing) ? NOTHING : allOf(parts);
    }
    case "or": {
      const parts = filter.filters.map((part) => simplified(part, leaves));
      return parts.some(isEverything) ? EVERYTHING : anyOf(parts);
    }
    case "not": {
      const part = simplified(filter.filter, leaves);
      if (isEverything(part)) return NOTHING;
      return isNothing(part) ? EVERYTHING : negated(part);
    }
    case "in":
    case "compare":
    case "within":
      return leaves.has(filter.field) ? filter : NOTHING;
    case "missing":
      return leaves.has(filter.field) ? filter : EVERYTHING;
  }
}
