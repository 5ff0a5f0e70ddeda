import fc from "fast-check";
import type { DeepPartial } from "../../src/schema/typed.js";
import type { Rule, RuleDocument } from "../../src/storefront/rules-configuration.js";
import { CATEGORIES, COLORS, DESIGNERS, MAX_PRICE, WORDS } from "./shop-catalogue.js";
import type { ChainRequest, Filters, RulesOfRequest } from "./chain-request.js";

/** A random merchandising rule whose effect on a whole cursor chain can be predicted. Most rules apply to all requests. */
export type DrawnRule = DeepPartial<Pick<Rule, "when" | "starts_at" | "ends_at">> &
  (
    | { readonly action: "pin"; readonly product: string; readonly position: number }
    | { readonly action: "reserve"; readonly filters: Filters; readonly position: number }
    | { readonly action: "hide" | "boost" | "bury"; readonly products: readonly string[] }
    | { readonly action: "hide" | "boost" | "bury"; readonly filters: Filters }
  );

/** Generates random product identifiers. Many of these products do not exist in the catalogue. */
const product = fc.nat(200).map((number) => `p${number}`);
const filters: fc.Arbitrary<Filters> = fc.oneof(
  fc.constantFrom(...COLORS).map((color) => ({ color })),
  fc.constantFrom(...CATEGORIES).map((categories) => ({ categories })),
  fc.constantFrom(...DESIGNERS).map((designer) => ({ designer, price: { $gte: MAX_PRICE / 2 } })),
);
const target = fc.oneof(
  fc.array(product, { minLength: 1, maxLength: 20 }).map((products) => ({ products })),
  filters.map((one) => ({ filters: one })),
);
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant("pin" as const),
      product,
      position: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 150 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant("reserve" as const),
      filters,
      position: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 1, arbitrary: target.map((one) => ({ action: "hide" as const, ...one })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("boost" as const, "bury" as const), target)
      .map(([which, one]) => ({ action: which, ...one })),
  },
);
const when = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.subarray([...WORDS], { minLength: 1 }).map((queries) => ({ when: { queries } })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("Clothing", ...CATEGORIES).map((category) => ({ when: { categories: [category] } })),
  },
  { weight: 1, arbitrary: fc.constantFrom(...COLORS).map((color) => ({ when: { filters: { color } } })) },
);
const period = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ ends_at: "2020-01-01T00:00:00Z" }) },
  { weight: 1, arbitrary: fc.constant({ starts_at: "2020-01-01T00:00:00Z", ends_at: "2999-01-01T00:00:00Z" }) },
);

/** Random rules of a storefront. A third of the storefronts have no rules. */
export const drawnRules: fc.Arbitrary<readonly DrawnRule[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  {
    weight: 2,
    arbitrary: fc.array(
      fc.tuple(action, when, period).map(([one, scope, time]): DrawnRule => ({ ...one, ...scope, ...time })),
      { minLength: 1, maxLength: 8 },
    ),
  },
);

/** Converts rules to the format of the storefront configuration. */
export const ruleDocuments = (rules: readonly DrawnRule[]): readonly RuleDocument[] =>
  rules.map((rule, at) => ({ key: `rule-${at}`, ...rule }));

export function rulesOf(rules: readonly DrawnRule[], request: ChainRequest, now = Date.now()): RulesOfRequest {
  const own = rules.filter((rule) => isFor(rule, request) && isLive(rule, now));
  const isRanked = request.sort === undefined || request.sort[0] === "featured";
  return {
    hidden: own.flatMap((rule) => {
      if (rule.action !== "hide") return [];
      return "filters" in rule ? [rule.filters] : [{ product_identifier: { $in: rule.products } }];
    }),
    pins: isRanked ? own.flatMap((rule) => (rule.action === "pin" ? [rule] : [])) : [],
  };
}

const isLive = ({ starts_at, ends_at }: DrawnRule, now: number): boolean =>
  (starts_at == null || Date.parse(starts_at) <= now) && (ends_at == null || now < Date.parse(ends_at));

function isFor({ when: scope = {} }: DrawnRule, { query, filters: given = {} }: ChainRequest): boolean {
  const { queries = [], categories = [], filters: wanted = null } = scope;
  const requested = demandsOf(given);
  const isBelow = (category: string) => {
    const values = requested.get("categories") ?? [];
    return values.length > 0 && values.every((value) => value === category || value.startsWith(`${category}: `));
  };
  return (
    (queries.length === 0 || (query !== undefined && queries.includes(query))) &&
    (categories.length === 0 || categories.some(isBelow)) &&
    (wanted === null || [...new Set(requested.get("color"))].join() === (wanted as { readonly color: string }).color)
  );
}

/** Returns the values that filters require, by field. A list contains alternative values of a field. */
function demandsOf(filters: Filters): ReadonlyMap<string, readonly string[]> {
  const demands = new Map<string, readonly string[]>();
  for (const [field, condition] of Object.entries(filters)) {
    if (field === "$or") {
      const parts = (condition as readonly Filters[]).map(demandsOf);
      const [name, ...others] = new Set(parts.flatMap((part) => (part.size === 0 ? [""] : [...part.keys()])));
      if (name !== undefined && others.length === 0)
        demands.set(
          name,
          parts.flatMap((part) => part.get(name) ?? []),
        );
    } else if (typeof condition === "string") demands.set(field, [condition]);
    else if ("$in" in condition) demands.set(field, (condition as { readonly $in: readonly string[] }).$in);
  }
  return demands;
}

/**
 * Expected products of a complete cursor chain over an unchanged catalogue, with pinned products at their positions.
 * @param delivered products of the same chain without pins
 */
export function withPins(
  delivered: readonly string[],
  pins: RulesOfRequest["pins"],
  found: ReadonlySet<string>,
): readonly string[] {
  const places = new Map<number, string>();
  for (const { product: id, position } of pins) {
    if (!found.has(id) || [...places.values()].includes(id)) continue;
    let place = position;
    while (places.has(place)) place += 1;
    places.set(place, id);
  }
  const pinned = new Set(places.values());
  const rest = delivered.filter((id) => !pinned.has(id));
  const whole: string[] = [];
  for (const place of [...places.keys()].sort((a, b) => a - b)) {
    whole.push(...rest.splice(0, place - 1 - whole.length), places.get(place) as string);
  }
  return [...whole, ...rest];
}
