import { anyOf, type Filter } from "../filters/filter.js";
import { type Department, DEPARTMENTS, type Language, withEnglish } from "../languages/index.js";
import { CATEGORIES_FIELD, categoryDepth } from "./fields.js";

/** The leaf whose values name departments, and those values; all other values are for every department. */
export interface Departments {
  /** The leaf; of `categories`, the values of its first level. */
  readonly field: string;
  readonly values: Readonly<Partial<Record<Department, readonly string[]>>>;
}

/**
 * The departments whose products may be shown with those of each department: children's products are for girls and for
 * boys.
 */
const GOES: Readonly<Record<Department, readonly Department[]>> = {
  women: ["women"],
  men: ["men"],
  girls: ["girls", "children"],
  boys: ["boys", "children"],
  children: ["girls", "boys", "children"],
};

/** Tells the department that a value names; undefined for one that names none, or grown-ups of both. */
export function departmentReader(language: Language): (value: string) => Department | undefined {
  const listed = withEnglish(language, "departments").flatMap((own) =>
    DEPARTMENTS.map((department) => ({ department, ...own[department] })),
  );
  const ofWord = (text: string) =>
    (
      listed.find(({ words }) => words.split(" ").includes(text)) ??
      listed.find(({ prefixes }) => prefixes?.split(" ").some((one) => text.startsWith(one)))
    )?.department;
  return (value) => {
    const named = new Set(value.toLowerCase().split(/[^\p{L}\p{M}]+/u).flatMap((word) => ofWord(word) ?? [])); // prettier-ignore
    if (named.size < 2) return [...named][0];
    // "Boys & girls", "Kids: Girls" and "Women and girls".
    if (named.has("women") || named.has("men")) return undefined;
    return named.has("girls") === named.has("boys") ? "children" : named.has("girls") ? "girls" : "boys";
  };
}

/** The departments of a product with such values, each once. @param values of the leaf, of `categories` with ancestors */
export function departmentsOf({ values }: Departments, own: Iterable<unknown>): Department[] {
  const has = new Set(own);
  return DEPARTMENTS.filter((department) => values[department]?.some((value) => has.has(value)));
}

/** Of a product's values those that could name a department, each once. */
export const departmentValues = ({ field }: Departments, own: readonly unknown[]): string[] => {
  const values = [...new Set(own.map(String))];
  return field === CATEGORIES_FIELD ? values.filter((value) => categoryDepth(value) === 1) : values;
};

/** The filter for variants that may be shown beside products of some departments; undefined when any variant may. */
export function withinDepartments({ field, values }: Departments, own: readonly Department[]): Filter | undefined {
  if (own.length === 0) return undefined;
  const fitting = DEPARTMENTS.filter((one) => own.some((department) => GOES[department].includes(one)));
  const valuesOf = (some: readonly Department[]) => some.flatMap((one) => values[one] ?? []);
  const others = valuesOf(DEPARTMENTS.filter((one) => !fitting.includes(one)));
  if (others.length === 0) return undefined;
  const isOthers: Filter = { kind: "in", field, values: others };
  // A variant for several departments has several values.
  return anyOf([
    { kind: "not", filter: isOthers },
    { kind: "in", field, values: valuesOf(fitting) },
  ]);
}
