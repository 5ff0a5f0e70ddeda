/**
 * Reference implementation of filters, facets, sort orders and variant selection over plain feed data, one product at a
 * time, without any code of `src/search`. The service must return the same results.
 */
import type { Json } from "../../src/catalog/product-document.js";
import type { FeedVariant } from "./search-catalog.js";

export type FieldType = "string" | "number" | "boolean" | "date";

export interface OracleFacet {
  readonly key: string;
  readonly field: string;
  readonly kind: "list" | "range" | "tree";
}

export interface Question {
  readonly filters: Record<string, unknown> | null;
  readonly facet_filters: Record<string, unknown>;
  readonly sort: { readonly field: string; readonly order: "asc" | "desc" } | "featured";
}

export interface Shop {
  readonly variants: readonly FeedVariant[];
  readonly types: Readonly<Record<string, FieldType>>;
  readonly facets: readonly OracleFacet[];
  readonly stock: {
    readonly field: string;
    readonly values: readonly unknown[];
    readonly rule: "hide" | "bury";
    readonly sorted: "bury" | "keep";
  } | null;
}

/** Names of fields in search requests, if they differ from the names in the feed. */
const NAMES: Readonly<Record<string, string>> = { name: "title", fabric: "attributes.material" };

export const fieldNamed = (name: string): string => NAMES[name] ?? name;

const normal = (text: string) => text.normalize("NFC").replace(/\s+/gu, " ").replace(/^ | $/gu, "");

/** Values of a variant's field that have the field's type. Values of other types cannot be used in filters. */
const valuesOf = ({ types }: Shop, variant: FeedVariant, name: string): (string | number | boolean)[] => {
  const type = types[fieldNamed(name)];
  const isOther = (value: string | number | boolean) =>
    (type === "number" || type === "boolean") && typeof value !== type;
  return valuesSent(variant, name).filter((value) => !isOther(value));
};

/** All values of a variant's field, without null and blank values. Categories include their ancestors. */
function valuesSent(variant: FeedVariant, name: string): (string | number | boolean)[] {
  const field = fieldNamed(name);
  if (field === "category") {
    const sent = variant.data?.["categories"] as string[] | undefined;
    const depth = (category: string) => category.split(": ").length;
    const deepest = [...(sent ?? [])].sort((a, b) => depth(b) - depth(a))[0];
    return deepest === undefined ? [] : [normal(deepest)];
  }
  if (field === "product_identifier") return [variant.product_identifier];
  let values: Json[] = [variant.data ?? {}];
  for (const part of field.split(".")) {
    values = values
      .flatMap((value) => (Array.isArray(value) ? (value as Json[]) : [value]))
      .flatMap((value) => {
        const next = value !== null && typeof value === "object" ? (value as Record<string, Json>)[part] : undefined;
        return next === undefined ? [] : [next];
      });
  }
  const scalars = values
    .flat(3 as 0)
    .map((value) => (typeof value === "string" ? normal(value) : value))
    .filter((value) => value !== null && value !== "") as (string | number | boolean)[];
  if (field !== "categories") return scalars;
  return scalars.flatMap((category) => {
    const levels = String(category).split(": ");
    return levels.map((_, depth) => levels.slice(0, depth + 1).join(": "));
  });
}

/** Whether a request compares a field with a value that does not fit the field's type. */
export function isWrong(shop: Shop, { filters, facet_filters }: Question): boolean {
  const selected = shop.facets
    .filter(({ kind }) => kind !== "range")
    .some(({ key, field }) => [facet_filters[key] ?? []].flat().some((one) => isWrongOperand(shop, field, one)));
  return selected || (filters !== null && isWrongIn(shop, filters));
}

function isWrongIn(shop: Shop, expression: Record<string, unknown>): boolean {
  return Object.entries(expression).some(([name, value]) => {
    if (name === "$and" || name === "$or")
      return (value as Record<string, unknown>[]).some((part) => isWrongIn(shop, part));
    if (name === "$not") return isWrongIn(shop, value as Record<string, unknown>);
    return isWrongCondition(shop, name, value);
  });
}

function isWrongCondition(shop: Shop, field: string, condition: unknown): boolean {
  if (condition === null || typeof condition !== "object") return isWrongOperand(shop, field, condition);
  return Object.entries(condition).some(([operator, operand]) => {
    if (operator === "$exists") return false;
    if (operator === "$not") return isWrongCondition(shop, field, operand);
    return [operand].flat().some((one) => isWrongOperand(shop, field, one));
  });
}

