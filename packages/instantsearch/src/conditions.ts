import type { FilterExpression, ListingRequest } from "@vitrine/client";
import { attributeOf, conditionOn, NEGATION, valueIn, type Attribute, type Naming } from "./attribute.js";
import { readFilters } from "./filter-text.js";
import { facetsOf, groupsOf, type SearchParams } from "./params.js";

type Selections = NonNullable<ListingRequest["facet_filters"]>;

/** Filters of a search in the service's format. */
export interface Conditions {
  /** Facet filters. The counts of a facet ignore the filter on this facet. */
  readonly facet_filters: Selections;
  /** Filters that apply to all facets and hits. */
  readonly filters: FilterExpression | null;
}

/**
 * Converts the filters of a query. Alternative values of one displayed facet become a facet filter, which the counts of
 * this facet ignore. Algolia's clients send a second query to get such counts. All other filters become plain filters,
 * which all counts include. Selections in facets with `operator: "and"` also become plain filters.
 * @param counted attribute names of the displayed facets, as used by the widgets
 */
export function conditionsOf(params: SearchParams, counted: readonly string[], naming: Naming): Conditions {
  const keys = new Set(counted.map((name) => attributeOf(name, naming).key));
  const isCounted = ({ key, type }: Attribute) => type !== null && (keys.has(key) || keys.has("*"));
  const selections: Record<string, Selections[string]> = {};
  const filters: FilterExpression[] = [];
  if (params.filters !== undefined && params.filters.trim() !== "") filters.push(readFilters(params.filters, naming));

  for (const group of groupsOf(params.facetFilters)) {
    const values = group.map((text) => facetValue(text, naming));
    const [first] = values;
    if (first === undefined) continue;
    const { key, level } = first.attribute;
    const isOneFacet = values.every(({ attribute, isNot }) => attribute.key === key && !isNot);
    // Selected category levels may be a single value instead of a list.
    const isSelection = isList(params.facetFilters, group) || level !== null;
    const hasValues = isCounted(first.attribute) && first.attribute.type !== "range";
    if (isOneFacet && isSelection && hasValues && !(key in selections)) {
      selections[key] = values.map(({ value }) => value);
    } else filters.push(either(values.map(conditionOf)));
  }

  const ranges = new Map<string, { min?: number; max?: number }>();
  for (const group of groupsOf(params.numericFilters)) {
    const numbers = group.flatMap((text) => numbersIn(text, naming));
    const [bound] = numbers;
    const isRange = bound !== undefined && isCounted(bound.attribute) && bound.attribute.type === "range";
    if (numbers.length === 1 && isRange && bound.operator in BOUNDS) {
      const { key } = bound.attribute;
      ranges.set(key, narrower(ranges.get(key) ?? {}, BOUNDS[bound.operator as keyof typeof BOUNDS], bound.number));
    } else if (numbers.length > 0) {
      filters.push(either(numbers.map(({ attribute, operator, number }) => conditionOn(attribute, operator, number))));
    }
  }
  for (const [key, { min = -Infinity, max = Infinity }] of ranges) {
    // Widgets may send an empty range, which the service would reject.
    if (min > max) filters.push({ $or: [] });
    else selections[key] = ranges.get(key) ?? {};
  }
  return { facet_filters: selections, filters: filters.length > 1 ? { $and: filters } : (filters[0] ?? null) };
}

interface FacetValue {
  readonly attribute: Attribute;
  readonly value: string;
  readonly isNot: boolean;
}

function facetValue(text: string, naming: Naming): FacetValue {
  const colon = text.indexOf(":");
  const attribute = attributeOf(text.slice(0, colon), naming);
  const given = text.slice(colon + 1);
  const isNot = given.startsWith(NEGATION);
  return { attribute, value: valueIn(isNot ? given.slice(1) : given, attribute, naming), isNot };
}

const conditionOf = ({ attribute, value, isNot }: FacetValue): FilterExpression => {
  const condition = { [attribute.field]: value };
  return isNot ? { $not: condition } : condition;
};

const either = (conditions: readonly FilterExpression[]): FilterExpression => {
  const [first = {}] = conditions;
  return conditions.length === 1 ? first : { $or: [...conditions] };
};

const isList = (groups: SearchParams["facetFilters"], group: readonly string[]) =>
  typeof groups === "object" && (groups as readonly unknown[]).includes(group);

const BOUNDS = { ">=": "min", "<=": "max" } as const;

interface Bound {
  readonly attribute: Attribute;
  readonly operator: string;
  readonly number: number;
}

/** Parses a numeric filter: "price>=10". */
function numbersIn(text: string, naming: Naming): Bound[] {
  const [, name, operator, number] = /^(.+?)\s*(<=|>=|!=|=|<|>)\s*(-?[\d.]+)$/.exec(text) ?? [];
  if (name === undefined || operator === undefined) throw new SyntaxError(`invalid numeric filter: ${text}`);
  return [{ attribute: attributeOf(name, naming), operator, number: Number(number) }];
}

const narrower = (range: { min?: number; max?: number }, side: "min" | "max", bound: number) => ({
  ...range,
  [side]: Math[side === "min" ? "max" : "min"](range[side] ?? bound, bound),
});

/** Storefront keys of the facets to count, without duplicates and unknown facets. */
export const facetKeys = (params: SearchParams, naming: Naming): string[] => [
  ...new Set(
    facetsOf(params).flatMap((name) => {
      if (name === "*") return [name];
      const { key, type } = attributeOf(name, naming);
      return type === null ? [] : [key];
    }),
  ),
];
