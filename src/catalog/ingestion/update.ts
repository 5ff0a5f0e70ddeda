import { isJsonObject } from "../../lib/json-text.js";
import type { Json, ProductData } from "../product-document.js";
import { MAX_NESTING, problemOfUnread } from "../flatten.js";

type JsonObject = { readonly [key: string]: Json };

/** The new value of one field. */
export interface FieldUpdate {
  /** Field name in dot notation. */
  readonly path: string;
  /** The new value: a scalar or an array. Null removes the field and its subfields. */
  readonly value: Json;
}

/** Returns a field update for each value in the data of an update line. Objects are traversed; an array is one value. */
export function fieldUpdatesOf(data: JsonObject, prefix = ""): FieldUpdate[] {
  return Object.entries(data).flatMap(([key, value]) => {
    const path = prefix + key;
    return isJsonObject(value) ? fieldUpdatesOf(value, `${path}.`) : [{ path, value }];
  });
}

/** Returns the reason why a product with this change could not be stored. */
export function problemOfChange({ path, value }: FieldUpdate): string | undefined {
  const levels = path.split(".").length;
  return levels > MAX_NESTING
    ? `nested deeper than ${MAX_NESTING} levels`
    : problemOfUnread(value, MAX_NESTING - levels);
}

/**
 * Changes fields of a variant's data. Nested objects and dotted names are equivalent. An existing field keeps its form, regardless of the
 * form in the update. A new field is written as nested objects. A new value replaces the field, its subfields and a scalar value at a
 * parent path. Applying a sequence of changes twice has the same result as once.
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

/** Removes the field at a path and scalar values at its parent paths. */
function cleared(object: JsonObject, path: string): JsonObject {
  return kept(object, path, (member, rest) => (isJsonObject(member) ? cleared(member, rest) : undefined));
}

/** Removes the members with the given path. Calls `inside` for members at a parent path. Also removes objects that become empty. */
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
      // The value was already written in the path's other notation, so the field is removed in this notation.
      const left = cleared(member, restOf(path, key));
      if (!isEmpty(left)) entries.push([key, left]);
    }
  }
  if (!isPlaced) entries.push(newEntry(path.split("."), value));
  // Unlike assignment, `fromEntries` treats `__proto__` as an ordinary name.
  return Object.fromEntries(entries);
}

function newEntry([part, ...rest]: readonly string[], value: Json): [string, Json] {
  return [part as string, rest.length === 0 ? value : Object.fromEntries([newEntry(rest, value)])];
}

export const isBelow = (path: string, parent: string): boolean => path.startsWith(`${parent}.`);

const restOf = (path: string, parent: string): string => path.slice(parent.length + 1);

const isEmpty = (value: Json): boolean => isJsonObject(value) && Object.keys(value).length === 0;
