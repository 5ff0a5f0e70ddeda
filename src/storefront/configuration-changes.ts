import { isJsonObject, type JsonObject, sameJson } from "../lib/json-text.js";
import { orDefault } from "./default-items.js";

/** Lists whose items have no name: two of them are the same item when they are equal. */
const UNNAMED = new Set(["search.synonyms", "redirects", "fields.private", "fields.public"]);
/** Lists whose items are named by something other than their `key`. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = { "taste.fields": "field" };

/** The items of a list by what distinguishes them. */
export interface ItemList {
  readonly items: ReadonlyMap<string, unknown>;
  /** Whether an item has a name of its own, so that it can change and stay the same item. */
  readonly isNamed: boolean;
}

/**
 * A list that can be compared item by item; undefined for any other value, and for lists in which two items would be the
 * same. An absent list is one without items.
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

/** Members of the document itself: one that is left out is one with nothing in it. */
export const isSection = (path: string): boolean => path !== "" && !/[.[]/.test(path);

export const memberPath = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** As in `rules[summer-sale]`. Names may hold dots. */
export const itemPath = (path: string, name: string): string => `${path}[${name}]`;

/** A member of its own: documents may have members of any name. */
export const ownMember = (value: JsonObject, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** The names of all, those of the first one before the others. */
export const namesOf = (...values: readonly JsonObject[]): string[] => [...new Set(values.flatMap(Object.keys))];

/** One place in which two configuration documents differ. `before` or `after` is absent where there is nothing. */
export interface ConfigurationChange {
  /** As in `search.spelling` or `rules[summer-sale].points`; `rules.order` for the order of a list. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What is told as a whole: of one block, or one condition, people want to see the page, or the filter. */
const WHOLE = /^placements\.[^.]+$|^rules\[.*\]\.(?:when\.)?filters$/s;

/**
 * What changed between two documents, for people: items of lists by their names, in the order of the documents. Where one of both leaves
 * out what has default items, these are its items.
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
