/** A scalar as a shop sends it. */
export type Scalar = string | number | boolean;

/**
 * The type with which the engine stores a leaf. A `date` is one the storefront configures; every other ISO timestamp is
 * a string.
 */
export type FieldType = "string" | "number" | "boolean" | "date";

/**
 * A condition on one variant. A product matches when one of its active variants does.
 *
 * - `and` without filters holds for every variant, `or` without filters for none.
 * - `in`: the leaf has one of the values. `compare`: one value of the leaf stands in the relation to `value`. `within`: one
 *   value of the leaf lies between both bounds (inclusive). `missing`: the leaf has no value.
 * - A leaf without a value satisfies only `missing` and the negations of the others.
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

/** Joins conditions on one variant into one flat conjunction, excluded values of a field into one list. */
export function allOf(filters: readonly Filter[]): Filter {
  const flat = filters.flatMap((filter) => (filter.kind === "and" ? filter.filters : [filter]));
  const joined = joinLists(flat, (filter) =>
    filter.kind === "not" && filter.filter.kind === "in" ? filter.filter : undefined,
  ).map((one) => ("list" in one ? negated(one.list) : one.filter));
  return joined.length === 1 && joined[0] !== undefined ? joined[0] : { kind: "and", filters: joined };
}

/** Joins alternatives into one flat disjunction, wanted values of a field into one list. */
export function anyOf(filters: readonly Filter[]): Filter {
  const flat = filters.flatMap((filter) => (filter.kind === "or" ? filter.filters : [filter]));
  const joined = joinLists(flat, (filter) => (filter.kind === "in" ? filter : undefined)).map((one) =>
    "list" in one ? one.list : one.filter,
  );
  return joined.length === 1 && joined[0] !== undefined ? joined[0] : { kind: "or", filters: joined };
}

type ValueList = Extract<Filter, { kind: "in" }>;

/** A hundred comparisons with one field are a hundred clauses to the engine, and one list of a hundred is one. */
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

/** The conditions of a filter, with those that hold for all variants or for none. */
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

/** Every field a filter names, each once, in order of appearance. */
export const fieldsOf = (filter: Filter): string[] => [
  ...new Set(conditionsIn(filter).flatMap((one) => ("field" in one ? [one.field] : []))),
];

/** How many conditions on fields a filter has; emptiness is one, too. */
export const conditionCount = (filter: Filter): number => conditionsIn(filter).length;

/** The conditions that all hold where the filter does. */
export const conjunctsOf = (filter: Filter): readonly Filter[] => (filter.kind === "and" ? filter.filters : [filter]);
