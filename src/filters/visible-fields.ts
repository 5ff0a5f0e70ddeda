import { remembered } from "../lib/remembered.js";
import { CATEGORY_FIELD, fieldNamed, objectsAround } from "./field-names.js";

/** The fields that public keys may read (`fields` of a configuration). */
export interface SeenFields {
  readonly private: readonly string[];
  /** Names of the visible fields; null if all fields are visible except private ones. */
  readonly public: readonly string[] | null;
}

/** Whether public keys may read a field or any field of an object. */
export type IsVisible = (field: string) => boolean;

export const SEES_ALL: IsVisible = () => true;

export const ALL_FIELDS: SeenFields = { private: [], public: null };

/** Resolves aliases to fields. Each alias also matches a field of the feed with the same name. */
export function fieldsByField(fields: SeenFields, aliases: Readonly<Record<string, string>>): SeenFields {
  const fieldNames = (names: readonly string[]) => {
    const plain = names.map((name) => name.replace(/\.\*$/, ""));
    return [...new Set(plain.flatMap((name) => [name, fieldNamed(name, aliases)]))];
  };
  return { private: fieldNames(fields.private), public: fields.public && fieldNames(fields.public) };
}

export const allFieldsVisible = (fields: SeenFields): boolean => fields.public === null && fields.private.length === 0;

/** Identifier fields, which are always visible. */
export const IDENTIFIERS: ReadonlySet<string> = new Set(["product_identifier", "variant_identifier"]);

/**
 * Whether public keys may read a field.
 * @param fields must be the same object until the fields change, because results are cached per object
 */
export const isVisibleField = (fields: SeenFields): IsVisible =>
  allFieldsVisible(fields) ? SEES_ALL : hasVisibleField(fields);

const hasVisibleField = remembered(new WeakMap<SeenFields, IsVisible>(), (fields) => {
  const hidden = new Set(fields.private);
  const shown = fields.public && new Set(fields.public);
  const isVisible: IsVisible = (field) => {
    if (field === CATEGORY_FIELD) return !hidden.has(CATEGORY_FIELD) && isVisible("categories");
    return IDENTIFIERS.has(field) || (!isWithin(field, hidden) && (shown === null || isWithin(field, shown)));
  };
  return isVisible;
});

const isWithin = (field: string, names: ReadonlySet<string>): boolean =>
  names.has(field) || (names.size > 0 && objectsAround(field).some((object) => names.has(object)));
