import { remembered } from "../lib/remembered.js";
import { CATEGORY_LEAF, leafNamed, objectsAround } from "./field-names.js";

/** Which fields of the feed pages see (`fields` of a configuration), by the names of leaves. */
export interface SeenFields {
  readonly private: readonly string[];
  /** Null: all that are not private. */
  readonly public: readonly string[] | null;
}

/** Whether pages may see a leaf, or any leaf of an object. */
export type SeesLeaf = (leaf: string) => boolean;

export const SEES_ALL: SeesLeaf = () => true;

export const ALL_FIELDS: SeenFields = { private: [], public: null };

/** A name stands for its leaf, and for what the feed itself calls so. */
export function fieldsByLeaf(fields: SeenFields, aliases: Readonly<Record<string, string>>): SeenFields {
  const leaves = (names: readonly string[]) => {
    const plain = names.map((name) => name.replace(/\.\*$/, ""));
    return [...new Set(plain.flatMap((name) => [name, leafNamed(name, aliases)]))];
  };
  return { private: leaves(fields.private), public: fields.public && leaves(fields.public) };
}

export const seesEverything = (fields: SeenFields): boolean => fields.public === null && fields.private.length === 0;

/** Every item has them. */
export const IDENTIFIERS: ReadonlySet<string> = new Set(["product_identifier", "variant_identifier"]);

/** Tells which leaves pages see. @param fields by the names of leaves, the same object as long as they are the same */
export const seesLeaf = (fields: SeenFields): SeesLeaf => (seesEverything(fields) ? SEES_ALL : seesSome(fields));

const seesSome = remembered(new WeakMap<SeenFields, SeesLeaf>(), (fields) => {
  const hidden = new Set(fields.private);
  const shown = fields.public && new Set(fields.public);
  const sees: SeesLeaf = (leaf) => {
    if (leaf === CATEGORY_LEAF) return !hidden.has(CATEGORY_LEAF) && sees("categories");
    return IDENTIFIERS.has(leaf) || (!isWithin(leaf, hidden) && (shown === null || isWithin(leaf, shown)));
  };
  return sees;
});

const isWithin = (leaf: string, names: ReadonlySet<string>): boolean =>
  names.has(leaf) || (names.size > 0 && objectsAround(leaf).some((object) => names.has(object)));
