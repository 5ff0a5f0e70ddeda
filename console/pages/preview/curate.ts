import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { uniqueName } from "../../parts/keys.js";
import { RULE_ACTIONS, type ProductAction } from "../../parts/rule-actions.js";

export type Scope = NonNullable<RuleDocument["when"]>;

export interface PreviewedPage {
  readonly query: string;
  readonly category: string | null;
  readonly filters: Readonly<Record<string, unknown>> | null;
}

/** Selected products with their names, or all products of a brand or category. */
export type Target =
  | { readonly products: readonly { readonly id: string; readonly name: string }[] }
  | { readonly field: "designer" | "categories"; readonly value: string };

export interface Curation {
  readonly action: ProductAction;
  readonly target: Target;
  /** Position of the first pinned product, from 1. The remaining products are pinned to the following positions. */
  readonly position: number;
  readonly points: number;
  readonly scope: Scope;
  /** Start or end of the rule: ISO 8601 time with a time zone; `null` for no limit. */
  readonly starts_at: string | null;
  readonly ends_at: string | null;
}

/** How a rule's query is compared with the shopper's query. */
export type Comparison = Pick<Scope, "match" | "exact">;

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

const EVERYWHERE: Scope = {};

export function scopesOf(page: PreviewedPage, comparison?: Comparison): { label: string; scope: Scope }[] {
  const { query, category, filters } = page;
  const isSearch = query.trim() !== "";
  const own = isSearch ? "This search" : category !== null ? "This category" : filters !== null ? "This listing" : null;
  return [
    ...(own === null ? [] : [{ label: own, scope: scopeOf(page, comparison) }]),
    ...(isSearch && category !== null ? [{ label: "This category", scope: { categories: [category] } }] : []),
    { label: "Everywhere", scope: EVERYWHERE },
  ];
}

export function targetName(target: Target): string {
  if (!("products" in target)) return target.value;
  const [first, ...others] = target.products;
  return `${first?.name ?? ""}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}

/**
 * Adds rules at the front of a configuration, because the first rule takes precedence over contradicting rules. A new
 * pin replaces earlier pins of the same product. A new rule of another type replaces rules of that type for the same
 * products and requests.
 */
export function curate(configuration: ConfigurationDocument, curation: Curation): ConfigurationDocument {
  const added: RuleDocument[] = [];
  let rules = configuration.rules ?? [];
  for (const rule of rulesOf(curation)) {
    rules = rules.filter((other) => !isReplaced(other, rule));
    const name = rule.action === "pin" ? nameIn(curation.target, rule.product) : targetName(curation.target);
    added.push({ ...rule, key: ruleKey(curation.action, name, [...rules, ...added]) });
  }
  return { ...configuration, rules: [...added, ...rules] };
}

const nameIn = (target: Target, id: string | undefined): string =>
  ("products" in target && target.products.find((one) => one.id === id)?.name) || "";

function rulesOf({ action, target, position, points, scope, starts_at, ends_at }: Curation): RuleDocument[] {
  const common = { when: scope, starts_at, ends_at };
  const ids = "products" in target ? target.products.map(({ id }) => id) : [];
  if (action === "pin") return ids.map((product, at) => ({ ...common, action, product, position: position + at }));
  const chosen = "products" in target ? { products: ids } : { filters: { [target.field]: target.value } };
  return [action === "hide" ? { ...common, action, ...chosen } : { ...common, action, ...chosen, points }];
}

/** Returns whether a rule has the same type, products and scope as a new rule. Boost and bury count as one type. */
const isReplaced = (rule: RuleDocument, by: RuleDocument): boolean =>
  JSON.stringify(identityOf(rule)) === JSON.stringify(identityOf(by));

function identityOf(rule: RuleDocument): unknown[] {
  const {
    queries = [],
    match = "is",
    exact = false,
    requests = "all",
    categories = [],
    filters = null,
  } = rule.when ?? {};
  const type = rule.action === "bury" ? "boost" : rule.action;
  const target = rule.action === "pin" ? rule.product : "products" in rule ? rule.products : null;
  return [
    type,
    target ?? null,
    "filters" in rule ? rule.filters : null,
    queries,
    match,
    exact,
    requests,
    categories,
    filters,
  ];
}

/** Maximum number of characters in a rule name, not counting the number that is appended to make the name unique. */
const MAX_NAME = 90;

/** Returns a readable, unique rule name such as "Pin: Linen shirt". */
export function ruleKey(action: ProductAction, name: string, others: readonly RuleDocument[]): string {
  const whole = `${RULE_ACTIONS[action].verb}: ${name.replaceAll(/\p{C}/gu, "")}`;
  const short = Array.from(whole).slice(0, MAX_NAME).join("").trim();
  return uniqueName(short, others.map(({ key }) => key ?? "")); // prettier-ignore
}
