import { shownLeaves } from "../catalog/shown-leaves.js";
import type { LeafTypes } from "../catalog/leaves.js";
import { filterFields, type FilterFields } from "../filters/field-names.js";
import { seesEverything, seesLeaf, type SeesLeaf } from "../filters/seen-fields.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { namedFields } from "../storefront/named-fields.js";

/**
 * A catalogue as whoever sends a request sees it. All that requests name is read through it, so that a field which they do not
 * see is to everything behind it one that the catalogue does not have.
 */
export interface CatalogView {
  readonly sees: SeesLeaf;
  /** Those of the storefront's that stand for a field that is seen. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly fields: FilterFields;
  /**
   * Whether a name is a leaf, or an object that holds some, that a page may count on: that the catalogue ever had, that the
   * configuration names, or that the chain it reads on in began with. What today's feed holds does not matter.
   */
  readonly isKnown: (name: string) => boolean;
  /** The leaves that are seen of the catalogue, and of those that the configuration names. */
  readonly names: () => readonly string[];
}

/**
 * @param leaves of the catalogue; undefined while there is none: then any name is a leaf
 * @param frozen names that were known when the chain began that the request reads on in; operands are not checked again then
 */
export function catalogView(
  configuration: StorefrontConfiguration,
  leaves: LeafTypes | undefined,
  frozen?: readonly string[],
): CatalogView {
  const { fields } = configuration;
  const sees = seesLeaf(fields);
  const shown = leaves && shownLeaves(leaves, fields);
  const aliases = seesEverything(fields) ? configuration.aliases : seenAliases(configuration.aliases, sees);
  return {
    sees,
    aliases,
    fields: filterFields(aliases, frozen === undefined ? shown : undefined, sees),
    isKnown: (name) =>
      shown === undefined ||
      frozen?.includes(name) === true ||
      shown.has(name) ||
      isIn(shown.keys(), name) ||
      isIn([...namedFields(configuration)].filter(sees), name),
    names: () => [...(shown?.keys() ?? []), ...[...namedFields(configuration)].filter(sees)],
  };
}

const seenAliases = (aliases: CatalogView["aliases"], sees: SeesLeaf): CatalogView["aliases"] =>
  Object.fromEntries(Object.entries(aliases).filter(([, leaf]) => sees(leaf)));

/** Whether a leaf is called so, or lies in an object that is. */
function isIn(leaves: Iterable<string>, name: string): boolean {
  const prefix = `${name}.`;
  for (const leaf of leaves) if (leaf === name || leaf.startsWith(prefix)) return true;
  return false;
}
