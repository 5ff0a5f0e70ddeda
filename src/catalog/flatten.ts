import type { Json } from "./document.js";
import type { Scalar } from "./leaves.js";

/** Why a leaf of a line cannot be filtered (it is still kept and returned). */
export type LeafLoss = "type" | "leaf_and_object" | "ceiling" | "too_long" | "too_deep" | "not_finite" | "name";

export interface LostLeaf {
  readonly leaf: string;
  readonly reason: LeafLoss;
}

export interface Flattened {
  readonly leaves: Map<string, Scalar[]>;
  readonly lost: LostLeaf[];
  /** The first name that would touch internals; such a line is rejected. */
  readonly invalidName?: string;
}

/** Deeper than this, the engine's own depth limit would refuse the whole document. */
const MAX_DEPTH = 12;
const MAX_NAME_LENGTH = 255;

/**
 * Turns a line's data into filterable leaves: objects become dotted names, arrays of scalars stay arrays, objects in
 * arrays promote their leaves to arrays under the same dotted name. Null and "" are absent values.
 */
export function flatten(data: { readonly [key: string]: Json }): Flattened {
  const state: State = { leaves: new Map(), lost: [] };
  flattenObject(state, data, "", 1);
  return state;
}

interface State {
  readonly leaves: Map<string, Scalar[]>;
  readonly lost: LostLeaf[];
  invalidName?: string;
}

function flattenObject(state: State, object: { readonly [key: string]: Json }, prefix: string, depth: number): void {
  for (const key of Object.keys(object)) {
    const leaf = prefix === "" ? key : `${prefix}.${key}`;
    if (!isValidName(key)) {
      state.invalidName ??= leaf;
      return;
    }
    flattenValue(state, object[key] as Json, leaf, depth);
  }
}

function flattenValue(state: State, value: Json, leaf: string, depth: number): void {
  if (value === null || value === "") return;
  if (typeof value !== "object") {
    addScalar(state, leaf, value);
    return;
  }
  if (depth >= MAX_DEPTH) {
    state.lost.push({ leaf: leaf.slice(0, MAX_NAME_LENGTH), reason: "too_deep" });
    return;
  }
  if (isArray(value)) {
    for (const member of value) flattenValue(state, member, leaf, depth + (Array.isArray(member) ? 1 : 0));
  } else {
    flattenObject(state, value, leaf, depth + 1);
  }
}

function addScalar(state: State, leaf: string, value: Scalar): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    state.lost.push({ leaf, reason: "not_finite" });
  } else if (leaf.length > MAX_NAME_LENGTH || leaf.includes("*")) {
    state.lost.push({ leaf: leaf.slice(0, MAX_NAME_LENGTH), reason: "name" });
  } else {
    const values = state.leaves.get(leaf);
    if (values === undefined) state.leaves.set(leaf, [value]);
    else values.push(value);
  }
}

/** A key may itself be dotted; every part counts. */
function isValidName(key: string): boolean {
  if (!key.includes(".")) return isValidPart(key);
  return key.split(".").every(isValidPart);
}

function isValidPart(part: string): boolean {
  return part.trim() !== "" && !part.startsWith("_");
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
