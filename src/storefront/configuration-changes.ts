import { sameJson } from "../lib/same-json.js";
import {
  isObject,
  isSection,
  itemList,
  itemPath,
  memberPath,
  namesOf,
  ownMember,
  type ItemList,
} from "./configuration-parts.js";

/** One place in which two configuration documents differ. `before` or `after` is absent where there is nothing. */
export interface ConfigurationChange {
  /** As in `search.spelling` or `rules[summer-sale].points`; `rules.order` for the order of a list. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What changed between two documents, for people: items of lists by their names, in the order of the documents. */
export function configurationChanges(before: unknown, after: unknown, path = ""): ConfigurationChange[] {
  if (sameJson(before, after)) return [];
  const [left, right] = isSection(path) ? [before ?? {}, after ?? {}] : [before, after];
  if (isObject(left) && isObject(right)) {
    return namesOf(left, right).flatMap((name) =>
      configurationChanges(ownMember(left, name), ownMember(right, name), memberPath(path, name)),
    );
  }
  if (Array.isArray(before) || Array.isArray(after)) {
    const [one, other] = [itemList(path, before), itemList(path, after)];
    if (one !== undefined && other !== undefined) return itemChanges(path, one, other);
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
