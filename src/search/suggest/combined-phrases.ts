import { CATEGORIES_LEAF, categoryDepth, categoryLabel, leafField, type LeafTypes } from "../../catalog/leaves.js";
import { declaresKind, headPosition } from "../../catalog/kind.js";
import { isTypable } from "../../catalog/product.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { LANGUAGES } from "../../languages/languages.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { listedFields } from "../../storefront/facets-configuration.js";
import { folded } from "../../lib/folded.js";
import { BRAND_LEAF } from "./choose-phrases.js";

/**
 * Bounds what one request counts: with all of them about 25,000 buckets, of the 65,535 that the engine allows by default.
 * Shops have fewer colours and materials than that; of brands, those with the most products are combined.
 */
const MOST = { leaves: 6, values: 50, phrases: 40, categories: 20 };
/** Leaves that qualify a thing in every shop, whether they are facets or not; "base_colour" is a part's. */
const QUALIFIES =
  /(?:^|\.)(?:colou?rs?|couleurs?|farben?|colore|cor|kleur|renk|materials?|mat(?:é|e)riau|mat(?:é|e)riel|materiale|malzeme|fabrics?)$/iu;
/** Values of these leaves are short words that say nothing beside a thing ("m dress"). */
const SIZES = /(?:^|[._])(?:sizes?|taille|gr(?:ö|oe)(?:ß|ss)e|taglia|talla|tamanho|maat|beden)(?:[._]|$)/iu;
/** But for brands: "hp laptop". */
const SHORTEST_VALUE = 3;
const SHORTEST_BRAND = 2;
const LONGEST_VALUE = 30;
const MAX_VALUE_WORDS = 3;
/** Longer names of categories are how shops sort ("garment upper body"), not what shoppers type. */
const MAX_CATEGORY_WORDS = 2;
/** The first level says for whom, or names a whole department. */
const MIN_CATEGORY_DEPTH = 2;

/** A value that shoppers qualify things by. */
export interface NamedValue {
  readonly leaf: string;
  readonly value: string;
  /** As it is compared with what was typed. */
  readonly text: string;
}

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}
interface ProductCount {
  readonly products: { readonly doc_count: number };
}
interface ValueBucket extends Bucket {
  readonly products: ProductCount["products"] & { readonly phrases: { readonly buckets: readonly Bucket[] } };
  readonly categories?: { readonly buckets: readonly (Bucket & ProductCount)[] };
}
/** The engine's response, by the names of the aggregations. */
export type CombinedCounts = Readonly<Record<string, { readonly buckets: readonly ValueBucket[] }>>;

const nameOf = (place: number) => `qualified_${place}`;

/** How many products a phrase has. */
type CountedPhrase = readonly [phrase: string, products: number];

export interface CombinedPhrases {
  readonly values: readonly NamedValue[];
  /** Each value by itself ("navy"), but brands, which are suggested as such. */
  readonly alone: readonly CountedPhrase[];
  /** With what products that have it are called ("navy knitwear"), those with the most products first. */
  readonly combined: readonly CountedPhrase[];
}

/** The leaves whose values are combined with what products are called: facets, brand, colour, material. */
export function qualifyingLeaves({ facets }: Pick<StorefrontConfiguration, "facets">, leaves: LeafTypes): string[] {
  const named = [...leaves.keys()].filter((leaf) => QUALIFIES.test(leaf)).sort();
  return [...new Set([...listedFields(facets), BRAND_LEAF, ...named])]
    .filter((leaf) => leaves.get(leaf) === "string" && leaf !== CATEGORIES_LEAF)
    .filter((leaf) => !SIZES.test(leaf) && !declaresKind(leaf))
    .slice(0, MOST.leaves);
}

