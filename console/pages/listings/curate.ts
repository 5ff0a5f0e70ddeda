import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import type { ProductAction } from "../../parts/rule-actions.js";

/** The requests that a rule made on this page is for. */
export type Scope = NonNullable<RuleDocument["when"]>;

/** What is looked at. */
export interface PreviewedPage {
  readonly query: string;
  readonly category: string | null;
  readonly filters: Readonly<Record<string, unknown>> | null;
}

export interface Steering {
  readonly action: ProductAction;
  readonly product: string;
  /** From 1; of pins. */
  readonly position: number;
  /** Of boosts and buries. */
  readonly points: number;
  readonly scope: Scope;
  /** ISO 8601 with a time zone; null: always. */
  readonly starts_at: string | null;
  readonly ends_at: string | null;
}

/** How the query of a rule is compared with what shoppers type. */
export type Comparison = Pick<Scope, "match" | "exact">;

/** The rule's conditions for what is looked at. */
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
 * A configuration with one more rule. It comes first, as the first of rules that contradict each other holds; what it
 * replaces goes: the product's pin, or its rule of the same kind, for the same requests.
 * @param key names the rule
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

/** The rules without those about this product alone of the same kind, for the same requests. */
export function withoutRules(
  { rules = [] }: ConfigurationDocument,
  { action, product, scope }: Pick<Steering, "action" | "product" | "scope">,
): readonly RuleDocument[] {
  return rules.filter(
    (rule) => kindOf(rule.action) !== kindOf(action) || !isAbout(rule, product) || !sameScope(rule.when, scope),
  );
}

/** What raises replaces what lowers. */
const kindOf = (action: RuleDocument["action"]): string => (action === "bury" ? "boost" : (action ?? ""));

function isAbout(rule: RuleDocument, product: string): boolean {
  if (rule.action === "pin") return rule.product === product;
  return "products" in rule && rule.products?.length === 1 && rule.products[0] === product;
}

/** A name for a rule that people recognize in explanations. @param unique tells it from others of the same kind */
export const ruleKey = (action: Steering["action"], product: string, unique: string): string =>
  `${action}-${product.replaceAll(/[^A-Za-z0-9_.-]/g, "_")}`.slice(0, 90) + `-${unique}`;
