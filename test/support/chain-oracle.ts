import { isOrdered, type ChainRequest, type Condition, type Filters } from "./chain-request.js";
import { activeVariants, type Entry, type Shelf, type VariantData } from "./shop-catalogue.js";

/** Number of query words that a product must match: all words, or half of them if too few products match all words. */
export type Tier = "all" | "half";

/** Number of hits below which a query is relaxed, in the default storefront configuration. */
const ENOUGH = 50;

/**
 * Returns how many query words a product must match after a possible relaxation of the query. Facet filters cannot
 * cause the relaxation. In a sort by a field, a query is only relaxed if it has no hits.
 */
export function tierOf(shelf: Shelf, request: ChainRequest): Tier {
  if (!isRelaxed(shelf, request)) return "all";
  const found = matchingProducts(shelf, request, "all").size;
  return matchingProducts(shelf, request, "half").size > found ? "half" : "all";
}

/** Returns whether a query is relaxed because fewer products than the minimum number of hits match all words. */
export function isRelaxed(shelf: Shelf, request: ChainRequest): boolean {
  if (request.query === undefined) return false;
  const minimum_hits = isOrdered(request) ? 1 : ENOUGH;
  const unselected = Object.fromEntries(
    Object.entries(request).filter(([name]) => name !== "facet_filters"),
  ) as unknown as ChainRequest;
  const found = matchingProducts(shelf, request, "all").size;
  return found < minimum_hits && matchingProducts(shelf, unselected, "all").size < minimum_hits;
}

/** Products that match a request, each with the active variants that individually satisfy all conditions. */
export function matchingProducts(shelf: Shelf, request: ChainRequest, tier: Tier): Map<string, VariantData[]> {
  const found = new Map<string, VariantData[]>();
  for (const [id, variants] of shelf) {
    const matching = matchingVariants(variants, request, tier);
    if (matching.length > 0) found.set(id, matching);
  }
  return found;
}

export function matchingVariants(
  variants: ReadonlyMap<string, Entry> | undefined,
  request: ChainRequest,
  tier: Tier,
): VariantData[] {
  const active = activeVariants(variants);
  if (!hasWords(active, request.query, tier)) return [];
  return active.filter(
    (data) => satisfies(data, request.filters ?? {}) && isSelected(data, request) && !isHidden(data, request),
  );
}

const isHidden = (data: VariantData, { rules }: ChainRequest): boolean =>
  rules?.hidden.some((one) => satisfies(data, one)) ?? false;

export function hasWords(active: readonly VariantData[], query: string | undefined, tier: Tier): boolean {
  if (query === undefined) return true;
  const wanted = query.split(" ");
  const present = new Set(active.flatMap(({ title }) => title.split(" ")));
  const found = wanted.filter((word) => present.has(word)).length;
  return found >= (tier === "all" ? wanted.length : Math.ceil(wanted.length / 2));
}

export function satisfies(data: VariantData, filters: Filters): boolean {
  return Object.entries(filters).every(([field, condition]) =>
    field === "$or"
      ? (condition as readonly Filters[]).some((one) => satisfies(data, one))
      : holds(valuesOf(data, field), condition as Condition),
  );
}

function holds(values: readonly (string | number)[], condition: Condition): boolean {
  if (typeof condition === "string") return values.includes(condition);
  if ("$in" in condition) return condition.$in.some((value) => values.includes(value));
  const { $gte = -Infinity, $lte = Infinity } = condition;
  return values.some((value) => Number(value) >= $gte && Number(value) <= $lte);
}

function valuesOf(data: VariantData, field: string): readonly (string | number)[] {
  switch (field) {
    case "categories":
      return data.categories.flatMap((category) => [category, category.split(": ")[0] ?? ""]);
    case "sizes":
      return data.sizes;
    case "price":
      return data.price === undefined ? [] : [data.price];
    default: {
      const value = data[field as "designer" | "color" | "product_identifier"];
      return value === "" ? [] : [value];
    }
  }
}

const isSelected = (data: VariantData, request: ChainRequest): boolean => unselectedFacets(data, request).length === 0;

/** Returns the facets in which a variant does not match the selection. */
export function unselectedFacets(data: VariantData, { facet_filters = {} }: ChainRequest): string[] {
  const { color, sizes, price } = facet_filters;
  const colors = typeof color === "string" ? [color] : color;
  const { min = -Infinity, max = Infinity } = price ?? {};
  return [
    ...(colors === undefined || colors.includes(data.color) ? [] : ["color"]),
    ...(sizes === undefined || sizes.some((size) => data.sizes.includes(size)) ? [] : ["sizes"]),
    ...(price === undefined || (data.price !== undefined && data.price >= min && data.price <= max) ? [] : ["price"]),
  ];
}

/**
 * Returns the expected order of all products for a request with a field sort: by value, with products without a value
 * last. Products with equal values are sorted by identifier.
 * @param isSold returns whether a variant is in stock, if sold-out products are ranked last. Products with a variant in
 * stock come first, sorted by the values of these variants
 */
export function orderedProducts(
  shelf: Shelf,
  request: ChainRequest,
  tier: Tier,
  isSold: (data: VariantData) => boolean = () => true,
): string[] {
  if (!isOrdered(request)) throw new Error("a ranking of the service's own has no order that a test could know");
  const rows = [...matchingProducts(shelf, request, tier)].map(([id, variants]) => ({
    id,
    sold: sortValue(variants.filter(isSold), request),
    value: sortValue(variants, request),
  }));
  const direction = isDescending(request) ? -1 : 1;
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  const byValue = (a: string | number | undefined, b: string | number | undefined) =>
    a === undefined || b === undefined ? Number(a === undefined) - Number(b === undefined) : direction * compare(a, b);
  return rows
    .sort((a, b) => byValue(a.sold, b.sold) || byValue(a.value, b.value) || compare(a.id, b.id))
    .map(({ id }) => id);
}

const isDescending = ({ sort }: ChainRequest) => sort?.[0] === "price_desc" || sort?.[0] === "newest";

const SORTED_BY = { price_asc: "price", price_desc: "price", newest: "released_at", name_asc: "title" } as const;

function sortValue(variants: readonly VariantData[], request: ChainRequest): string | number | undefined {
  const key = request.sort?.[0];
  if (key === undefined || key === "featured") return undefined;
  const values = variants.flatMap((data) => data[SORTED_BY[key]] ?? []);
  const [first, ...rest] = values;
  if (first === undefined) return undefined;
  const isBetter = (a: string | number, b: string | number) => (isDescending(request) ? a > b : a < b);
  return rest.reduce((best, value) => (isBetter(value, best) ? value : best), first);
}