function isWrongOperand(shop: Shop, field: string, operand: unknown): boolean {
  if (operand === null || operand === "") return false;
  const type = shop.types[fieldNamed(field)];
  if (type === "number") return typeof operand === "boolean" || Number.isNaN(Number(operand));
  return type === "date" && (typeof operand !== "string" || Number.isNaN(Date.parse(operand)));
}

/** Compares two values and returns −1, 0 or 1, or undefined if the values are not comparable. */
function compare(value: unknown, operand: unknown, type: FieldType): number | undefined {
  const sign = (a: number | bigint, b: number | bigint) => (a < b ? -1 : a > b ? 1 : 0);
  if (type === "string") return Math.sign(bytes(String(value), normal(String(operand))));
  if (type === "boolean") return String(value) === String(operand) ? 0 : undefined;
  if (type === "number") {
    if (typeof operand === "boolean" || (typeof operand === "string" && !/^-?\d+(\.\d+)?$/.test(operand)))
      return undefined;
    return sign(value as number, Number(operand));
  }
  if (typeof operand !== "string" || !/^\d{4}-\d\d-\d\d/.test(operand)) return undefined;
  return sign(new Date(value as string).getTime(), new Date(operand).getTime());
}

function satisfies(shop: Shop, variant: FeedVariant, field: string, condition: unknown): boolean {
  const type = field === "category" ? "string" : shop.types[fieldNamed(field)];
  const values = type === undefined ? [] : valuesOf(shop, variant, field);
  const has = (test: (order: number) => boolean, operand: unknown) =>
    values.some((value) => {
      const order = compare(value, operand, type as FieldType);
      return order !== undefined && test(order);
    });
  const equals = (operand: unknown) =>
    operand === null || operand === "" ? values.length === 0 : has((order) => order === 0, operand);
  if (condition === null || typeof condition !== "object") return equals(condition);
  return Object.entries(condition).every(([operator, operand]) => {
    switch (operator) {
      case "$eq":
        return equals(operand);
      case "$ne":
        return !equals(operand);
      case "$in":
        return (operand as unknown[]).some(equals);
      case "$nin":
        return !(operand as unknown[]).some(equals);
      case "$gt":
        return type !== "boolean" && has((order) => order > 0, operand);
      case "$gte":
        return type !== "boolean" && has((order) => order >= 0, operand);
      case "$lt":
        return type !== "boolean" && has((order) => order < 0, operand);
      case "$lte":
        return type !== "boolean" && has((order) => order <= 0, operand);
      case "$exists":
        return values.length > 0 === operand;
      case "$not":
        return !satisfies(shop, variant, field, operand);
      default:
        throw new Error(`the rules know no ${operator}`);
    }
  });
}

export function holds(shop: Shop, variant: FeedVariant, expression: Record<string, unknown>): boolean {
  return Object.entries(expression).every(([name, value]) => {
    if (name === "$and") return (value as Record<string, unknown>[]).every((part) => holds(shop, variant, part));
    if (name === "$or") return (value as Record<string, unknown>[]).some((part) => holds(shop, variant, part));
    if (name === "$not") return !holds(shop, variant, value as Record<string, unknown>);
    return satisfies(shop, variant, name, value);
  });
}

function isSelected(shop: Shop, variant: FeedVariant, facet: OracleFacet, selection: unknown): boolean {
  const members = Array.isArray(selection) ? (selection as unknown[]) : [selection];
  if (members.length === 0) return true;
  return members.some((member) => {
    if (facet.kind !== "range") return satisfies(shop, variant, facet.field, { $eq: member });
    const { min = -Infinity, max = Infinity } = member as { min?: number; max?: number };
    return valuesOf(shop, variant, facet.field).some((value) => (value as number) >= min && (value as number) <= max);
  });
}

const inStock = (shop: Shop, variant: FeedVariant): boolean =>
  shop.stock === null || satisfies(shop, variant, shop.stock.field, { $in: [...shop.stock.values, null] });

/**
 * Returns the variants of each product that satisfy all conditions of a request. `except` is a facet whose selection is
 * ignored.
 */
function matching(shop: Shop, question: Question, except?: string): Map<string, FeedVariant[]> {
  const found = new Map<string, FeedVariant[]>();
  for (const variant of shop.variants) {
    if (variant.active === false) continue;
    if (question.filters !== null && !holds(shop, variant, question.filters)) continue;
    if (shop.stock?.rule === "hide" && !inStock(shop, variant)) continue;
    const selected = shop.facets.every(
      (facet) =>
        facet.key === except ||
        !Object.hasOwn(question.facet_filters, facet.key) ||
        isSelected(shop, variant, facet, question.facet_filters[facet.key]),
    );
    if (!selected) continue;
    found.set(variant.product_identifier, [...(found.get(variant.product_identifier) ?? []), variant]);
  }
  return found;
}

