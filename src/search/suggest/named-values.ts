import { CATEGORIES_FIELD, indexField, type FieldTypes } from "../../catalog/fields.js";
import { declaresProductType } from "../../catalog/product-type.js";
import { isTypable } from "../../catalog/product.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { LANGUAGES } from "../../languages/index.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { listedFields } from "../../storefront/facets-configuration.js";
import { folded } from "../../lib/folded.js";
import { BRAND_FIELD } from "./choose-phrases.js";

/** Maximum number of fields, and of values per field. The values with the most variants are used; few shops have more than 50 colours. */
const MOST = { fields: 6, values: 50 };
/**
 * Fields that describe a product in every shop, even if they are not facets. The anchored pattern excludes fields that
 * describe a part of a product, such as "base_colour".
 */
const QUALIFIES =
  /(?:^|\.)(?:colou?rs?|couleurs?|farben?|colore|cor|kleur|renk|materials?|mat(?:é|e)riau|mat(?:é|e)riel|materiale|malzeme|fabrics?)$/iu;
/** Size fields are excluded, because short sizes are meaningless in queries ("m dress"). */
const SIZES = /(?:^|[._])(?:sizes?|taille|gr(?:ö|oe)(?:ß|ss)e|taglia|talla|tamanho|maat|beden)(?:[._]|$)/iu;
/** Minimum length of a field value in characters. Brands may be shorter: "hp laptop". */
const SHORTEST_VALUE = 3;
const SHORTEST_BRAND = 2;
const LONGEST_VALUE = 30;
const MAX_VALUE_WORDS = 3;

export interface NamedValue {
  readonly field: string;
  readonly value: string;
  /** The value without case, accents and punctuation, for comparison with typed text. */
  readonly text: string;
  /** The number of products with an available variant that has this value. */
  readonly products: number;
}

/** The engine's counts of products per field value, by field. */
export type ValueCounts = Readonly<
  Record<string, { readonly buckets: readonly { readonly key: string; readonly products: { doc_count: number } }[] }>
>;

/** The fields whose values shoppers use in queries: facets, brand, colour, material. */
export function qualifyingFields({ facets }: Pick<StorefrontConfiguration, "facets">, fields: FieldTypes): string[] {
  const named = [...fields.keys()].filter((field) => QUALIFIES.test(field)).sort();
  return [...new Set([...listedFields(facets), BRAND_FIELD, ...named])]
    .filter((field) => fields.get(field) === "string" && field !== CATEGORIES_FIELD)
    .filter((field) => !SIZES.test(field) && !declaresProductType(field))
    .slice(0, MOST.fields);
}

const nameOf = (position: number) => `qualified_${position}`;

/** Returns aggregations that count, for each field value, the products with an available variant that has the value. */
export const valueAggregations = (qualifying: readonly string[]): Record<string, Clause> =>
  Object.fromEntries(
    qualifying.map((field, position) => [
      nameOf(position),
      { terms: { field: indexField(field), size: MOST.values }, aggs: { products: { reverse_nested: {} } } },
    ]),
  );

/** The field values that shoppers may type, sorted by number of products. @param qualifying the fields, in the order of the aggregations */
export function namedValues(
  counts: ValueCounts,
  qualifying: readonly string[],
  { language }: Pick<StorefrontConfiguration, "language">,
): NamedValue[] {
  const says = new Set(LANGUAGES[language].yesNo.map(folded));
  return qualifying
    .flatMap((field, position) =>
      (counts[nameOf(position)]?.buckets ?? []).map(({ key, products }): NamedValue => {
        return { field, value: key, text: folded(key), products: products.doc_count };
      }),
    )
    .filter(({ field, value, text }) => isValue(value.toLowerCase(), field) && !says.has(text))
    .sort((a, b) => b.products - a.products || (a.value < b.value ? -1 : 1));
}

const isValue = (value: string, field: string): boolean =>
  isTypable(value) &&
  value.length >= (field === BRAND_FIELD ? SHORTEST_BRAND : SHORTEST_VALUE) &&
  value.length <= LONGEST_VALUE &&
  value.split(" ").length <= MAX_VALUE_WORDS;

/** Minimum length of a typed prefix in characters. Shorter prefixes match too many values. */
const SHORTEST_PREFIX = 3;
const MAX_NAMED = 8;

/** Returns the values that equal or start with a text. @param isBegun whether the text may be incomplete */
export function namedBy(values: readonly NamedValue[], typedText: string, isBegun: boolean): NamedValue[] {
  const typed = folded(typedText);
  const canBegin = isBegun && typed.length >= SHORTEST_PREFIX;
  return values.filter(({ text }) => (canBegin ? text.startsWith(typed) : text === typed)).slice(0, MAX_NAMED);
}
