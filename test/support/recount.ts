import fc from "fast-check";
import type { Counted, Listing, AffectedListing, Losses } from "../../src/publishing/affected-listings.js";
import type { ConfigurationDocument } from "../../src/storefront/configuration.js";

/** Random storefronts and the impact of rule changes, computed product by product. Imports only types from `src`. */

export interface RecountedVariant {
  readonly product: string;
  readonly category: string;
  readonly gender: string;
  readonly color: string;
  /** Stock value of the variant. A variant without a value counts as in stock. */
  readonly stock?: "yes" | "no";
}

export interface RecountedRule {
  readonly key: string;
  readonly action: "hide" | "bury";
  readonly products?: readonly string[];
  readonly filters?: Readonly<Partial<Record<"gender" | "color" | "stock", string>>>;
  readonly when: { readonly categories?: readonly [string]; readonly filters?: { readonly gender: string } };
  readonly starts_at?: string;
  readonly ends_at?: string;
}

/** The part of a configuration that decides which products shoppers can find. */
export interface RecountedSide {
  readonly rules: readonly RecountedRule[];
  readonly hidesSoldOut: boolean;
}

export const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

const CATEGORIES = ["Shoes", "Shoes: Boots", "Shoes: Mules", "Bags"] as const;
const GENDERS = ["men", "women"] as const;
const COLORS = ["Red", "Blue"] as const;
const PRODUCTS = Array.from({ length: 12 }, (_, place) => `p${place}`);

const target = fc.oneof(
  fc.record({ products: fc.uniqueArray(fc.constantFrom(...PRODUCTS), { minLength: 1, maxLength: 6 }) }),
  fc.record({ filters: fc.record({ gender: fc.constantFrom(...GENDERS) }) }),
  fc.record({ filters: fc.record({ color: fc.constantFrom(...COLORS), gender: fc.constantFrom(...GENDERS) }) }),
  fc.record({ filters: fc.record({ stock: fc.constantFrom("yes", "no") }) }),
);
const when = fc.record(
  {
    categories: fc.constantFrom(...CATEGORIES).map((category): [string] => [category]),
    filters: fc.record({ gender: fc.constantFrom(...GENDERS) }),
  },
  { requiredKeys: [] },
);
/** Active periods: always, expired, without an end, scheduled, and scheduled with an end. */
const times = fc.constantFrom(
  {},
  {},
  { ends_at: at(-1) },
  { starts_at: at(-2) },
  { starts_at: at(1) },
  { starts_at: at(2), ends_at: at(3) },
  { starts_at: at(3), ends_at: at(5) },
);
const ruleOf = (key: string): fc.Arbitrary<RecountedRule> =>
  fc
    .tuple(fc.constantFrom("hide", "hide", "hide", "bury"), target, when, times)
    .map(([action, aim, scope, period]) => ({ key, action, ...aim, when: scope, ...period }));

/**
 * A random configuration change that removes, keeps, modifies and adds rules and may change whether sold-out variants
 * are hidden.
 */
export const changes = fc
  .record({
    old: fc.tuple(...["a", "b", "c"].map(ruleOf)),
    new: fc.tuple(...["b", "c", "d", "e"].map(ruleOf)),
    had: fc.subarray([0, 1, 2]),
    kept: fc.subarray([0, 1, 2]),
    made: fc.subarray([0, 1, 2, 3]),
    hides: fc.tuple(fc.boolean(), fc.boolean()),
  })
  .map((drawn) => {
    // Rules with a start and an end are excluded, because the impact at later times is compared with the current state.
    const had = drawn.had.map((place) => drawn.old[place]!).filter(({ starts_at, ends_at }) => starts_at === undefined || ends_at === undefined); // prettier-ignore
    const made = drawn.made.map((place) => drawn.new[place]!);
    const kept = had.filter(({ key }) => drawn.kept.some((place) => drawn.old[place]!.key === key));
    const after = [...kept.filter(({ key }) => made.every((one) => one.key !== key)), ...made];
    const sides: readonly [RecountedSide, RecountedSide] = [
      { rules: had, hidesSoldOut: drawn.hides[0] },
      { rules: after, hidesSoldOut: drawn.hides[1] },
    ];
    return sides;
  });

export const documentOf = ({ rules, hidesSoldOut }: RecountedSide): ConfigurationDocument => ({
  rules: rules,
  ...(hidesSoldOut ? { availability: { field: "stock", in_stock: ["yes"], out_of_stock: "hide" } } : {}),
});

/** Listings of all products, of each category and of each brand. Brands have the same names as genders. */
export const LISTINGS: readonly Listing[] = [
  {},
  ...CATEGORIES.map((category) => ({ filters: { categories: category } })),
  ...GENDERS.map((designer) => ({ filters: { designer } })),
];

