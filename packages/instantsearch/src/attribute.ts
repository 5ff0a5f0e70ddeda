import type { FilterExpression } from "@vitrine/client";

/** Between the levels of a category in feeds and answers of the service. */
const LEVELS = ": ";
const LEVEL = /^(.+)\.lvl(\d+)$/;

/** How widgets name things, and how the storefront does. */
export interface Naming {
  /** Attribute of widgets → field of the catalogue, where a facet is not named as its field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Between the levels of a category in hierarchical widgets. */
  readonly separator: string;
}

/** `categories.lvl1` is the second level of the facet `categories`. */
export interface Attribute {
  /** As facets are named. */
  readonly key: string;
  /** As filters name it. */
  readonly field: string;
  /** From 0; null for what has no levels. */
  readonly level: number | null;
}

export function attributeOf(name: string, { fields }: Naming): Attribute {
  const [, key = name, level] = LEVEL.exec(name) ?? [];
  return { key, field: fields[key] ?? key, level: level === undefined ? null : Number(level) };
}

/** "Clothing > Knitwear" → "Clothing: Knitwear", of an attribute with levels. */
export const valueIn = (given: string, { level }: Attribute, { separator }: Naming): string =>
  level === null ? given : given.split(separator).join(LEVELS);

export const valueOut = (value: string, { level }: Attribute, { separator }: Naming): string =>
  level === null ? value : value.split(LEVELS).join(separator);

export const levelOf = (value: string): number => value.split(LEVELS).length - 1;

const OPERATORS: Readonly<Record<string, string>> = {
  ...{ "=": "$eq", "!=": "$ne", "<": "$lt", "<=": "$lte", ">": "$gt", ">=": "$gte" },
};

/** @param operator `=`, `!=`, `<`, `<=`, `>` or `>=` */
export const conditionOn = ({ field }: Attribute, operator: string, number: number): FilterExpression => ({
  [field]: { [OPERATORS[operator] ?? "$eq"]: number },
});
