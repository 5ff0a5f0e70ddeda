import { CATEGORIES_LEAF, leafField, type LeafTypes } from "../../catalog/leaves.js";
import { declaresKind } from "../../catalog/kind.js";
import { isTypable } from "../../catalog/product.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { LANGUAGES } from "../../languages/index.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { listedFields } from "../../storefront/facets-configuration.js";
import { folded } from "../../lib/folded.js";
import { BRAND_LEAF } from "./choose-phrases.js";

/** Shops have fewer colours and materials than that; of brands, those with the most variants are completed. */
const MOST = { leaves: 6, values: 50 };
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

export interface NamedValue {
  readonly leaf: string;
  readonly value: string;
  /** As it is compared with what was typed. */
  readonly text: string;
  /** The number of products with a variant that has the value and is sold. */
  readonly products: number;
}

/** The engine's response, by leaf. */
export type ValueCounts = Readonly<
  Record<string, { readonly buckets: readonly { readonly key: string; readonly products: { doc_count: number } }[] }>
>;

/** The leaves by whose values shoppers qualify products: facets, brand, colour, material. */
export function qualifyingLeaves({ facets }: Pick<StorefrontConfiguration, "facets">, leaves: LeafTypes): string[] {
  const named = [...leaves.keys()].filter((leaf) => QUALIFIES.test(leaf)).sort();
  return [...new Set([...listedFields(facets), BRAND_LEAF, ...named])]
    .filter((leaf) => leaves.get(leaf) === "string" && leaf !== CATEGORIES_LEAF)
    .filter((leaf) => !SIZES.test(leaf) && !declaresKind(leaf))
    .slice(0, MOST.leaves);
}

const nameOf = (place: number) => `qualified_${place}`;

/** Counts the products of each value, within the variants that are sold. */
export const valueAggregations = (qualifying: readonly string[]): Record<string, Clause> =>
  Object.fromEntries(
    qualifying.map((leaf, place) => [
      nameOf(place),
      { terms: { field: leafField(leaf), size: MOST.values }, aggs: { products: { reverse_nested: {} } } },
    ]),
  );

/** The values that people type, those with the most products first. @param qualifying as they were counted */
export function namedValues(
  counts: ValueCounts,
  qualifying: readonly string[],
  { language }: Pick<StorefrontConfiguration, "language">,
): NamedValue[] {
  const says = new Set(LANGUAGES[language].yesNo.map(folded));
  return qualifying
    .flatMap((leaf, place) =>
      (counts[nameOf(place)]?.buckets ?? []).map(({ key, products }): NamedValue => {
        return { leaf, value: key, text: folded(key), products: products.doc_count };
      }),
    )
    .filter(({ leaf, value, text }) => isValue(value.toLowerCase(), leaf) && !says.has(text))
    .sort((a, b) => b.products - a.products || (a.value < b.value ? -1 : 1));
}

const isValue = (value: string, leaf: string): boolean =>
  isTypable(value) &&
  value.length >= (leaf === BRAND_LEAF ? SHORTEST_BRAND : SHORTEST_VALUE) &&
  value.length <= LONGEST_VALUE &&
  value.split(" ").length <= MAX_VALUE_WORDS;

/** Shorter beginnings are of too many values to say which is meant. */
const SHORTEST_BEGINNING = 3;
const MAX_NAMED = 8;

/** The values that a text names, and those that begin with it. @param isBegun whether the text may be typed further */
export function namedBy(values: readonly NamedValue[], typedText: string, isBegun: boolean): NamedValue[] {
  const typed = folded(typedText);
  const canBegin = isBegun && typed.length >= SHORTEST_BEGINNING;
  return values.filter(({ text }) => (canBegin ? text.startsWith(typed) : text === typed)).slice(0, MAX_NAMED);
}
