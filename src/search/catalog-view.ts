import { shownFields } from "../catalog/shown-fields.js";
import type { FieldTypes } from "../catalog/fields.js";
import { filterFields, type FilterFields } from "../filters/field-names.js";
import { allFieldsVisible, isVisibleField, type IsVisible } from "../filters/visible-fields.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { namedFields } from "../storefront/named-fields.js";

/**
 * The part of a catalogue that the sender of a request may read. Requests resolve all field names through this view, so private fields are
 * treated as nonexistent.
 */
export interface CatalogView {
  readonly isVisible: IsVisible;
  /** The storefront's aliases whose fields are visible. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly fields: FilterFields;
  /**
   * Whether a request may name this field or object. The name is allowed if the catalogue ever contained it, the configuration contains it,
   * or the first request of the cursor chain used it. The field may be missing from the current feed.
   */
  readonly isKnown: (name: string) => boolean;
  /** Names of the visible fields in the catalogue and in the configuration. */
  readonly names: () => readonly string[];
}

/**
 * Creates the view of a catalogue for a request.
 * @param fieldNames fields of the catalogue; undefined before the first feed, when every name counts as a field
 * @param frozen projected names that were valid when the cursor chain started. If given, the values in filters are not checked again
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

/** Whether the name is a field, or an object that contains one of the fields. */
function isIn(fields: Iterable<string>, name: string): boolean {
  const prefix = `${name}.`;
  for (const field of fields) if (field === name || field.startsWith(prefix)) return true;
  return false;
}
