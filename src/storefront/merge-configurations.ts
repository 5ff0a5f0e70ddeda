import { isJsonObject, type JsonObject, sameJson } from "../lib/json-text.js";
import {
  isSection,
  itemList,
  type ItemList,
  itemPath,
  memberPath,
  namesOf,
  ownMember,
} from "./configuration-changes.js";
import { orDefault } from "./default-items.js";

/**
 * A setting that was changed differently in `mine` and in `theirs`. `base`, `mine` or `theirs` is absent if the setting has no value in
 * that document.
 */
export interface MergeConflict {
  /** Path of the setting, such as `rules[summer-sale].points`. The path `rules.order` stands for the order of the list. */
  readonly path: string;
  readonly base?: unknown;
  readonly mine?: unknown;
  readonly theirs?: unknown;
}

export interface Merged {
  /** The merged document; unresolved conflicts take the value of `mine`. */
  readonly merged: unknown;
  readonly conflicts: readonly MergeConflict[];
}

export type Side = "mine" | "theirs";

/**
 * Three-way merge of configuration documents. Objects are merged by member, and lists of named items by item. All other values and lists
 * are replaced as a whole. If only one document reorders a list, that order is used. Omitted lists and items count as their defaults.
 * @param take resolutions of conflicts by path
 */
export function mergeConfigurations(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  take: ReadonlyMap<string, Side> = new Map(),
): Merged {
  const conflicts: MergeConflict[] = [];

  /** Records a conflict unless `take` resolves it. @returns `mine` or `theirs`: the document whose value is used */
  const conflict = (path: string, values: Three): Side => {
    const settled = take.get(path);
    if (settled === undefined) conflicts.push({ path, ...given(values) });
    return settled ?? "mine";
  };

  function merge(path: string, written: Three): unknown {
    const side = changedSide(written);
    if (side !== undefined) return written[side];
    const values = {
      base: orDefault(path, written.base),
      mine: orDefault(path, written.mine),
      theirs: orDefault(path, written.theirs),
    };
    const objects = objectsOf(path, values);
    if (objects !== undefined) return unlessLeftOut(mergeMembers(path, objects), values);
    const lists = listsOf(path, values);
    if (lists !== undefined) return mergeItems(path, values, lists);
    return values[conflict(path, values)];
  }

  function mergeMembers(path: string, { base, mine, theirs }: Three<JsonObject>): JsonObject {
    const members = namesOf(mine, theirs, base).map((name) => {
      const values = { base: ownMember(base, name), mine: ownMember(mine, name), theirs: ownMember(theirs, name) };
      return [name, merge(memberPath(path, name), values)] as const;
    });
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }

  function mergeItems(path: string, values: Three, { base, mine, theirs }: Lists): unknown {
    if (!mine.isNamed && bothReplacedOne({ base, mine, theirs })) return values[conflict(path, values)];
    const names = [...new Set([...mine.items.keys(), ...theirs.items.keys(), ...base.items.keys()])];
    const merged = new Map<string, unknown>();
    for (const name of names) {
      const item = { base: base.items.get(name), mine: mine.items.get(name), theirs: theirs.items.get(name) };
      const value = merge(itemPath(path, name), item);
      if (value !== undefined) merged.set(name, value);
    }
    const order = {
      base: shared(base, mine, theirs),
      mine: shared(mine, base, theirs),
      theirs: shared(theirs, base, mine),
    };
    const side = changedSide(order) ?? conflict(`${path}.order`, order);
    const [first, second] = side === "mine" ? [mine, theirs] : [theirs, mine];
    const list = inOrder([...first.items.keys()], [...second.items.keys()]).filter((name) => merged.has(name));
    return unlessLeftOut(
      list.map((name) => merged.get(name)),
      values,
    );
  }

  return { merged: merge("", { base, mine, theirs }), conflicts };
}

interface Three<T = unknown> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

type Lists = Three<ItemList>;

/**
 * Returns the three versions of a value as objects, to be merged member by member. An omitted section counts as an empty object. Returns
 * undefined if `mine` or `theirs` removed the value.
 */
function objectsOf(path: string, { base, mine, theirs }: Three): Three<JsonObject> | undefined {
  const empty = isSection(path) ? {} : undefined;
  const present = (value: unknown, otherwise: object | undefined) => (value === undefined ? otherwise : value);
  const [one, two, three] = [present(base, {}), present(mine, empty), present(theirs, empty)];
  return isJsonObject(one) && isJsonObject(two) && isJsonObject(three)
    ? { base: one, mine: two, theirs: three }
    : undefined;
}

/** Returns the three versions of a list, to be merged item by item. An omitted list counts as an empty list. */
function listsOf(path: string, { base, mine, theirs }: Three): Lists | undefined {
  if (!Array.isArray(mine) && !Array.isArray(theirs)) return undefined;
  const [one, two, three] = [itemList(path, base), itemList(path, mine), itemList(path, theirs)];
  if (one === undefined || two === undefined || three === undefined) return undefined;
  return { base: one, mine: two, theirs: three };
}

/** Returns undefined if the merge result is empty and `mine` or `theirs` omitted the value. */
const unlessLeftOut = (merged: object, { mine, theirs }: Three): unknown =>
  Object.keys(merged).length === 0 && (mine === undefined || theirs === undefined) ? undefined : merged;

/** Returns whether both `mine` and `theirs` changed the same item of a list whose items have no names. Such changes conflict. */
const bothReplacedOne = ({ base, mine, theirs }: Lists): boolean =>
  [...base.items.keys()].some((name) => !mine.items.has(name) && !theirs.items.has(name)) &&
  [mine, theirs].every(({ items }) => [...items.keys()].some((name) => !base.items.has(name)));

/** Returns the names that all given lists contain, in the order of the first list. */
const shared = (own: ItemList, ...others: readonly ItemList[]): string[] =>
  [...own.items.keys()].filter((name) => others.every(({ items }) => items.has(name)));

/** Returns which of `mine` and `theirs` changed the value; undefined if both documents changed the value differently. */
function changedSide({ base, mine, theirs }: Three): Side | undefined {
  if (sameJson(mine, theirs) || sameJson(base, theirs)) return "mine";
  return sameJson(base, mine) ? "theirs" : undefined;
}

/**
 * Merges two lists in the order of the first list. A name that only the second list contains is inserted after its
 * predecessor in the second list.
 */
function inOrder(first: readonly string[], second: readonly string[]): string[] {
  const after = new Map<string | undefined, string[]>();
  const known = new Set(first);
  let previous: string | undefined;
  for (const name of second) {
    if (known.has(name)) previous = name;
    else after.set(previous, [...(after.get(previous) ?? []), name]);
  }
  return [...(after.get(undefined) ?? []), ...first.flatMap((name) => [name, ...(after.get(name) ?? [])])];
}

const given = (values: Three): Partial<Three> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