const isWithin = (category: string, above: string) => category === above || category.startsWith(`${above}: `);

/** The conditions of a listing request, as plain values. */
interface Conditions {
  readonly category?: string;
  readonly gender?: string;
  readonly designer?: string;
}

function conditionsOf({ filters = {} }: Listing): Conditions {
  const parts = (filters["$and"] ?? [filters]) as readonly Readonly<Record<string, string>>[];
  const { categories: category, gender, designer } = Object.assign({}, ...parts) as Readonly<Record<string, string | undefined>>; // prettier-ignore
  return {
    ...(category === undefined ? {} : { category }),
    ...(gender === undefined ? {} : { gender }),
    ...(designer === undefined ? {} : { designer }),
  };
}

/** The listing request that a rule's `when` describes. */
export function requestedBy({ when: { categories, filters } }: RecountedRule): Listing {
  const conditions = [...(categories === undefined ? [] : [{ categories: categories[0] }]), ...(filters === undefined ? [] : [filters])]; // prettier-ignore
  const [first] = conditions;
  return first === undefined ? {} : { filters: conditions.length === 1 ? first : { $and: conditions } };
}

const isAbout = ({ when: { categories, filters } }: RecountedRule, { category, gender }: Conditions): boolean =>
  (categories === undefined || (category !== undefined && isWithin(category, categories[0]))) &&
  (filters === undefined || filters.gender === gender);

const isLive = ({ starts_at, ends_at }: RecountedRule, moment: number): boolean =>
  (starts_at === undefined || Date.parse(starts_at) <= moment) &&
  (ends_at === undefined || moment < Date.parse(ends_at));

const isTarget = ({ products, filters }: RecountedRule, variant: RecountedVariant): boolean =>
  products === undefined
    ? Object.entries(filters ?? {}).every(([field, value]) => variant[field as "gender" | "color" | "stock"] === value)
    : products.includes(variant.product);

function found(all: readonly RecountedVariant[], side: RecountedSide, requested: Conditions, moment: number) {
  const hiding = side.rules.filter(
    (rule) => rule.action === "hide" && isAbout(rule, requested) && isLive(rule, moment),
  );
  return all.filter(
    (variant) =>
      (requested.category === undefined || isWithin(variant.category, requested.category)) &&
      (requested.gender === undefined || variant.gender === requested.gender) &&
      (requested.designer === undefined || variant.gender === requested.designer) &&
      !(side.hidesSoldOut && variant.stock === "no") &&
      !hiding.some((rule) => isTarget(rule, variant)),
  );
}

const productsOf = (some: readonly RecountedVariant[]) => new Set(some.map(({ product }) => product)).size;

/** Hiding rules that a change adds or modifies. */
export function changedHiding([before, after]: readonly [RecountedSide, RecountedSide]): RecountedRule[] {
  const known = new Set(before.rules.map((rule) => JSON.stringify(rule)));
  return after.rules.filter((rule) => rule.action === "hide" && !known.has(JSON.stringify(rule)));
}

/** Computes the impact of a configuration change at the time when the change hides the largest share of products. */
export function recountLosses(
  all: readonly RecountedVariant[],
  [before, after]: readonly [RecountedSide, RecountedSide],
  listings: readonly Listing[],
): { readonly hidden: Losses["hidden"]; readonly listings: readonly Omit<AffectedListing, "name">[] } {
  const starts = after.rules.flatMap(({ action, starts_at }) =>
    action === "hide" && starts_at !== undefined && Date.parse(starts_at) > NOW ? [Date.parse(starts_at)] : [],
  );
  const moments = [...new Set([NOW, ...starts])].sort((one, other) => one - other);
  const lost: Omit<AffectedListing, "name">[] = [];
  let hidden: Losses["hidden"] = null;
  for (const one of listings) {
    const requested = conditionsOf(one);
    const counts = moments.map((moment): Omit<Counted, "name"> => {
      const products = productsOf(found(all, before, requested, moment));
      const left = productsOf(found(all, after, requested, moment));
      return { ...one, products, left, ...(moment === NOW ? {} : { from: new Date(moment).toISOString() }) };
    });
    const share = ({ products, left }: Omit<Counted, "name">) => (products === 0 ? 0 : (products - left) / products);
    const worst = counts.reduce((most, next) => (share(next) > share(most) ? next : most));
    if (share(worst) > 0.9) lost.push(worst);
    if (Object.keys(requested).length === 0 && share(worst) > 0.1) {
      const { products, left, from } = worst;
      hidden = { products: products - left, of: products, ...(from === undefined ? {} : { from }) };
    }
  }
  return { hidden, listings: lost };
}