/** Counts within the variants that are sold: a value and a category are of one and the same variant. */
export function combinedAggregations(qualifying: readonly string[], leaves: LeafTypes): Record<string, Clause> {
  const terms = (field: string, size: number) => ({ terms: { field, size } });
  const phrases = terms("text.phrases", MOST.phrases);
  const categories = {
    ...terms(leafField(CATEGORIES_LEAF), MOST.categories),
    aggs: { products: { reverse_nested: {} } },
  };
  const aggs = {
    products: { reverse_nested: {}, aggs: { phrases } },
    ...(leaves.get(CATEGORIES_LEAF) === "string" ? { categories } : {}),
  };
  // Only values with the most variants are combined at all: those below are not collected.
  const value = (leaf: string) => ({
    terms: { field: leafField(leaf), size: MOST.values, collect_mode: "breadth_first" },
    aggs,
  });
  return Object.fromEntries(qualifying.map((leaf, place) => [nameOf(place), value(leaf)]));
}

/** @param qualifying as they were counted @param most combined phrases that are kept */
export function combinedPhrases(
  counts: CombinedCounts,
  qualifying: readonly string[],
  { language }: Pick<StorefrontConfiguration, "language">,
  most: number,
): CombinedPhrases {
  const values: NamedValue[] = [];
  const alone = new Map<string, number>();
  const combined = new Map<string, number>();
  const isFirst = headPosition(language) === "last";
  const says = new Set(LANGUAGES[language].yesNo.map(folded));
  for (const [place, leaf] of qualifying.entries()) {
    for (const { key, products, categories } of counts[nameOf(place)]?.buckets ?? []) {
      const value = key.toLowerCase();
      if (!isValue(value, leaf === BRAND_LEAF ? SHORTEST_BRAND : SHORTEST_VALUE) || says.has(folded(value))) continue;
      values.push({ leaf, value: key, text: folded(value) });
      if (leaf !== BRAND_LEAF) raise(alone, value, products.doc_count);
      for (const [kind, count] of kindsOf(products.phrases.buckets, categories?.buckets ?? [])) {
        if (!shareWords(value, kind)) raise(combined, isFirst ? `${value} ${kind}` : `${kind} ${value}`, count);
      }
    }
  }
  const largest = [...combined].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, most);
  return { values, alone: [...alone], combined: largest };
}

/** Shorter beginnings are of too many values to say which is meant. */
const SHORTEST_BEGINNING = 3;
const MAX_NAMED = 8;

/** The values that a word names, and those that begin with it. @param isBegun whether the word may be typed further */
export function namedBy(values: readonly NamedValue[], word: string, isBegun: boolean): NamedValue[] {
  const typed = folded(word);
  const canBegin = isBegun && typed.length >= SHORTEST_BEGINNING;
  return values.filter(({ text }) => (canBegin ? text.startsWith(typed) : text === typed)).slice(0, MAX_NAMED);
}

/** The kinds of products: by their titles, and by their categories. */
function kindsOf(phrases: readonly Bucket[], categories: readonly (Bucket & ProductCount)[]): CountedPhrase[] {
  return [
    ...phrases.map(({ key, doc_count }) => [key, doc_count] as const),
    ...categories
      .filter(({ key }) => categoryDepth(key) >= MIN_CATEGORY_DEPTH)
      .map(({ key, products }) => [categoryLabel(key).toLowerCase(), products.doc_count] as const)
      .filter(([label]) => isTypable(label) && label.split(" ").length <= MAX_CATEGORY_WORDS),
  ];
}

const isValue = (value: string, shortest: number): boolean =>
  isTypable(value) &&
  value.length >= shortest &&
  value.length <= LONGEST_VALUE &&
  value.split(" ").length <= MAX_VALUE_WORDS;

/** "Leather belt" of leather is no "leather leather belt". */
function shareWords(value: string, kind: string): boolean {
  const words = new Set(folded(value).split(" "));
  return folded(kind)
    .split(" ")
    .some((word) => words.has(word));
}

function raise(counts: Map<string, number>, phrase: string, count: number): void {
  counts.set(phrase, Math.max(count, counts.get(phrase) ?? 0));
}
