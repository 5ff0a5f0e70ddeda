type Value = string | number | boolean;

/** Form input for a condition on a field. Products match a filter if they meet all its conditions. */
export interface Condition {
  readonly field: string;
  readonly test: "is" | "not" | "least" | "most" | "newer" | "older";
  /** Values to compare with in `is` and `not` tests. */
  readonly values: readonly Value[];
  /** Number to compare with in `least`, `most`, `newer` and `older` tests; "" if the input is empty. */
  readonly number: number | "";
}

export const TESTS: Readonly<Record<Condition["test"], string>> = {
  is: "is one of",
  not: "is none of",
  least: "is at least",
  most: "is at most",
  newer: "is newer than (days)",
  older: "is older than (days)",
};

/** Converts an input to a value of the field's type, so that filters contain JSON numbers and booleans. */
export function typedValue(text: string, type: string | undefined): Value {
  if (type === "boolean") return text === "true";
  return type === "number" && text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

export const formatValue = (value: unknown): string =>
  typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);

/** Returns a readable name for a field of the product feed. */
export const fieldLabel = (field: string): string => {
  const words = field.replace(/^attributes\./, "").replaceAll(/[._]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const NUMBERS = { least: "$gte", most: "$lte", newer: "$newer_than_days", older: "$older_than_days" } as const;
const OPERATORS = { is: "$in", not: "$nin", ...NUMBERS } as const;

type Json = Readonly<Record<string, unknown>>;

/** Converts a filter to conditions, or returns `undefined` if a form cannot display the filter. */
export function conditionsIn(filter: unknown): Condition[] | undefined {
  if (filter == null) return [];
  if (typeof filter !== "object" || Array.isArray(filter)) return undefined;
  const conditions: (Condition | undefined)[] = Object.entries(filter as Json).flatMap(([field, condition]) => {
    if (field === "$and" && Array.isArray(condition))
      return condition.flatMap((one) => conditionsIn(one) ?? [undefined]);
    if (field.startsWith("$")) return [undefined];
    if (typeof condition !== "object" || condition === null) return [among(field, "is", [condition])];
    const operators = Object.entries(condition as Json);
    return operators.length === 0 ? [undefined] : operators.map(([name, operand]) => conditionOf(field, name, operand));
  });
  return conditions.every((one) => one !== undefined) ? conditions : undefined;
}

function conditionOf(field: string, operator: string, operand: unknown): Condition | undefined {
  const list: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
  if (operator === "$eq" || operator === "$in") return among(field, "is", list);
  if (operator === "$ne" || operator === "$nin") return among(field, "not", list);
  const test = (Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).find((name) => NUMBERS[name] === operator);
  return test === undefined || typeof operand !== "number" ? undefined : { field, test, values: [], number: operand };
}

const among = (field: string, test: "is" | "not", list: readonly unknown[]): Condition | undefined =>
  list.every((one) => typeof one === "string" || typeof one === "number" || typeof one === "boolean")
    ? { field, test, values: list, number: "" }
    : undefined;

export const isWhole = ({ field, test, values, number }: Condition): boolean =>
  field !== "" && (test === "is" || test === "not" ? values.length > 0 : number !== "");

/**
 * Combines conditions into a filter, or returns `null` for an empty list. `$and` is used only if a field has the same
 * test twice.
 */
export function filterOf(conditions: readonly Condition[]): Json | null {
  const fields = new Map<string, Condition[]>();
  for (const one of conditions) fields.set(one.field, [...(fields.get(one.field) ?? []), one]);
  const isRepeated = [...fields.values()].some((some) => new Set(some.map(({ test }) => test)).size < some.length);
  if (isRepeated) return { $and: conditions.map((one) => ({ [one.field]: operatorsOf([one]) })) };
  return fields.size === 0 ? null : Object.fromEntries([...fields].map(([field, some]) => [field, operatorsOf(some)]));
}

function operatorsOf(conditions: readonly Condition[]): unknown {
  const [{ test, values }] = conditions as [Condition];
  if (conditions.length === 1 && test === "is" && values.length === 1) return values[0];
  return Object.fromEntries(
    conditions.map((one) => [OPERATORS[one.test], one.number === "" ? one.values : one.number]),
  );
}

/**
 * Formats a filter as text.
 * @param labelOf returns the readable name of a field
 */
export function formatFilter(filter: unknown, labelOf: (field: string) => string): string {
  const conditions = conditionsIn(filter);
  if (conditions === undefined) return "a filter with several conditions";
  return conditions.map((one) => `${labelOf(one.field)} ${formatTest(one)}`).join(" and ");
}

function formatTest({ test, values, number }: Condition): string {
  switch (test) {
    case "is":
      return `is ${values.map(formatValue).join(" or ")}`;
    case "not":
      return `is not ${values.map(formatValue).join(" or ")}`;
    case "newer":
    case "older":
      return `is ${test} than ${number} ${number === 1 ? "day" : "days"}`;
    case "least":
    case "most":
      return `${TESTS[test]} ${number}`;
  }
}
