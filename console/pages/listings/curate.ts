import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import type { ProductAction } from "../../parts/rule-actions.js";

/** Requests that a new rule applies to. */
export type Scope = NonNullable<RuleDocument["when"]>;

/** Query, category and filters of the previewed listing. */
export interface PreviewedPage {
  readonly query: string;
  readonly category: string | null;
  readonly filters: Readonly<Record<string, unknown>> | null;
}

export interface Steering {
  readonly action: ProductAction;
  readonly product: string;
  /** Position from 1, used by pins. */
  readonly position: number;
  /** Score points, used by boosts and buries. */
  readonly points: number;
  readonly scope: Scope;
  /** ISO 8601 with a time zone; `null` for no limit. */
  readonly starts_at: string | null;
  readonly ends_at: string | null;
}

/** How a rule's query is compared with the shopper's query. */
export type Comparison = Pick<Scope, "match" | "exact">;

/** Returns rule conditions that match the previewed listing. */
export const scopeOf = (
  { query, category, filters }: PreviewedPage,
  { match = "is", exact = false }: Comparison = {},
): Scope => ({
  ...(query.trim() === "" ? {} : { queries: [query.trim()] }),
  ...(query.trim() === "" || match === "is" ? {} : { match }),
  ...(query.trim() === "" || !exact ? {} : { exact }),
  ...(category === null ? {} : { categories: [category] }),
  ...(filters === null ? {} : { filters }),
});

export const EVERYWHERE: Scope = {};

const sameScope = (one: Scope | undefined, other: Scope): boolean =>
  JSON.stringify(normal(one ?? {})) === JSON.stringify(normal(other));

const normal = ({ queries = [], match = "is", exact = false, categories = [], filters = null }: Scope) => [
  ...[queries, match, exact],
  ...[categories, filters],
];

/**
 * Adds a rule at the front of a configuration, because the first of contradicting rules wins. It replaces the product's
 * pin, or its rule of the same type, for the same requests.
 * @param key name of the new rule
 */
export const curate = (
  configuration: ConfigurationDocument,
  steering: Steering,
  key: string,
): ConfigurationDocument => ({
  ...configuration,
  rules: [ruleOf(steering, key), ...withoutRules(configuration, steering)],
});

function ruleOf({ action, product, position, points, scope, starts_at, ends_at }: Steering, key: string): RuleDocument {
  const common = { key, when: scope, starts_at, ends_at };
  switch (action) {
    case "pin":
      return { ...common, action, product, position };
    case "boost":
    case "bury":
      return { ...common, action, products: [product], points };
    case "hide":
      return { ...common, action, products: [product] };
  }
}

/** Removes rules of the same type for the same requests that apply to this product alone. */
export function withoutRules(
  { rules = [] }: ConfigurationDocument,
  { action, product, scope }: Pick<Steering, "action" | "product" | "scope">,
): readonly RuleDocument[] {
  return rules.filter(
    (rule) => kindOf(rule.action) !== kindOf(action) || !isAbout(rule, product) || !sameScope(rule.when, scope),
  );
}

/** A boost replaces a bury and vice versa. */
const kindOf = (action: RuleDocument["action"]): string => (action === "bury" ? "boost" : (action ?? ""));

function isAbout(rule: RuleDocument, product: string): boolean {
  if (rule.action === "pin") return rule.product === product;
  return "products" in rule && rule.products?.length === 1 && rule.products[0] === product;
}

/**
 * Returns a readable rule name for explanations.
 * @param unique suffix that distinguishes rules with the same action and product
 */
export const ruleKey = (action: Steering["action"], product: string, unique: string): string =>
  `${action}-${product.replaceAll(/[^A-Za-z0-9_.-]/g, "_")}`.slice(0, 90) + `-${unique}`;
