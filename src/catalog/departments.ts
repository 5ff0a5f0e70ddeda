import { anyOf, type Filter } from "../filters/filter.js";
import { type Department, DEPARTMENTS, type Language, withEnglish } from "../languages/index.js";
import { CATEGORIES_FIELD, categoryDepth } from "./fields.js";

/** The field that contains departments, and the field values of each department. A product with other values belongs to all departments. */
export interface Departments {
  /** The field name; for `categories`, only top-level values count. */
  readonly field: string;
  readonly values: Readonly<Partial<Record<Department, readonly string[]>>>;
}

/** Departments whose products may be shown together: children's products fit girls and boys. */
const GOES: Readonly<Record<Department, readonly Department[]>> = {
  women: ["women"],
  men: ["men"],
  girls: ["girls", "children"],
  boys: ["boys", "children"],
  children: ["girls", "boys", "children"],
};

/**
 * Creates a function that finds the department of a field value. The function returns undefined for values without a department and for
 * combinations with an adult department.
 */
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
    // "Boys & girls" is children, "Kids: Girls" is girls, and "Women and girls" has no department.
    if (named.has("women") || named.has("men")) return undefined;
    return named.has("girls") === named.has("boys") ? "children" : named.has("girls") ? "girls" : "boys";
  };
}

/** The distinct departments of a product. @param values values of the department field, with category ancestors */
export function departmentsOf({ values }: Departments, own: Iterable<unknown>): Department[] {
  const has = new Set(own);
  return DEPARTMENTS.filter((department) => values[department]?.some((value) => has.has(value)));
}

/** The distinct values of a product's department field that can stand for a department. */
export const departmentValues = ({ field }: Departments, own: readonly unknown[]): string[] => {
  const values = [...new Set(own.map(String))];
  return field === CATEGORIES_FIELD ? values.filter((value) => categoryDepth(value) === 1) : values;
};

/** Filter for variants that may be shown with products of the given departments; undefined if all variants may be shown. */
export function withinDepartments({ field, values }: Departments, own: readonly Department[]): Filter | undefined {
  if (own.length === 0) return undefined;
  const fitting = DEPARTMENTS.filter((one) => own.some((department) => GOES[department].includes(one)));
  const valuesOf = (some: readonly Department[]) => some.flatMap((one) => values[one] ?? []);
  const others = valuesOf(DEPARTMENTS.filter((one) => !fitting.includes(one)));
  if (others.length === 0) return undefined;
  const isOthers: Filter = { kind: "in", field, values: others };
  // A variant for several departments has several values in this field.
  return anyOf([
    { kind: "not", filter: isOthers },
    { kind: "in", field, values: valuesOf(fitting) },
  ]);
}
