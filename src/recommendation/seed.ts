import type { ProductSource } from "../catalog/product-document.js";
import { CATEGORY_FIELD } from "../filters/field-names.js";
import { headPosition, headsOfTitle } from "../catalog/product-type.js";
import { departmentsOf, departmentValues } from "../catalog/departments.js";
import type { Department, Language } from "../languages/index.js";
import { CATEGORIES_FIELD, type FieldValues } from "../catalog/fields.js";
import type { LiveCatalog } from "../catalog/live.js";
import { productTypesOf, NO_TAXONOMY } from "../catalog/taxonomy.js";
import { shownFields } from "../catalog/shown-fields.js";
import { variantFields } from "../catalog/product.js";
import { readToken, tasteTokens } from "../catalog/taste-tokens.js";
import { listedFields } from "../storefront/facets-configuration.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import type { SeedState } from "./response.js";

/** The properties of a product in focus that recommenders use: a seed product, or the product that the shopper viewed last. */
export interface Seed {
  readonly id: string;
  /** Taste tokens of the product, see `catalog/taste-tokens.ts`. */
  readonly tokens: readonly string[];
  /** The deepest categories of the product. */
  readonly categories: readonly string[];
  readonly titles: readonly string[];
  /** Words of the product's attributes, such as material or model. */
  readonly words: readonly string[];
  /** Text values of facets that the other properties of the seed do not cover, such as the season or the material. */
  readonly facet_values: readonly string[];
  /** The departments of the product, and the values of the department field. Empty for products of all departments. */
  readonly departments: readonly Department[];
  readonly department_values: readonly string[];
  /** Categories of the product at the level of product types. */
  readonly productTypes: readonly string[];
  readonly designers: readonly string[];
  /** Model names of the product within its brand. */
  readonly models: readonly string[];
  /** Lowest price of the product's variants; undefined if no price is known. */
  readonly price: number | undefined;
}

/** Fields whose words are ignored, because other properties of the seed cover them or because their values are unique to the product. */
const NOT_WORDS = new Set([
  "product_identifier", "variant_identifier", "title", "designer", "categories", "description", "images", "handle",
  "released_at", "sizes", "url", CATEGORY_FIELD,
]); // prettier-ignore
const MAX_WORDS = 40;
/** Maximum length of an attribute value, in characters. Longer values are free text and are ignored. */
const MAX_WORD_LENGTH = 100;

/**
 * Creates a seed from the visible fields of a product.
 * @param source the product; if no variant is active, all variants are used
 */
export function seedOf(
  source: ProductSource,
  { fields: all, taxonomy = NO_TAXONOMY }: Pick<LiveCatalog, "fields" | "taxonomy">,
  { taste: rules, facets, fields }: Pick<StorefrontConfiguration, "taste" | "facets" | "fields">,
): Seed {
  const types = shownFields(all, fields);
  const active = source.source.filter((variant) => variant.active);
  const fieldNames = (active.length > 0 ? active : source.source).map(({ data }) => variantFields(data, types));
  const categories = tasteTokens(fieldNames, { fields: [{ field: CATEGORIES_FIELD }], price: null }).map(
    (token) => readToken(token).value,
  );
  const { departments } = taxonomy;
  const valuesOf = (field: string) => fieldNames.flatMap((own) => own.get(field) ?? []);
  const known = new Set([...NOT_WORDS, ...rules.fields.map(({ field }) => field), departments?.field]);
  const telling = listedFields(facets).filter((field) => !known.has(field));
  const prices = valuesOf(rules.price?.field ?? "price").filter((price) => typeof price === "number" && price > 0);
  return {
    id: source.product_identifier,
    tokens: tasteTokens(fieldNames, rules),
    categories,
    titles: [...new Set(valuesOf("title").map(String))],
    words: wordsIn(fieldNames),
    facet_values: [...new Set(telling.flatMap(valuesOf))].filter((value) => typeof value === "string"),
    departments: departments === null ? [] : departmentsOf(departments, valuesOf(departments.field)),
    department_values: departments === null ? [] : departmentValues(departments, valuesOf(departments.field)),
    productTypes: productTypesOf(categories, taxonomy),
    designers: [...new Set(valuesOf("designer").map(String))],
    models: [...new Set(valuesOf("model").map(String))],
    price: prices.length === 0 ? undefined : Math.min(...(prices as number[])),
  };
}

/**
 * Returns whether a product cannot replace a seed, because it has a different product type or, within a broad category, a different head
 * noun.
 */
export function isAnotherThing(
  seed: Seed,
  product: Seed,
  { language }: Pick<StorefrontConfiguration, "language">,
): boolean {
  if (!product.productTypes.some((kind) => seed.productTypes.includes(kind))) return true;
  // Only the first head noun of a title names the product. Later head nouns are sizes and included items.
  const firstOf = (one: Seed) => headsOf(one, language).flatMap((heads) => heads.slice(0, 1));
  const heads = new Set(firstOf(seed));
  return !firstOf(product).some((head) => heads.has(head));
}

/** Returns the head nouns of each title. */
export const headsOf = ({ titles, designers }: Seed, language: Language): string[][] =>
  titles.map((title) => headsOfTitle(title, designers[0], NO_WORDS, headPosition(language)));

const NO_WORDS: ReadonlySet<string> = new Set();

function wordsIn(variants: readonly FieldValues[]): string[] {
  const words = new Set<string>();
  for (const fields of variants) {
    for (const [field, values] of fields) {
      if (NOT_WORDS.has(field)) continue;
      for (const value of values) {
        if (words.size === MAX_WORDS) return [...words];
        if (typeof value === "string" && value.length <= MAX_WORD_LENGTH) words.add(value);
      }
    }
  }
  return [...words];
}

export function seedState(named: readonly string[], found: readonly Seed[]): SeedState {
  if (found.length === 0) return "unseeded";
  return found.length < named.length ? "partially_seeded" : "seeded";
}
