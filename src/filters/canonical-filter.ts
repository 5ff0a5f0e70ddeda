import type { Comparison, Filter, Scalar } from "./filter.js";
import { shownName } from "./field-names.js";

/** The same text for filters that differ only in the order of conditions and values. */
export function canonicalFilter(filter: Filter): string {
  switch (filter.kind) {
    case "and":
    case "or":
      return `${filter.kind}(${sortedOnce(filter.filters.map(canonicalFilter)).join()})`;
    case "not":
      return `not(${canonicalFilter(filter.filter)})`;
    case "in":
      return JSON.stringify(["in", filter.field, sortedOnce(filter.values.map((value) => JSON.stringify(value)))]);
    case "compare":
      return JSON.stringify(["compare", filter.field, filter.operator, filter.value]);
    case "within":
      return JSON.stringify(["within", filter.field, filter.min ?? null, filter.max ?? null]);
    case "missing":
      return JSON.stringify(["missing", filter.field]);
  }
}

/** Each text once, in an order of its own. */
export const sortedOnce = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/** The filter that `canonicalFilter` has written. @throws Error for what it has not */
export function readCanonicalFilter(text: string): Filter {
  const [filter, end] = filterAt(text, 0);
  if (end !== text.length) throw new Error(`more than a filter: ${text}`);
  return filter;
}

type Found<T> = readonly [found: T, end: number];

function filterAt(text: string, at: number): Found<Filter> {
  for (const kind of ["and", "or"] as const) {
    if (!text.startsWith(`${kind}(`, at)) continue;
    const [filters, end] = filtersAt(text, at + kind.length + 1);
    return [{ kind, filters }, end];
  }
  if (text.startsWith("not(", at)) {
    const [filter, end] = filterAt(text, at + "not(".length);
    return [{ kind: "not", filter }, end + 1];
  }
  const end = endOfArray(text, at);
  return [conditionOf(JSON.parse(text.slice(at, end)) as readonly unknown[]), end];
}

/** Up to behind the bracket that closes them. */
function filtersAt(text: string, start: number): Found<Filter[]> {
  const filters: Filter[] = [];
  let at = start;
  while (text[at] !== ")") {
    if (at >= text.length) throw new Error(`an open bracket: ${text}`);
    const [filter, end] = filterAt(text, text[at] === "," ? at + 1 : at);
    filters.push(filter);
    at = end;
  }
  return [filters, at + 1];
}

/** Of JSON that begins with a bracket. */
function endOfArray(text: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (isText && sign === "\\") at += 1;
    else if (sign === '"') isText = !isText;
    else if (!isText && sign === "[") depth += 1;
    else if (!isText && sign === "]" && --depth === 0) return at + 1;
  }
  throw new Error(`no filter: ${text}`);
}

function conditionOf([kind, field, first, second]: readonly unknown[]): Filter {
  if (typeof field !== "string") throw new Error("a condition without a field");
  switch (kind) {
    case "in":
      return { kind, field, values: (first as readonly string[]).map((value) => JSON.parse(value) as Scalar) };
    case "compare":
      return { kind, field, operator: first as Comparison, value: second as string | number };
    case "within": {
      const [min, max] = [first as number | null, second as number | null];
      return { kind, field, ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) };
    }
    case "missing":
      return { kind, field };
    default:
      throw new Error(`an unknown condition: ${String(kind)}`);
  }
}

/** The filter as requests have it. */
export function expressionOf(filter: Filter): object {
  switch (filter.kind) {
    case "and":
    case "or":
      return { [`$${filter.kind}`]: filter.filters.map(expressionOf) };
    case "not":
      return { $not: expressionOf(filter.filter) };
    case "in":
      return { [shownName(filter.field)]: { $in: filter.values } };
    case "compare":
      return { [shownName(filter.field)]: { [`$${filter.operator}`]: filter.value } };
    case "within": {
      const { min, max } = filter;
      return { [shownName(filter.field)]: { ...(min === undefined ? {} : { $gte: min }), ...(max === undefined ? {} : { $lte: max }) } }; // prettier-ignore
    }
    case "missing":
      return { [shownName(filter.field)]: null };
  }
}

const SIGNS: Readonly<Record<Comparison, string>> = { gt: ">", gte: "≥", lt: "<", lte: "≤" };
const MAX_VALUES = 5;

/** A filter in words, for people: `color is one of "Red", "Blue" and price ≤ 50`. */
export function describeFilter(filter: Filter): string {
  switch (filter.kind) {
    case "and":
      return filter.filters.length === 0 ? "everything" : filter.filters.map(describeFilter).join(" and ");
    case "or":
      return filter.filters.length === 0 ? "nothing" : `(${filter.filters.map(describeFilter).join(" or ")})`;
    case "not":
      return `not (${describeFilter(filter.filter)})`;
    case "in":
      return `${shownName(filter.field)} is ${valuesInWords(filter.values)}`;
    case "compare":
      return `${shownName(filter.field)} ${SIGNS[filter.operator]} ${JSON.stringify(filter.value)}`;
    case "within":
      return [
        ...(filter.min === undefined ? [] : [`${shownName(filter.field)} ≥ ${filter.min}`]),
        ...(filter.max === undefined ? [] : [`${shownName(filter.field)} ≤ ${filter.max}`]),
      ].join(" and ");
    case "missing":
      return `${shownName(filter.field)} has no value`;
  }
}

function valuesInWords(values: readonly Scalar[]): string {
  if (values.length === 0) return "one of no values";
  const shown = values.slice(0, MAX_VALUES).map((value) => JSON.stringify(value));
  const more = values.length > MAX_VALUES ? ` and ${values.length - MAX_VALUES} more` : "";
  return `${values.length === 1 ? "" : "one of "}${shown.join(", ")}${more}`;
}
