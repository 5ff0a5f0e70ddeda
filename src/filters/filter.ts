/** A scalar value in product data. */
export type Scalar = string | number | boolean;

/** The type of a field in the engine. `date` applies to configured fields only; other ISO timestamps are strings. */
export type FieldType = "string" | "number" | "boolean" | "date";

/**
 * A condition on one variant. A product matches if one of its active variants does.
 *
 * - `and` without filters matches every variant, `or` without filters matches no variant.
 * - `in`: a value of the field is in the list. `compare`: a value of the field satisfies the comparison. `within`: a value of the field is
 *   between both bounds (inclusive). `missing`: the field has no value.
 * - A field without a value only matches `missing` and negations of the other conditions.
 */
export type Filter =
  | { readonly kind: "and"; readonly filters: readonly Filter[] }
  | { readonly kind: "or"; readonly filters: readonly Filter[] }
  | { readonly kind: "not"; readonly filter: Filter }
  | { readonly kind: "in"; readonly field: string; readonly values: readonly Scalar[] }
  | { readonly kind: "compare"; readonly field: string; readonly operator: Comparison; readonly value: string | number }
  | { readonly kind: "within"; readonly field: string; readonly min?: number; readonly max?: number }
  | { readonly kind: "missing"; readonly field: string };

export type Comparison = "gt" | "gte" | "lt" | "lte";

export const EVERYTHING: Filter = { kind: "and", filters: [] };
export const NOTHING: Filter = { kind: "or", filters: [] };

/** Joins conditions into one flat conjunction. Excluded values of the same field are merged into one list. */
export function allOf(filters: readonly Filter[]): Filter {
  const flat = filters.flatMap((filter) => (filter.kind === "and" ? filter.filters : [filter]));
  const joined = joinLists(flat, (filter) =>
    filter.kind === "not" && filter.filter.kind === "in" ? filter.filter : undefined,
  ).map((one) => ("list" in one ? negated(one.list) : one.filter));
  return joined.length === 1 && joined[0] !== undefined ? joined[0] : { kind: "and", filters: joined };
}

/** Joins alternatives into one flat disjunction. Values of the same field are merged into one list. */
export function anyOf(filters: readonly Filter[]): Filter {
  const flat = filters.flatMap((filter) => (filter.kind === "or" ? filter.filters : [filter]));
  const joined = joinLists(flat, (filter) => (filter.kind === "in" ? filter : undefined)).map((one) =>
    "list" in one ? one.list : one.filter,
  );
  return joined.length === 1 && joined[0] !== undefined ? joined[0] : { kind: "or", filters: joined };
}

type ValueList = Extract<Filter, { kind: "in" }>;

/** Merges lists of values for the same field, because one list is a single engine clause, however long it is. */
function joinLists(
  filters: readonly Filter[],
  listIn: (filter: Filter) => ValueList | undefined,
): ({ readonly list: ValueList } | { readonly filter: Filter })[] {
  const values = new Map<string, Scalar[]>();
  const joined: ({ readonly list: ValueList } | { readonly filter: Filter })[] = [];
  for (const filter of filters) {
    const list = listIn(filter);
    if (list === undefined) {
      joined.push({ filter });
      continue;
    }
    const known = values.get(list.field);
    if (known === undefined) {
      const own = [...list.values];
      values.set(list.field, own);
      joined.push({ list: { kind: "in", field: list.field, values: own } });
    } else {
      for (const value of list.values) known.push(value);
    }
  }
  return joined;
}

export function negated(filter: Filter): Filter {
  return filter.kind === "not" ? filter.filter : { kind: "not", filter };
}

export const isEverything = (filter: Filter): boolean => filter.kind === "and" && filter.filters.length === 0;

export const isNothing = (filter: Filter): boolean => filter.kind === "or" && filter.filters.length === 0;

/** The atomic conditions of a filter. Empty conjunctions and disjunctions are included. */
function conditionsIn(filter: Filter): readonly Filter[] {
  switch (filter.kind) {
    case "and":
    case "or":
      return filter.filters.length === 0 ? [filter] : filter.filters.flatMap(conditionsIn);
    case "not":
      return conditionsIn(filter.filter);
    case "in":
    case "compare":
    case "within":
    case "missing":
      return [filter];
  }
}

/** Returns the fields that occur in a filter, without duplicates, in order of appearance. */
export const fieldsOf = (filter: Filter): string[] => [
  ...new Set(conditionsIn(filter).flatMap((one) => ("field" in one ? [one.field] : []))),
];

/** The number of conditions in a filter. An empty conjunction or disjunction counts as one. */
export const conditionCount = (filter: Filter): number => conditionsIn(filter).length;

/** Returns the conditions of a conjunction. Any other filter is returned as the single condition. */
export const conjunctsOf = (filter: Filter): readonly Filter[] => (filter.kind === "and" ? filter.filters : [filter]);
