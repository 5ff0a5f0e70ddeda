import { closedLeaf, leafNamed } from "./field-names.js";
import type { LeafType } from "./filter.js";

/** The names and types by which a filter is parsed. */
export interface FilterFields {
  /** The leaf that a name stands for. */
  readonly leafOf: (name: string) => string;
  /** Undefined where nothing is known of a leaf: then any operand will do. */
  readonly typeOf: (leaf: string) => LeafType | undefined;
}

/**
 * @param types left out where operands are not checked, because the filter has been accepted before
 * @param sees whether whoever wrote the filter may see a leaf; any unless given. One that is not seen has no value anywhere.
 */
export const filterFields = (
  aliases: Readonly<Record<string, string>>,
  types?: ReadonlyMap<string, LeafType>,
  sees: (leaf: string) => boolean = () => true,
): FilterFields => ({
  leafOf: (name) => {
    const leaf = leafNamed(name, aliases);
    return sees(leaf) ? leaf : closedLeaf(name);
  },
  typeOf: (leaf) => types?.get(leaf),
});
