import { isJsonObject, type JsonObject, sameJson } from "../lib/json-text.js";
import { orDefault } from "./default-items.js";

/** Configuration lists whose items have no names and are compared by value. */
const UNNAMED = new Set(["search.synonyms", "redirects", "fields.private", "fields.public"]);
/** Configuration lists whose items are identified by a member other than `key`, with the name of that member. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = { "taste.fields": "field" };

/** The items of a configuration list by name, or by value if the items have no names. */
export interface ItemList {
  readonly items: ReadonlyMap<string, unknown>;
  /** Whether the items have names, by which a changed item can be recognized. */
  readonly isNamed: boolean;
}

/**
 * Returns the items of a list for a comparison item by item. Returns undefined if the value is not a list or contains duplicate items. An
 * omitted list counts as empty.
 */
export function itemList(path: string, value: unknown): ItemList | undefined {
  if (value === undefined) return { items: new Map(), isNamed: !UNNAMED.has(path) };
  if (!Array.isArray(value)) return undefined;
  const list = value as readonly unknown[];
  const isNamed = !UNNAMED.has(path);
  const names = list.map((item) => (isNamed ? nameOf(path, item) : JSON.stringify(item)));
  if (!names.every((name) => name !== undefined) || new Set(names).size < names.length) return undefined;
  return { items: new Map(names.map((name, at) => [name, list[at]])), isNamed };
}

function nameOf(path: string, item: unknown): string | undefined {
  const member = Object.hasOwn(NAMED_OTHERWISE, path) ? (NAMED_OTHERWISE[path] as string) : "key";
  const name = isJsonObject(item) ? item[member] : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Returns whether a path refers to a top-level member (section) of the document. An omitted section counts as empty. */
export const isSection = (path: string): boolean => path !== "" && !/[.[]/.test(path);

export const memberPath = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** Returns the path of a list item, such as `rules[summer-sale]`. Names may contain dots. */
export const itemPath = (path: string, name: string): string => `${path}[${name}]`;

/** Returns a member of an object. Inherited members are ignored, because a document may contain names like `constructor`. */
export const ownMember = (value: JsonObject, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** Returns the distinct member names of all given objects, in order of first occurrence. */
export const namesOf = (...values: readonly JsonObject[]): string[] => [...new Set(values.flatMap(Object.keys))];

/** A difference between two configuration documents. `before` is absent for an added value, `after` for a removed value. */
export interface ConfigurationChange {
  /** Path of the setting, such as `rules[summer-sale].points`. The path `rules.order` stands for the order of the list. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Paths of settings that are reported as a whole, because part of a placement or filter is not meaningful alone. */
const WHOLE = /^placements\.[^.]+$|^rules\[.*\]\.(?:when\.)?filters$/s;

/**
 * Lists the changes between two documents, in document order. List items are identified by name. Omitted lists and
 * items count as their defaults.
 */
export function configurationChanges(one: unknown, other: unknown, path = ""): ConfigurationChange[] {
  const [before, after] = [orDefault(path, one), orDefault(path, other)];
  if (sameJson(before, after)) return [];
  if (WHOLE.test(path)) return [change(path, before, after)];
  const [left, right] = isSection(path) ? [before ?? {}, after ?? {}] : [before, after];
  if (isJsonObject(left) && isJsonObject(right)) {
    return namesOf(left, right).flatMap((name) =>
      configurationChanges(ownMember(left, name), ownMember(right, name), memberPath(path, name)),
    );
  }
  if (Array.isArray(before) || Array.isArray(after)) {
    const [left, right] = [itemList(path, before), itemList(path, after)];
    if (left !== undefined && right !== undefined) return itemChanges(path, left, right);
  }
  return [change(path, before, after)];
}

function itemChanges(path: string, before: ItemList, after: ItemList): ConfigurationChange[] {
  const names = [...new Set([...before.items.keys(), ...after.items.keys()])];
  const items = names.flatMap((name) => {
    const [one, other] = [before.items.get(name), after.items.get(name)];
    return before.isNamed
      ? configurationChanges(one, other, itemPath(path, name))
      : sameJson(one, other)
        ? []
        : [change(path, one, other)];
  });
  const [one, other] = [shared(before.items, after.items), shared(after.items, before.items)];
  const isReordered = before.isNamed && !sameJson(one, other);
  return isReordered ? [...items, change(`${path}.order`, one, other)] : items;
}

const shared = (items: ReadonlyMap<string, unknown>, among: ReadonlyMap<string, unknown>): string[] =>
  [...items.keys()].filter((name) => among.has(name));

const change = (path: string, before: unknown, after: unknown): ConfigurationChange => ({
  path,
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});
