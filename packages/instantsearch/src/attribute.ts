import type { FilterExpression, PublicStorefront } from "@vitrine/client";

/** Separator of category levels in feeds and in responses of the service. */
const LEVELS = ": ";
const LEVEL = /^(.+)\.lvl(\d+)$/;

/** Attribute with the product identifier of a hit. */
const OBJECT_ID = "objectID";

/** Maps the attribute names of widgets to facets and fields of the storefront. */
export interface Naming {
  /** Facets of the storefront. */
  readonly facets: PublicStorefront["facets"];
  /** Widget attribute → catalogue field, for attributes whose name differs from the field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Separator of category levels in hierarchical widgets. */
  readonly separator: string;
}

/** A parsed attribute name: `categories.lvl1` is the second level of the facet `categories`. */
export interface Attribute {
  /** Key of the facet. */
  readonly key: string;
  /** Field name in filters. */
  readonly field: string;
  /** Category level from 0; null for attributes without levels. */
  readonly level: number | null;
  /** Type of the facet; null if the attribute is not a facet. */
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

/** Prefix of negated values: "color:-red" excludes red. A literal minus is escaped: "temp:\-80C". */
export const NEGATION = "-";
const ESCAPED_MINUS = /^\\(?=-)/;

/** Converts the separator of category levels: "Clothing > Knitwear" → "Clothing: Knitwear". */
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

/**
 * Creates a filter that compares an attribute with a number.
 * @param operator `=`, `!=`, `<`, `<=`, `>` or `>=`
 */
export const conditionOn = ({ field }: Attribute, operator: string, number: number): FilterExpression => ({
  [field]: { [OPERATORS[operator] ?? "$eq"]: number },
});
