import Type from "typebox";
import { PUBLISHED_FILTER, PUBLISHED_RULE_FILTER } from "../filters/filter-schema.js";
import { choice, closed, list, nullable, oneOf, toggle, type DeepPartial, type Of } from "../schema/typed.js";
import { ADDRESS } from "./addresses.js";
import { itemName } from "./fields-configuration.js";

/** Maximum number of rules per storefront, because rules without conditions cost time in every request. */
const MAX_RULES = 10_000;
/** Maximum points of a boost or bury rule. With 20 points, a product outranks products with five hundred million times its popularity. */
const MAX_POINTS = 20;
/**
 * Maximum number of products and of filter conditions in all hiding rules together. The numbers are limited, because every engine request
 * contains all hiding rules.
 */
export const MAX_HIDDEN_PRODUCTS = 5_000;
export const MAX_HIDING_CONDITIONS = 50;

/** Schema of a page or image URL, which `wrongAddress` validates. */
export const address = (description: string) =>
  Type.String({ maxLength: 2000, "x-published": { pattern: `^${ADDRESS}$` }, description });

const product = { minLength: 1, maxLength: 512 };

const expression = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: "object",
    description: `A filter expression, with the same syntax as the filters of requests. ${description}`,
    "x-published": PUBLISHED_FILTER,
  });

/** Schema of the filter that selects a rule's products. */
const likeness = (which = "") => ({
  ...expression(
    `Selects products with a matching variant${which}. The filter may use private fields. Date fields can be compared with \`$newer_than_days\` and \`$older_than_days\` (UTC days before the start of today).`,
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
    requests: choice(["all", "searches", "listings"], {
      default: "all",
      description:
        "Whether the rule applies to searches, to listings without a query, or to both. Searches include suggestions. Rules never apply to recommendations.",
    }),
    queries: texts("Queries for which the rule applies, compared as `match` and `exact` define."),
    match: choice(["is", "contains", "begins_with"], {
      default: "is",
      description:
        "`is`: the whole query. `contains`: adjacent words of the query. `begins_with`: the first words of the query.",
    }),
    exact: toggle(
      false,
      "Whether a query must be spelled exactly like an entry of `queries`. If false, queries that differ in plurals, articles, synonyms or corrected words also match.",
    ),
    categories: texts(
      "Categories for which the rule applies. The request's `filters` must select one of these categories or a subcategory.",
    ),
    filters: nullable(expression("All conditions of this filter must be in the filters of the request."), {
      default: null,
    }),
  },
  {
    description: "Conditions on the request. All conditions must hold. Omitted: the rule applies to every request.",
    // States in the schema that rules for listings have no queries; `contradictoryRequests` checks this condition.
    "x-published": {
      not: {
        required: ["requests", "queries"],
        properties: { requests: { const: "listings" }, queries: { type: "array", minItems: 1 } },
      },
    },
  },
);

const shared = {
  key: itemName("Unique name of the rule, for explanations and reports."),
  when: WHEN,
  campaign: nullable(Type.String({ maxLength: 100 }), {
    default: null,
    description: "The `key` of a campaign. The rule is active only during the campaign.",
  }),
  starts_at: moment("Start time of the rule, inclusive, as an ISO 8601 timestamp with a time zone. Null: no start."),
  ends_at: moment("End time of the rule, exclusive. Null: no end."),
};

const target = {
  products: nullable(
    list(Type.String(product), {
      minItems: 1,
      maxItems: 1_000,
      default: null,
      description: "Product identifiers. Set either `products` or `filters`.",
    }),
  ),
  filters: nullable(likeness(", in place of `products`"), { default: null }),
};

const position = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: "Position in the results, from 1, counted across all pages.",
});

const points = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_POINTS,
  default: 3,
  description:
    "Strength of a promotion or demotion. In listings, 1 point changes popularity by the factor e (2.7). In searches, points change the text score, which is usually 5 to 50.",
});

/**
 * Describes in the published schema that exactly one target (`products` or `filters`) is set. The function `wrongTarget` validates this
 * condition. A null target counts as absent.
 */
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
    action: Type.Literal("pin", { description: "Moves a matching product to a position." }),
    product: Type.String({ ...product, description: "Product identifier." }),
    position,
  }),
  closed({
    ...shared,
    action: Type.Literal("reserve", {
      description:
        "Reserves a position for the best matching product, unless a matching product ranks at least as high without personalization.",
    }),
    filters: likeness(),
    position,
  }),
  closed(
    { ...shared, action: Type.Literal("boost", { description: "Ranks products higher." }), ...target, points },
    ONE_TARGET,
  ),
  closed(
    { ...shared, action: Type.Literal("bury", { description: "Ranks products lower." }), ...target, points },
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
    action: Type.Literal("banner", { description: "Adds a banner to `meta.banners`." }),
    text: Type.String({
      maxLength: 300,
      pattern: "^[^\\s\\p{Cc}](?:[^\\p{Cc}]*[^\\s\\p{Cc}])?$",
      "x-expected": "one line of at most 300 characters, without leading or trailing whitespace",
      description: "Text of the banner, or the alternative text of its image.",
    }),
    image: nullable(address("URL or path of an image."), {
      default: null,
    }),
    url: nullable(address("Link target of the banner: a URL or a path. Null: no link."), {
      default: null,
    }),
  }),
]);

export const RULES = list(RULE, {
  maxItems: MAX_RULES,
  default: [],
  description: "Merchandising rules: pins, reserved positions, boosts, buries, hidden products and banners.",
});

export type WrittenRule = Of<typeof RULE>;
/** A merchandising rule, with the times of its campaign included. */
export type Rule = WithoutCampaign<WrittenRule>;
type WithoutCampaign<R> = R extends unknown ? Omit<R, "campaign"> : never;
export type RuleAction = Rule["action"];
export type QueryMatch = Rule["when"]["match"];
export type RuleRequests = Rule["when"]["requests"];
export type RuleDocument = DeepPartial<WrittenRule>;

/** The target of a rule: either products or a filter for variants. The member that is not used is null. */
export type RuleTarget = Pick<HidingRule, keyof typeof target>;

export type HidingRule = Extract<Rule, { action: "hide" }>;

/** Returns the rule if it hides products, otherwise null. */
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

/** Returns the product ids that a rule lists; the list is empty for rules with a filter. */
export function namedProducts(rule: Rule): readonly string[] {
  if (rule.action === "pin") return [rule.product];
  return "products" in rule ? (rule.products ?? []) : [];
}

export type BannerRule = Extract<Rule, { action: "banner" }>;
