import type { LearntSource, OneOrMore } from "../catalog/document.js";
import { CATEGORY_LEAF } from "../filters/field-names.js";
import { categoryPath } from "../catalog/category.js";
import { CATEGORIES_LEAF, type Leaves, type LeafTypes } from "../catalog/leaves.js";
import { variantLeaves } from "../catalog/product.js";
import { readToken, tasteTokens, type TasteTokenRules } from "../catalog/taste-tokens.js";
import type { SeedState } from "./response.js";

/** What recommenders know of a product that a page is about, or that the shopper has looked at last. */
export interface Seed {
  readonly id: string;
  /** Taste tokens, see `catalog/taste-tokens.ts`. */
  readonly tokens: readonly string[];
  /** The deepest ones. */
  readonly categories: readonly string[];
  readonly titles: readonly string[];
  /** Other values that are words: attributes, material, model. */
  readonly words: readonly string[];
  /** Products that go with it by what shoppers did, best first; empty until enough was learnt. */
  readonly viewed_with: readonly string[];
  readonly bought_with: readonly string[];
}

/** Leaves that say what a product is called or looks like elsewhere, or that no other product shares. */
const NOT_WORDS = new Set([
  "product_identifier", "variant_identifier", "title", "designer", "categories", "description", "images", "handle",
  "released_at", "sizes", "url", CATEGORY_LEAF,
]); // prettier-ignore
const MAX_WORDS = 40;
/** Longer values are texts. */
const MAX_WORD_LENGTH = 100;

/** @param source of a product of which nothing is sold any more all variants are looked at */
export function seedOf(source: LearntSource, types: LeafTypes, rules: TasteTokenRules): Seed {
  const active = source.source.filter((variant) => variant.active);
  const leaves = (active.length > 0 ? active : source.source).map(({ data }) => variantLeaves(data, types));
  const categories = tasteTokens(leaves, { fields: [{ field: CATEGORIES_LEAF }], price: null });
  return {
    id: source.product_identifier,
    tokens: tasteTokens(leaves, rules),
    categories: categories.map((token) => readToken(token).value),
    titles: [...new Set(leaves.flatMap((own) => (own.get("title") ?? []).map(String)))],
    words: wordsIn(leaves),
    viewed_with: viewedWithOf(source),
    bought_with: listed(source.learned?.bought_with),
  };
}

function wordsIn(variants: readonly Leaves[]): string[] {
  const words = new Set<string>();
  for (const leaves of variants) {
    for (const [leaf, values] of leaves) {
      if (NOT_WORDS.has(leaf)) continue;
      for (const value of values) {
        if (words.size === MAX_WORDS) return [...words];
        if (typeof value === "string" && value.length <= MAX_WORD_LENGTH) words.add(value);
      }
    }
  }
  return [...words];
}

export const viewedWithOf = ({ learned }: LearntSource): readonly string[] => listed(learned?.viewed_with);

const listed = (value: OneOrMore = []): readonly string[] => (typeof value === "string" ? [value] : value);

export function seedState(named: readonly string[], found: readonly Seed[]): SeedState {
  if (found.length === 0) return "unseeded";
  return found.length < named.length ? "partially_seeded" : "seeded";
}

/**
 * The categories that a seed is of, for whoever wants others: the deepest, or where that has three levels or more the one
 * above it. "Clothing: Shirts: Casual shirts" and "Clothing: Shirts: Formal shirts" are both shirts.
 */
export function ownCategories(seeds: readonly Seed[]): string[] {
  const own = seeds.flatMap(({ categories }) =>
    categories.map((category) => {
      const path = categoryPath(category);
      return path.length < 3 ? category : (path.at(-2) as string);
    }),
  );
  return [...new Set(own)];
}

/** The first level of the seeds' categories that have more than one: "Clothing". */
export function departments(seeds: readonly Seed[]): string[] {
  const tops = seeds.flatMap(({ categories }) =>
    categories.flatMap((category) => {
      const [top = "", ...below] = categoryPath(category);
      return below.length === 0 ? [] : [top];
    }),
  );
  return [...new Set(tops)];
}
