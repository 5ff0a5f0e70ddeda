import { categoryLabel, type FieldType, type FieldTypes, parentCategory, type Scalar } from "../../catalog/fields.js";
import type { Facet, ListFacet, RangeFacet, TreeFacet } from "../../storefront/facets-configuration.js";
import type { CatalogFacts } from "./catalog-facts.js";
import type { Conditions } from "../conditions.js";
import type { Selection, Selections } from "./facet-filters.js";
import { allOf, EVERYTHING, type Filter } from "../../filters/filter.js";
import { operandFor } from "../../filters/operand.js";
import { nextBelow } from "../../lib/doubles.js";
import type { NumberRange, TreeValue } from "../response-schema.js";

/** Plan for counting the facets of one request. The plan is used to build the aggregations and to parse the engine's response. */
export interface FacetPlan {
  /** Groups of facets with the same filter. Aggregations have generated names, because facet keys may contain reserved characters. */
  readonly groups: readonly FacetGroup[];
  /**
   * Whether the engine counts the products in each bucket. False if each product has a single variant, because the number of variants is
   * then the number of products.
   */
  readonly count_products: boolean;
  readonly max_values: number;
  readonly shards: number;
}

/** Facets that are counted under the same filter, so that the engine evaluates the filter once. */
export interface FacetGroup {
  readonly filter: Filter;
  readonly facets: readonly PlannedFacet[];
}

export type PlannedFacet = PlannedValues | PlannedRanges;

export interface PlannedValues {
  readonly kind: "values";
  readonly name: string;
  readonly facet: ListFacet | TreeFacet;
  readonly selected: readonly string[];
  /** Values that are always counted: the selected values that the field may contain and, for a tree, their parents. */
  readonly possible: readonly string[];
}

export interface PlannedRanges {
  readonly kind: "ranges";
  readonly name: string;
  readonly facet: RangeFacet;
  readonly ranges: readonly PlannedRange[];
}

export interface PlannedRange extends NumberRange {
  readonly label?: string;
  readonly selected: boolean;
  /** Whether the range is shown even if it contains no products. True for configured and selected ranges, false for proposed ranges. */
  readonly keep: boolean;
}

export function planFacets(
  request: { readonly facets: readonly Facet[]; readonly max_values: number; readonly selections: Selections },
  conditions: Conditions,
  catalog: { readonly fields: FieldTypes; readonly multi_variant: boolean },
  facts: CatalogFacts,
): FacetPlan {
  const { multi_variant, fields } = catalog;
  // The query already restricts the variants if each product has a single variant.
  const base = multi_variant ? conditions.eligible : EVERYTHING;
  const othersThan = (facet: Facet | undefined) =>
    allOf([base, ...conditions.counted.filter((other) => other.facet !== facet).map(({ filter }) => filter)]);
  const planned = request.facets.map((facet, position) =>
    planFacet(facet, `f${position}`, request.selections.get(facet.key), fields, facts),
  );
  const hasOwn = (one: PlannedFacet) => conditions.counted.some(({ facet }) => facet === one.facet);
  const together = planned.filter((one) => !hasOwn(one));
  const groups = [
    ...(together.length === 0 ? [] : [{ filter: othersThan(undefined), facets: together }]),
    ...planned.filter(hasOwn).map((one) => ({ filter: othersThan(one.facet), facets: [one] })),
  ];
  return { groups, count_products: multi_variant, max_values: request.max_values, shards: facts.shards };
}

function planFacet(
  facet: Facet,
  name: string,
  selection: Selection | undefined,
  fields: FieldTypes,
  facts: CatalogFacts,
): PlannedFacet {
  switch (facet.type) {
    case "list":
    case "tree": {
      const type = fields.get(facet.field);
      const selected = new Set<string>();
      const possible = new Set<string>();
      for (const value of selection?.kind === "values" ? selection.values : []) {
        const bucket = type === undefined ? undefined : bucketKey(value, type);
        selected.add(bucket ?? String(value));
        if (bucket === undefined) continue;
        for (const one of facet.type === "tree" ? withParents(bucket) : [bucket]) possible.add(one);
      }
      return { kind: "values", name, facet, selected: [...selected], possible: [...possible] };
    }
    case "range": {
      const ranges = planRanges(facet, selection?.kind === "ranges" ? selection.ranges : [], facts);
      return { kind: "ranges", name, facet, ranges };
    }
  }
}

/** The key of the engine's bucket for a value: 38.0 is in the bucket "38". */
function bucketKey(value: Scalar, type: FieldType): string | undefined {
  const operand = operandFor(value, type);
  if (operand === undefined) return undefined;
  return type === "date" ? new Date(operand as number).toISOString() : String(operand);
}

function planRanges(facet: RangeFacet, selected: readonly NumberRange[], facts: CatalogFacts): PlannedRange[] {
  const isConfigured = facet.ranges.length > 0;
  const offered = withoutSharedBounds(isConfigured ? facet.ranges : (facts.proposed.get(facet.field) ?? []));
  const isSelected = (range: NumberRange) => selected.some((one) => isSameRange(one, range));
  const planned: PlannedRange[] = offered.map((range) => ({
    ...range,
    selected: isSelected(range),
    keep: isConfigured || isSelected(range),
  }));
  for (const { min, max } of selected) {
    const range = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
    if (!planned.some((one) => isSameRange(one, range))) planned.push({ ...range, selected: true, keep: true });
  }
  return planned;
}

/**
 * Returns the ranges without overlaps. A number at which one range ends and another range starts belongs to the upper range. The lower
 * range ends at the next smaller double, so that a selection of the lower range matches the counted products.
 */
export function withoutSharedBounds<R extends NumberRange>(ranges: readonly R[]): R[] {
  const starts = new Set(ranges.map(({ min }) => min));
  return ranges.map((range) => {
    const { min, max } = range;
    return max !== undefined && max !== min && starts.has(max) ? { ...range, max: nextBelow(max) } : range;
  });
}

const isSameRange = (a: NumberRange, b: NumberRange) => a.min === b.min && a.max === b.max;

export interface TreeInput {
  /** Number of products by category path. Missing parents are added with a count of 0. */
  readonly counts: ReadonlyMap<string, number>;
  readonly selected: readonly string[];
  /** Maximum number of values per parent. The values with the most products remain, in addition to selected values and their parents. */
  readonly most: number;
  /** The order of values with the same parent. */
  readonly order: (one: TreeValue, other: TreeValue) => number;
}

/** Returns a category path, followed by its parent paths from the deepest to the top level. */
export function withParents(path: string): string[] {
  const paths: string[] = [];
  for (let one: string | null = path; one !== null; one = parentCategory(one)) paths.push(one);
  return paths;
}

/** Builds the value tree of a facet from category paths and product counts. */
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
      .filter((path, position) => position < most || kept.has(path))
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
