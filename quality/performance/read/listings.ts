import type { ProductData } from "../../../src/catalog/product-document.js";
import type { Random } from "../../../demo/random.js";
import { shuffled } from "../typing.js";

/** A listing of a category or designer, usually filtered by price or color. */
export interface Listing {
  /** Category or designer of the listing; the whole catalogue by default. */
  readonly group?: { readonly field: "categories" | "designer"; readonly value: string };
  readonly narrowed?: Narrowing;
  /** Number of products and variants in the listing. */
  readonly size: Size;
}

export type Narrowing =
  | { readonly field: "price"; readonly min: number; readonly max: number }
  | { readonly field: "color"; readonly values: readonly string[] };

export interface Size {
  readonly products: number;
  readonly variants: number;
}

/** Number of products above which a listing counts as large. */
const LARGE = 500;
/** Minimum products of a listing: one page. */
const FEWEST = 24;
/** Maximum number of products in a listing as a share of the catalogue. */
const MAX_OF_CATALOGUE = 0.2;
const COLORS = { choice: 12, fewest: 3, most: 6 };
/** Maximum relative deviation of a listing's number of products from the requested number. */
const SPREAD = 0.2;
/** Maximum number of consecutive failed attempts to draw a listing. */
const PATIENCE = 10_000;

/**
 * Draws distinct listings of at least one page, alternately large and small. Half of them are listings of a category or
 * brand without filters, as long as the catalogue has enough of these. Returns fewer than `count` listings for a small
 * catalogue.
 */
export function drawListings(random: Random, catalogue: readonly ProductData[], count: number): Listing[] {
  const variants = catalogue.map(variantOf(new Map()));
  const isPriced = variants.filter(({ price }) => price !== undefined).length > variants.length / 2;
  const groups = shuffled(random, groupsOf(catalogue, variants));
  const large = groups.filter(({ size }) => size.products > LARGE);
  const whole = { large: [...large], small: groups.filter(({ size }) => size.products <= LARGE) };
  const drawn = new Map<string, Listing>();
  for (let tries = 0; drawn.size < count && tries < PATIENCE; tries += 1) {
    const isLarge = large.length > 0 && drawn.size % 2 === 0;
    const isWhole = drawn.size % 4 < 2;
    const unnarrowed = isWhole ? whole[isLarge ? "large" : "small"].pop() : undefined;
    const { group, ...of } = unnarrowed ?? random.pick(isLarge ? large : groups);
    const narrowed = unnarrowed ? undefined : (isPriced ? priceRange : someColors)(random, of);
    const size = narrowed ? sizeOf(of.variants, (variant) => fits(variant, narrowed)) : of.size;
    const key = JSON.stringify([group, narrowed]);
    if (drawn.has(key) || size.products < FEWEST || size.products > LARGE !== isLarge) continue;
    drawn.set(key, { group, narrowed, size });
    tries = 0;
  }
  return [...drawn.values()];
}

/**
 * Draws distinct price ranges of the whole catalogue, which each contain about `size` products. Returns fewer ranges if
 * the catalogue is too small, and an empty list if the products have no prices.
 */
export function drawRanges(random: Random, catalogue: readonly ProductData[], size: number, count: number): Listing[] {
  const priced = catalogue
    .map(variantOf(new Map()))
    .flatMap(({ product, price }) => (price === undefined ? [] : [{ product, price }]))
    .sort((a, b) => a.price - b.price);
  const products = sizeOf(byProduct(priced)).products;
  const drawn = new Map<string, Listing>();
  for (let tries = 0; drawn.size < count && tries < PATIENCE && products >= size; tries += 1) {
    const length = Math.round(size * (priced.length / products) * (1 + SPREAD * (random.next() - 0.5)));
    const first = random.integer(0, Math.max(0, priced.length - length));
    const [min, max] = [priced[first]?.price ?? 0, priced[Math.min(priced.length, first + length) - 1]?.price ?? 0];
    const key = `${min} ${max}`;
    if (drawn.has(key)) continue;
    const narrowed = { field: "price", min, max } as const;
    const found = sizeOf(byProduct(priced.slice(firstAt(priced, min), firstAbove(priced, max))));
    if (Math.abs(found.products - size) > SPREAD * size) continue;
    drawn.set(key, { narrowed, size: found });
    tries = 0;
  }
  return [...drawn.values()];
}

