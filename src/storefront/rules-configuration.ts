/** What a merchandiser wants of a listing or search beside what ranks it: one of four things. */
export type Rule = PinRule | ScoreRule | HideRule;

interface RuleBase {
  /** Names the rule in explanations and reports. */
  readonly key: string;
  readonly when: RuleScope;
  /** ISO 8601: in force from this moment on, and no longer at that one. Null: always, for ever. */
  readonly starts_at: string | null;
  readonly ends_at: string | null;
}

/** Puts a product that matches the request at a place of the `featured` order or a search's. */
export interface PinRule extends RuleBase {
  readonly action: "pin";
  readonly product: string;
  /** From 1, counted over all pages. */
  readonly position: number;
}

/** Raises or lowers products in the `featured` order and in searches. */
export interface ScoreRule extends RuleBase, RuleTarget {
  readonly action: "boost" | "bury";
  /** In a listing, as if e^points times (or a part) as popular; in a search, beside a text score of mostly 5 to 50. */
  readonly points: number;
}

/** Leaves variants out everywhere, and with its last variant the product. */
export interface HideRule extends RuleBase, RuleTarget {
  readonly action: "hide";
}

/** What a rule is about: these products, or the variants that a filter lets through. One of both is null. */
export interface RuleTarget {
  readonly products: readonly string[] | null;
  readonly filters: object | null;
}

/** The requests that a rule is for: those of which all that is given holds; left empty, all. */
export interface RuleScope {
  /** The shopper typed one of these, compared without case and blanks around and between words. */
  readonly queries: readonly string[];
  /** The request's filters ask for one of these categories, or one below. */
  readonly categories: readonly string[];
  /** The request's filters hold these conditions, maybe beside others. */
  readonly filters: object | null;
}

export const DEFAULT_SCOPE: RuleScope = { queries: [], categories: [], filters: null };
export const DEFAULT_POINTS = 3;

/** How many rules a storefront has at most; each request costs a look at those that are for all requests. */
export const MAX_RULES = 10_000;
/** More is not steering any more: with it a product passes whatever is five hundred million times as popular. */
export const MAX_POINTS = 20;
export const MAX_POSITION = 1_000;
/** In one rule. */
export const MAX_TARGET_PRODUCTS = 1_000;
/** In all hiding rules together: whatever else a request is about, the engine is told all that is hidden. */
export const MAX_HIDDEN_PRODUCTS = 5_000;
export const MAX_HIDING_CONDITIONS = 50;
