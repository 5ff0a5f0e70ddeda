import { shownFields } from "../catalog/shown-fields.js";
import type { FieldTypes } from "../catalog/fields.js";
import { filterFields, type FilterFields } from "../filters/field-names.js";
import { allFieldsVisible, isVisibleField, type IsVisible } from "../filters/visible-fields.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { namedFields } from "../storefront/named-fields.js";

/**
 * A catalogue as whoever sends a request sees it. All that requests name is read through it, so that a field which they do not
 * see is to everything behind it one that the catalogue does not have.
 */
export interface CatalogView {
  readonly isVisible: IsVisible;
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
 * @param fieldNames of the catalogue; undefined while there is none: then any name is a leaf
 * @param frozen names that were known when the chain began that the request reads on in; operands are not checked again then
 */
export function catalogView(
  configuration: StorefrontConfiguration,
  fieldNames: FieldTypes | undefined,
  frozen?: readonly string[],
): CatalogView {
  const { fields } = configuration;
  const isVisible = isVisibleField(fields);
  const shown = fieldNames && shownFields(fieldNames, fields);
  const aliases = allFieldsVisible(fields) ? configuration.aliases : seenAliases(configuration.aliases, isVisible);
  return {
    isVisible,
    aliases,
    fields: filterFields(aliases, frozen === undefined ? shown : undefined, isVisible),
    isKnown: (name) =>
      shown === undefined ||
      frozen?.includes(name) === true ||
      shown.has(name) ||
      isIn(shown.keys(), name) ||
      isIn([...namedFields(configuration)].filter(isVisible), name),
    names: () => [...(shown?.keys() ?? []), ...[...namedFields(configuration)].filter(isVisible)],
  };
}

const seenAliases = (aliases: CatalogView["aliases"], isVisible: IsVisible): CatalogView["aliases"] =>
  Object.fromEntries(Object.entries(aliases).filter(([, field]) => isVisible(field)));

/** Whether a leaf is called so, or lies in an object that is. */
function isIn(fields: Iterable<string>, name: string): boolean {
  const prefix = `${name}.`;
  for (const field of fields) if (field === name || field.startsWith(prefix)) return true;
  return false;
}
