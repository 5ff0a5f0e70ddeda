import type { ProductData } from "../../src/catalog/product-document.js";
import type { Random } from "../../src/lib/random.js";
import { shuffled } from "../typing.js";

/** A page of products: those of one category or designer, most of them narrowed by price or colour. */
export interface Listing {
  readonly field: "categories" | "designer";
  readonly value: string;
  readonly narrowed?: Narrowing;
  /** The size of the listing, in variants of products. */
  readonly size: Size;
}

export type Narrowing =
  | { readonly field: "price"; readonly min: number; readonly max: number }
  | { readonly field: "color"; readonly values: readonly string[] };

export interface Size {
  readonly products: number;
  readonly variants: number;
}

/** A listing of more products is a large one. */
const LARGE = 500;
/** A page. */
const FEWEST = 24;
/** More of the catalogue is a shop's front page rather than a listing. */
const MAX_OF_CATALOGUE = 0.2;
const COLORS = { choice: 12, fewest: 3, most: 6 };
/** Draws in vain after which there are not enough listings. */
const PATIENCE = 10_000;

/**
 * Draws different listings: large and small ones (of a page at least) in turn, so that the first ones and all later ones are
 * alike in size. Half are whole groups while there are some. Fewer than `count` where there are no more.
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
    const { field, value, ...group } = unnarrowed ?? random.pick(isLarge ? large : groups);
    const narrowed = unnarrowed ? undefined : (isPriced ? priceRange : someColors)(random, group);
    const size = narrowed ? sizeOf(group.variants, (variant) => fits(variant, narrowed)) : group.size;
    const key = JSON.stringify([field, value, narrowed]);
    if (drawn.has(key) || size.products < FEWEST || size.products > LARGE !== isLarge) continue;
    drawn.set(key, { field, value, narrowed, size });
    tries = 0;
  }
  return [...drawn.values()];
}

/** Numbers in place of texts: tens of thousands of listings are tried. */
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

interface Group extends Pick<Listing, "field" | "value" | "size"> {
  /** Those of a product beside each other. */
  readonly variants: readonly Variant[];
  /** Of its variants, the most frequent ones. */
  readonly colors: readonly string[];
}

function groupsOf(catalogue: readonly ProductData[], variants: readonly Variant[]): Group[] {
  const groups = new Map<string, Pick<Listing, "field" | "value"> & { variants: Variant[] }>();
  catalogue.forEach(({ designer, categories }, at) => {
    const of = { designer: [designer], categories: Array.isArray(categories) ? [...new Set(categories)] : [] };
    for (const field of ["designer", "categories"] as const) {
      for (const value of of[field]) {
        if (typeof value !== "string" || value === "") continue;
        const key = `${field} ${value}`;
        const group = groups.get(key) ?? { field, value, variants: [] };
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

/** @param variants those of a product beside each other: a set of products would take ten times as long */
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
