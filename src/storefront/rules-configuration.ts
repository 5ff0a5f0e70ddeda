import Type from "typebox";
import { PUBLISHED_FILTER, PUBLISHED_RULE_FILTER } from "../filters/filter-schema.js";
import { choice, closed, list, nullable, oneOf, toggle, type DeepPartial, type Of } from "../schema/typed.js";
import { ADDRESS } from "./addresses.js";
import { itemName } from "./fields-configuration.js";

/** Maximum number of rules per storefront. Every request evaluates the rules without conditions. */
const MAX_RULES = 10_000;
/** Maximum points; at 20, a product outranks products with five hundred million times its popularity. */
const MAX_POINTS = 20;
/** Limit for all hiding rules together, because every engine request contains all of them. */
export const MAX_HIDDEN_PRODUCTS = 5_000;
export const MAX_HIDING_CONDITIONS = 50;

/** Schema of a page or image URL, which `wrongAddress` validates. */
export const address = (description: string) =>
  Type.String({ maxLength: 2000, "x-published": { pattern: `^${ADDRESS}$` }, description });

const product = { minLength: 1, maxLength: 512 };

const expression = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: "object",
    description: `A filter expression, as in requests. ${description}`,
    "x-published": PUBLISHED_FILTER,
  });

/** Schema of the filter that selects a rule's products. */
const likeness = (which = "") => ({
  ...expression(
    `Products of which a variant is like this${which}. Fields that pages do not see may be used, and of dates \`$newer_than_days\` and \`$older_than_days\`, counted in UTC from the beginning of today.`,
  ),
  minProperties: 1,
  "x-published": PUBLISHED_RULE_FILTER,
});

const moment = (description: string) =>
  nullable(
    Type.String({
      format: "date-time",
      "x-expected": "an ISO 8601 timestamp with a time zone, like `2026-11-27T00:00:00Z`",
      default: null,
      description,
    }),
  );

const texts = (description: string) =>
  list(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 1_000, default: [], description });

const WHEN = closed(
  {
    queries: texts("The shopper typed one of these; `match` and `exact` say how they are compared."),
    match: choice(["is", "contains", "begins_with"], {
      default: "is",
      description:
        "`is`: the query is one of them; `contains`: it has the words of one of them beside each other, maybe among others; `begins_with`: it begins with them.",
    }),
    exact: toggle(
      false,
      "Compares letters alone, without case and blanks. Else other forms count, too: plurals, articles, synonyms, and words that the search corrects.",
    ),
    categories: texts("The request's filters ask for one of these categories, or one below."),
    filters: nullable(expression("The request's `filters` hold all of its conditions, maybe beside others."), {
      default: null,
    }),
  },
  { description: "The requests that the rule is for: those of which all that is given holds. Left out: all." },
);

const shared = {
  key: itemName("Names the rule in explanations and reports, in any words; each once."),
  when: WHEN,
  campaign: nullable(Type.String({ maxLength: 100 }), {
    default: null,
    description:
      "The `key` of one of the `campaigns`: in force only while that is, and of that time when `starts_at` and `ends_at` say so, too.",
  }),
  starts_at: moment("ISO 8601 with a time zone: in force from this moment on. Null: always was."),
  ends_at: moment("No longer in force from this moment on. Null: for ever."),
};

const target = {
  products: nullable(
    list(Type.String(product), {
      minItems: 1,
      maxItems: 1_000,
      default: null,
      description: "Product identifiers; either these or `filters`.",
    }),
  ),
  filters: nullable(likeness("; either this or `products`"), { default: null }),
};

const position = Type.Integer({ minimum: 1, maximum: 1_000, description: "From 1, counted over all pages." });

const points = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_POINTS,
  default: 3,
  description:
    "In a listing as if e^points times as popular (a part, where buried); in a search beside a text score of mostly 5 to 50.",
});

/** Documents that exactly one target is set; `wrongTarget` validates it. Null counts as absent. */
const ONE_TARGET = {
  "x-published": {
    oneOf: [
      { required: ["products"], properties: { products: { type: "array" } } },
      { required: ["filters"], properties: { filters: { type: "object" } } },
    ],
  },
};

export const RULE = oneOf("action", [
  closed({
    ...shared,
    action: Type.Literal("pin", { description: "Puts a product that matches at a place of the order." }),
    product: Type.String({ ...product, description: "Its identifier." }),
    position,
  }),
  closed({
    ...shared,
    action: Type.Literal("reserve", {
      description:
        "Keeps a place for the best of the products that are like this, unless one of them has a better place for everybody already: one of the first three is of this brand. Shown as a variant that is like this.",
    }),
    filters: likeness(),
    position,
  }),
  closed(
    { ...shared, action: Type.Literal("boost", { description: "Raises products." }), ...target, points },
    ONE_TARGET,
  ),
  closed(
    { ...shared, action: Type.Literal("bury", { description: "Lowers products." }), ...target, points },
    ONE_TARGET,
  ),
  closed(
    {
      ...shared,
      action: Type.Literal("hide", { description: "Removes products from listings, searches and recommendations." }),
      ...target,
    },
    ONE_TARGET,
  ),
  closed({
    ...shared,
    action: Type.Literal("banner", { description: "Says something above the products, in `meta.banners`." }),
    text: Type.String({
      maxLength: 300,
      pattern: "^[^\\s\\p{Cc}](?:[^\\p{Cc}]*[^\\s\\p{Cc}])?$",
      "x-expected": "one line of at most 300 characters, without blanks at its ends",
      description: "Plain text, never markup; where there is a picture, for whoever does not see it.",
    }),
    image: nullable(address("The address of a picture: http, https, or a path of the storefront."), {
      default: null,
    }),
    url: nullable(address("Where it leads: http, https, or a path of the storefront. Null: nowhere."), {
      default: null,
    }),
  }),
]);

export const RULES = list(RULE, {
  maxItems: MAX_RULES,
  default: [],
  description:
    "How merchandisers steer listings and searches; of rules that contradict each other the first one holds.",
});

export type WrittenRule = Of<typeof RULE>;
/** A merchandising rule, with the times of its campaign included. */
export type Rule = WithoutCampaign<WrittenRule>;
type WithoutCampaign<R> = R extends unknown ? Omit<R, "campaign"> : never;
export type RuleAction = Rule["action"];
export type QueryMatch = Rule["when"]["match"];
export type RuleDocument = DeepPartial<WrittenRule>;

/** The target of a rule: products or a filter for variants. The other one is null. */
export type RuleTarget = Pick<HidingRule, keyof typeof target>;

export type HidingRule = Extract<Rule, { action: "hide" }>;

/** Null for rules that do not hide products. */
export function hidingRule(rule: Rule): HidingRule | null {
  switch (rule.action) {
    case "hide":
      return rule;
    case "pin":
    case "reserve":
    case "boost":
    case "bury":
    case "banner":
      return null;
  }
}

/** The product ids that a rule lists; empty for rules with a filter. */
export function namedProducts(rule: Rule): readonly string[] {
  if (rule.action === "pin") return [rule.product];
  return "products" in rule ? (rule.products ?? []) : [];
}

export type BannerRule = Extract<Rule, { action: "banner" }>;