/** Product count of each value of a list facet. */
export function countValues(shop: Shop, question: Question, facet: OracleFacet): Map<string, number> {
  const counts = new Map<string, number>();
  for (const variants of matching(shop, question, facet.key).values()) {
    const values = new Set(variants.flatMap((variant) => valuesOf(shop, variant, facet.field).map(String)));
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

export function countRange(shop: Shop, question: Question, facet: OracleFacet, range: object): number {
  return [...matching(shop, question, facet.key).values()].filter((variants) =>
    variants.some((variant) => isSelected(shop, variant, facet, range)),
  ).length;
}

export function spanOf(shop: Shop, question: Question, facet: OracleFacet): { min: number | null; max: number | null } {
  const values = [...matching(shop, question, facet.key).values()]
    .flat()
    .flatMap((variant) => valuesOf(shop, variant, facet.field) as number[]);
  return values.length === 0 ? { min: null, max: null } : { min: Math.min(...values), max: Math.max(...values) };
}

const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const titleKey = (title: string) =>
  title
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");

/** All matching products in order, as [product, variant]. */
export function ranking(shop: Shop, question: Question): [string, string][] {
  const found = [...matching(shop, question)];
  return question.sort === "featured" ? byPrior(shop, found) : byField(shop, found, question.sort);
}

type Found = [product: string, variants: FeedVariant[]];

const shownOf = (shop: Shop, variants: readonly FeedVariant[]) =>
  (variants.find((variant) => inStock(shop, variant)) ?? variants[0]!).variant_identifier;

function byPrior(shop: Shop, found: Found[]): [string, string][] {
  const rows = found.map(([product, variants]) => {
    const sold = shop.variants.filter((one) => one.product_identifier === product && one.active !== false);
    const releases = sold.flatMap((one) => valuesOf(shop, one, "released_at").map((time) => Date.parse(String(time))));
    const created = Date.parse(shop.variants.find((one) => one.product_identifier === product)!.created_at!);
    const buried = shop.stock?.rule === "bury" && !variants.some((variant) => inStock(shop, variant));
    const prior = releases.length > 0 ? Math.max(...releases) : created;
    return { product, variant: shownOf(shop, variants), keys: [buried ? 1 : 0, -prior, -created] };
  });
  rows.sort((a, b) => {
    const at = a.keys.findIndex((key, position) => key !== b.keys[position]);
    return at === -1 ? bytes(a.product, b.product) : a.keys[at]! - b.keys[at]!;
  });
  return rows.map(({ product, variant }) => [product, variant]);
}

function byField(shop: Shop, found: Found[], sort: { field: string; order: "asc" | "desc" }): [string, string][] {
  const type = shop.types[sort.field];
  const difference = (a: unknown, b: unknown) => {
    const ascending = typeof a === "string" ? bytes(a, b as string) : Number(a) - Number(b);
    return sort.order === "asc" ? ascending : -ascending;
  };
  const bestOf = (variants: readonly FeedVariant[]) =>
    variants
      .flatMap((variant) =>
        (type === undefined ? [] : valuesOf(shop, variant, sort.field)).map((value) => ({
          variant: variant.variant_identifier,
          value: sort.field === "title" ? titleKey(String(value)) : type === "date" ? Date.parse(String(value)) : value,
        })),
      )
      .sort((a, b) => difference(a.value, b.value))[0];
  const rows = found.map(([product, variants]) => {
    const [sold, any] = [bestOf(variants.filter((variant) => inStock(shop, variant))), bestOf(variants)];
    const buries = shop.stock?.rule === "bury" && shop.stock.sorted === "bury";
    const best = buries ? (sold ?? any)?.value : any?.value;
    const variant = (sold ?? any)?.variant ?? shownOf(shop, variants);
    // Products in stock with equal values are sorted by the best value of all variants, including sold-out variants.
    const then = buries ? any?.value : undefined;
    return { product, variant, best, then, isBuried: buries && sold === undefined && any !== undefined };
  });
  rows.sort((a, b) => {
    if (a.best !== undefined && b.best !== undefined && a.isBuried !== b.isBuried) return a.isBuried ? 1 : -1;
    if (a.best === undefined || b.best === undefined) {
      const missingLast = Number(a.best === undefined) - Number(b.best === undefined);
      return missingLast || bytes(a.product, b.product);
    }
    const inThat = a.then === undefined || b.then === undefined ? 0 : difference(a.then, b.then);
    return difference(a.best, b.best) || inThat || bytes(a.product, b.product);
  });
  return rows.map(({ product, variant }) => [product, variant]);
}
