import type { RuleAction, RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { conditionsIn, filterOf, type Condition } from "../../parts/conditions.js";
import { localInput, sameMoment, type Schedule } from "../../parts/moments.js";
import { RULE_ACTIONS } from "../../parts/rule-actions.js";

export interface Typed extends Schedule {
  readonly key: string;
  readonly action: string;
  readonly product: string;
  readonly position: number | string;
  readonly points: number | string;
  readonly target: string;
  readonly products: readonly string[];
  /** Conditions of the filter; `undefined` if the form cannot display the filter. */
  readonly filters: readonly Condition[] | undefined;
  readonly queries: readonly string[];
  readonly categories: readonly string[];
  readonly match: string;
  readonly exact: boolean;
  /** Requests to which the rule applies: "all", "searches" or "listings". */
  readonly requests: string;
  readonly whenFilters: readonly Condition[] | undefined;
  readonly text: string;
  readonly image: string;
  readonly url: string;
  readonly campaign: string;
}

/** Returns the form fields of an action. Unknown actions in a draft use the fields of a boost. */
export const asksOf = (action: string) =>
  RULE_ACTIONS[Object.hasOwn(RULE_ACTIONS, action) ? (action as RuleAction) : "boost"].asks;

/** Converts a rule of a draft to form input. The draft may be malformed. */
export function typedOf(rule: RuleDocument | null, zone: string): Typed {
  const { key, action = "boost", when, starts_at, ends_at, ...rest } = (rule ?? {}) as Record<string, unknown>;
  const { queries, match, exact, requests, categories, filters: whenFilters } = (when ?? {}) as Record<string, unknown>;
  const { product, position, points, products, filters } = rest;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
  const number = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);
  return {
    key: text(key),
    action: text(action),
    product: text(product),
    position: number(position, 1),
    points: number(points, 3),
    target: filters == null ? "products" : "filters",
    products: texts(products),
    filters: conditionsIn(filters),
    queries: texts(queries),
    categories: texts(categories),
    match: text(match) === "" ? "is" : text(match),
    exact: exact === true,
    requests: text(requests) === "" ? "all" : text(requests),
    whenFilters: conditionsIn(whenFilters),
    text: text(rest.text),
    image: text(rest.image),
    url: text(rest.url),
    campaign: text(rest.campaign),
    from: localInput(text(starts_at), zone),
    until: localInput(text(ends_at), zone),
    zone,
  };
}

/** Converts form input to a rule. Empty inputs are omitted, which keeps documents short. */
export function ruleOf(typed: Typed, before: RuleDocument | null): RuleDocument {
  const { key, action, product, position, points, target, products, filters } = typed;
  const named = before as { readonly filters?: unknown } | null;
  const whenFilter = typed.whenFilters === undefined ? before?.when?.filters : filterOf(typed.whenFilters);
  const when = {
    ...(typed.queries.length === 0 ? {} : { queries: typed.queries }),
    ...(typed.categories.length === 0 ? {} : { categories: typed.categories }),
    ...(typed.queries.length === 0 || typed.match === "is" ? {} : { match: typed.match }),
    ...(typed.queries.length === 0 || !typed.exact ? {} : { exact: true }),
    ...(typed.requests === "all" ? {} : { requests: typed.requests }),
    ...(whenFilter == null ? {} : { filters: whenFilter }),
  };
  const asks = asksOf(action);
  const does = {
    ...(asks.includes("product") && { product }),
    ...(asks.includes("position") && { position: Number(position) }),
    ...((asks.includes("like") || asks.includes("target")) &&
      (asks.includes("target") && target === "products"
        ? { products }
        : { filters: filters === undefined ? named?.filters : filterOf(filters) })),
    ...(asks.includes("points") && { points: Number(points) }),
    ...(asks.includes("banner") && {
      text: typed.text.trim(),
      ...(typed.image !== "" && { image: typed.image }),
      ...(typed.url !== "" && { url: typed.url }),
    }),
  };
  const starts_at = sameMoment(typed.from, typed.zone, before?.starts_at);
  const ends_at = sameMoment(typed.until, typed.zone, before?.ends_at);
  return {
    key,
    action,
    ...does,
    ...(Object.keys(when).length === 0 ? {} : { when }),
    ...(typed.campaign === "" ? {} : { campaign: typed.campaign }),
    ...(starts_at === null ? {} : { starts_at }),
    ...(ends_at === null ? {} : { ends_at }),
  } as RuleDocument;
}
