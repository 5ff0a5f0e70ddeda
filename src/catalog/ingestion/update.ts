import { isJsonObject } from "../../lib/json-text.js";
import type { Json, ProductData } from "../product-document.js";
import { MAX_NESTING, problemOfUnread } from "../flatten.js";

type JsonObject = { readonly [key: string]: Json };

/** The new value of one leaf. */
export interface FieldUpdate {
  /** Its dotted name. */
  readonly path: string;
  /** A scalar or an array; null removes the leaf and all that lies below it. */
  readonly value: Json;
}

/** The leaf updates of an update's data: its objects are traversed, its arrays are values. */
export function fieldUpdatesOf(data: JsonObject, prefix = ""): FieldUpdate[] {
  return Object.entries(data).flatMap(([key, value]) => {
    const path = prefix + key;
    return isJsonObject(value) ? fieldUpdatesOf(value, `${path}.`) : [{ path, value }];
  });
}

/** Why a product could not be stored with such a change. */
export function problemOfChange({ path, value }: FieldUpdate): string | undefined {
  const levels = path.split(".").length;
  return levels > MAX_NESTING
    ? `nested deeper than ${MAX_NESTING} levels`
    : problemOfUnread(value, MAX_NESTING - levels);
}

/**
 * A variant's data with some leaves changed. Objects and dotted names are two ways to write the same leaf, so a leaf is
 * found however it was written, and stays where it was; a new one is written inside objects. A new value replaces
 * whatever has its name, whatever lies below it, and whatever is no object where its path leads through. A sequence of
 * changes applied twice gives the leaves that it gives once.
 */
export function applyFieldUpdates(data: ProductData, changes: readonly FieldUpdate[]): ProductData {
  let object: JsonObject = data;
  for (const { path, value } of changes) {
    object = value === null ? without(object, path) : replaced(object, path, value);
  }
  return object as ProductData;
}

function without(object: JsonObject, path: string): JsonObject {
  return kept(object, path, (member, rest) => (isJsonObject(member) ? without(member, rest) : member));
}

/** Without what has the path's name or stands in its way. */
function cleared(object: JsonObject, path: string): JsonObject {
  return kept(object, path, (member, rest) => (isJsonObject(member) ? cleared(member, rest) : undefined));
}

/**
 * The members that do not have the path's name; what is left `inside` of those that the path leads through, and nothing of
 * an object that loses all it had.
 */
function kept(object: JsonObject, path: string, inside: (member: Json, rest: string) => Json | undefined): JsonObject {
  const entries: [string, Json][] = [];
  for (const [key, member] of Object.entries(object)) {
    if (key === path || isBelow(key, path)) continue;
    const left = isBelow(path, key) ? inside(member, restOf(path, key)) : member;
    if (left !== undefined && (isEmpty(member) || !isEmpty(left))) entries.push([key, left]);
  }
  return Object.fromEntries(entries);
}

function replaced(object: JsonObject, path: string, value: Json): JsonObject {
  const entries: [string, Json][] = [];
  let isPlaced = false;
  for (const [key, member] of Object.entries(object)) {
    if (key !== path && !isBelow(path, key)) {
      if (!isBelow(key, path)) entries.push([key, member]);
    } else if (!isPlaced) {
      const inside = isJsonObject(member) ? member : {};
      entries.push([key, key === path ? value : replaced(inside, restOf(path, key), value)]);
      isPlaced = true;
    } else if (key !== path && isJsonObject(member)) {
      // The same place, written in another way.
      const left = cleared(member, restOf(path, key));
      if (!isEmpty(left)) entries.push([key, left]);
    }
  }
  if (!isPlaced) entries.push(newEntry(path.split("."), value));
  // Unlike an assignment, this takes `__proto__` for a name like any other.
  return Object.fromEntries(entries);
}

function newEntry([part, ...rest]: readonly string[], value: Json): [string, Json] {
  return [part as string, rest.length === 0 ? value : Object.fromEntries([newEntry(rest, value)])];
}

export const isBelow = (path: string, parent: string): boolean => path.startsWith(`${parent}.`);

const restOf = (path: string, parent: string): string => path.slice(parent.length + 1);

const isEmpty = (value: Json): boolean => isJsonObject(value) && Object.keys(value).length === 0;
