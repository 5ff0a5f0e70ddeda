import type { FilterExpression, PublicStorefront } from "@vitrine/client";

/** Between the levels of a category in feeds and answers of the service. */
const LEVELS = ": ";
const LEVEL = /^(.+)\.lvl(\d+)$/;

/** Hits have the identifier of their product under this name. */
const OBJECT_ID = "objectID";

/** How widgets name things, and how the storefront does. */
export interface Naming {
  /** The facets that the storefront has. */
  readonly facets: PublicStorefront["facets"];
  /** Attribute of widgets → field of the catalogue, where neither a facet nor the field is named so. */
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
  /** How the facet gives its values; null for what is no facet. */
  readonly type: PublicStorefront["facets"][number]["type"] | null;
}

export function attributeOf(name: string, { facets, fields }: Naming): Attribute {
  const [, key = name, level] = LEVEL.exec(name) ?? [];
  const facet = facets.find((one) => one.key === key);
  return {
    key,
    field: fields[key] ?? facet?.field ?? (key === OBJECT_ID ? "product_identifier" : key),
    level: level === undefined ? null : Number(level),
    type: facet?.type ?? null,
  };
}

/** The minus of "color:-red" stands for all but red; "temp:\-80C" is a value that begins with a minus. */
export const NEGATION = "-";
const ESCAPED_MINUS = /^\\(?=-)/;

/** "Clothing > Knitwear" → "Clothing: Knitwear", of an attribute with levels. */
export const valueIn = (given: string, { level }: Attribute, { separator }: Naming): string => {
  const value = given.replace(ESCAPED_MINUS, "");
  return level === null ? value : value.split(separator).join(LEVELS);
};

export const valueOut = (value: string, { level }: Attribute, { separator }: Naming): string =>
  level === null ? value : value.split(LEVELS).join(separator);

export const levelOf = (value: string): number => value.split(LEVELS).length - 1;

const OPERATORS: Readonly<Record<string, string>> = {
  "=": "$eq",
  "!=": "$ne",
  "<": "$lt",
  "<=": "$lte",
  ">": "$gt",
  ">=": "$gte",
};

/** @param operator `=`, `!=`, `<`, `<=`, `>` or `>=` */
export const conditionOn = ({ field }: Attribute, operator: string, number: number): FilterExpression => ({
  [field]: { [OPERATORS[operator] ?? "$eq"]: number },
});