const firstAt = (priced: readonly { readonly price: number }[], price: number): number =>
  firstIndex(priced, (one) => one.price >= price);

const firstAbove = (priced: readonly { readonly price: number }[], price: number): number =>
  firstIndex(priced, (one) => one.price > price);

/** Returns the first index at which a condition is true. Uses binary search. */
function firstIndex<T>(sorted: readonly T[], isSuch: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSuch(sorted[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Compact form of a variant with a numeric product identifier, for fast comparisons in tens of thousands of listings.
 */
interface Variant {
  readonly product: number;
  readonly price?: number;
  readonly color?: string;
}

const variantOf =
  (products: Map<string, number>) =>
  ({ product_identifier, price, color }: ProductData): Variant => {
    const product = products.get(product_identifier) ?? products.size;
    products.set(product_identifier, product);
    return {
      product,
      price: typeof price === "number" ? price : undefined,
      color: typeof color === "string" && color !== "" ? color : undefined,
    };
  };

interface Group extends Required<Pick<Listing, "group" | "size">> {
  /** Variants in the category or brand. Variants of the same product are adjacent. */
  readonly variants: readonly Variant[];
  /** Most frequent colors of the variants in the category or brand. */
  readonly colors: readonly string[];
}

function groupsOf(catalogue: readonly ProductData[], variants: readonly Variant[]): Group[] {
  const groups = new Map<string, Required<Pick<Listing, "group">> & { variants: Variant[] }>();
  catalogue.forEach(({ designer, categories }, at) => {
    const of = { designer: [designer], categories: Array.isArray(categories) ? [...new Set(categories)] : [] };
    for (const field of ["designer", "categories"] as const) {
      for (const value of of[field]) {
        if (typeof value !== "string" || value === "") continue;
        const key = `${field} ${value}`;
        const group = groups.get(key) ?? { group: { field, value }, variants: [] };
        group.variants.push(variants[at] as Variant);
        groups.set(key, group);
      }
    }
  });
  const most = MAX_OF_CATALOGUE * sizeOf(byProduct(variants)).products;
  return [...groups.values()]
    .map((group) => ({ ...group, variants: byProduct(group.variants) }))
    .map((group) => ({ ...group, size: sizeOf(group.variants), colors: frequentColors(group.variants) }))
    .filter(({ size }) => size.products >= FEWEST && size.products <= most);
}

const byProduct = (variants: readonly Variant[]): Variant[] => [...variants].sort((a, b) => a.product - b.product);

function frequentColors(variants: readonly Variant[]): string[] {
  const counts = new Map<string, number>();
  for (const { color } of variants) {
    if (color !== undefined) counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.slice(0, COLORS.choice).map(([color]) => color);
}

function priceRange(random: Random, { variants }: Pick<Group, "variants">): Narrowing {
  const price = () => random.pick(variants).price ?? 0;
  const [one, other] = [price(), price()];
  return { field: "price", min: Math.min(one, other), max: Math.max(one, other) };
}

function someColors(random: Random, { colors }: Pick<Group, "colors">): Narrowing {
  const choice = colors.map((color) => [color, 1] as const);
  return { field: "color", values: random.draw(choice, random.integer(COLORS.fewest, COLORS.most)).sort() };
}

function fits({ price, color }: Variant, narrowing: Narrowing): boolean {
  switch (narrowing.field) {
    case "color":
      return color !== undefined && narrowing.values.includes(color);
    case "price":
      return price !== undefined && price >= narrowing.min && price <= narrowing.max;
  }
}

/**
 * Counts products and variants.
 * @param variants variants with the same product must be adjacent, because counting without a set is ten times faster
 */
function sizeOf(variants: readonly Variant[], counts: (variant: Variant) => boolean = () => true): Size {
  const size = { products: 0, variants: 0 };
  let last: number | undefined;
  for (const variant of variants) {
    if (!counts(variant)) continue;
    size.variants += 1;
    if (variant.product !== last) size.products += 1;
    last = variant.product;
  }
  return size;
}
