import { categoryLabel, parentCategory } from "../../catalog/leaves.js";
import type { TreeValue } from "../response-schema.js";

export interface TreeInput {
  /** Products by path. A path without its parents among them is given those, with no products. */
  readonly counts: ReadonlyMap<string, number>;
  readonly selected: readonly string[];
  /** So many values of one parent are kept, those with the most products; selected ones and what leads to them are, too. */
  readonly most: number;
  /** How values of one parent are shown. */
  readonly order: (one: TreeValue, other: TreeValue) => number;
}

/** A path and all above it, itself first. */
export function withParents(path: string): string[] {
  const paths: string[] = [];
  for (let one: string | null = path; one !== null; one = parentCategory(one)) paths.push(one);
  return paths;
}

/** Nests paths by their separator, each below the one that it begins with. */
export function facetTree({ counts, selected, most, order }: TreeInput): TreeValue[] {
  const kept = new Set(selected.flatMap(withParents));
  const below = new Map<string | null, Set<string>>();
  const add = (path: string) => {
    const parent = parentCategory(path);
    const children = below.get(parent) ?? new Set();
    const isNew = !children.has(path);
    below.set(parent, children.add(path));
    if (isNew && parent !== null) add(parent);
  };
  for (const path of [...counts.keys(), ...kept]) add(path);
  const countOf = (path: string) => counts.get(path) ?? 0;

  function nested(parent: string | null): TreeValue[] {
    const children = [...(below.get(parent) ?? [])].sort((one, other) => countOf(other) - countOf(one));
    return children
      .filter((path, place) => place < most || kept.has(path))
      .map((value) => ({
        value,
        label: categoryLabel(value),
        count: countOf(value),
        selected: selected.includes(value),
        children: nested(value),
      }))
      .sort(order);
  }
  return nested(null);
}
