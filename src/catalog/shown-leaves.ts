import { type LeafTypes } from "./leaves.js";
import { objectsAround } from "../filters/field-names.js";
import { wordsOfAll } from "../languages/index.js";
import { type SeenFields, seesEverything, seesLeaf } from "../filters/seen-fields.js";

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

const PRIVATE = wordsOfAll("privateWords");
/** Beside these the words above are about the product, or about what everybody may know. */
const SHOWN = new Set(["shipping", "delivery", "memory", "storage", "drive", "battery", "material", "diameter", "dimensions", "volume", "speaker", "microphone", "lining", "pockets"]); // prettier-ignore

const wordsOf = (part: string): string[] =>
  part
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1_$2")
    .toLowerCase()
    .replaceAll("e-mail", "email")
    .replaceAll("e_mail", "email")
    .split(/[^\p{L}]+/u);

function looksPrivate(part: string): boolean {
  const words = wordsOf(part);
  return words.some((word) => PRIVATE.has(word)) && !words.some((word) => SHOWN.has(word));
}

/**
 * The fields of a feed that look, by their names, like what no page should see; `supplier.*` where that is an object's name.
 * @param leaves by their dotted names
 */
export function privateNames(leaves: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const leaf of leaves) {
    const within = objectsAround(leaf).find((object) => looksPrivate(object.slice(object.lastIndexOf(".") + 1)));
    if (within !== undefined) found.add(`${within}.*`);
    else if (looksPrivate(leaf.slice(leaf.lastIndexOf(".") + 1))) found.add(leaf);
  }
  return [...found].sort();
}
