import { type FieldTypes } from "./fields.js";
import { objectsAround } from "../filters/field-names.js";
import { wordsOfAll } from "../languages/index.js";
import { type SeenFields, allFieldsVisible, isVisibleField } from "../filters/visible-fields.js";

const known = new WeakMap<FieldTypes, WeakMap<SeenFields, FieldTypes>>();

/** Returns the visible fields of a catalogue. Results are cached, so the same arguments yield the same object. */
export function shownFields(fieldNames: FieldTypes, fields: SeenFields): FieldTypes {
  if (allFieldsVisible(fields)) return fieldNames;
  const ofFields = known.get(fieldNames) ?? new WeakMap<SeenFields, FieldTypes>();
  const shown = ofFields.get(fields) ?? shownValues(fieldNames, fields);
  known.set(fieldNames, ofFields.set(fields, shown));
  return shown;
}

/** Returns only the values of visible fields. */
export function shownValues<T>(values: ReadonlyMap<string, T>, fields: SeenFields): ReadonlyMap<string, T> {
  if (allFieldsVisible(fields)) return values;
  const isVisible = isVisibleField(fields);
  return new Map([...values].filter(([field]) => isVisible(field)));
}

const PRIVATE = wordsOfAll("privateWords");
/** Words that mark a field name as public although it contains a private word, such as "shipping" in "shipping cost". */
const SHOWN = new Set(["shipping", "delivery", "memory", "storage", "drive", "battery", "material", "diameter", "dimensions", "volume", "speaker", "microphone", "lining", "pockets"]); // prettier-ignore

const wordsOf = (part: string): string[] =>
  part
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1_$2")
    .toLowerCase()
    .replaceAll("e-mail", "email")
    .replaceAll("e_mail", "email")
    .split(/[^\p{L}]+/u);

function possiblyPrivate(part: string): boolean {
  const words = wordsOf(part);
  return words.some((word) => PRIVATE.has(word)) && !words.some((word) => SHOWN.has(word));
}

/**
 * Returns the fields whose names suggest private data. If the name of an object suggests private data, the result contains a pattern for
 * the object, such as `supplier.*`.
 * @param fields dotted field names
 */
export function privateNames(fields: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const field of fields) {
    const within = objectsAround(field).find((object) => possiblyPrivate(object.slice(object.lastIndexOf(".") + 1)));
    if (within !== undefined) found.add(`${within}.*`);
    else if (possiblyPrivate(field.slice(field.lastIndexOf(".") + 1))) found.add(field);
  }
  return [...found].sort();
}
