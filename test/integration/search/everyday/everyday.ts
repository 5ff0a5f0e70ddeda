import type { Language } from "../../../../src/languages/languages.js";

export interface EverydayProduct {
  readonly title: string;
  readonly designer?: string;
  readonly color?: string;
  readonly mpn?: string;
  readonly categories?: readonly string[];
  readonly description?: string;
}

/** The subject of a test case. */
export type Kind =
  | "accents"
  | "departments"
  | "plurals"
  | "stop words"
  | "apostrophes"
  | "hyphens"
  | "compounds"
  | "codes"
  | "symbols"
  | "exact titles"
  | "amounts"
  | "negation"
  | "characters"
  | "spellings"
  | "typos"
  | "synonyms";

/** A query and the products that a good shop assistant shows for it. */
export interface EverydayCase<Id extends string = string> {
  readonly query: string;
  /** Products that must all be among the first 100 results. */
  readonly finds: readonly Id[];
  /** Product that must be the first result. */
  readonly first?: Id;
  /**
   * Products that must not be found by a one-word query. For a longer query, they must rank below all products in
   * `finds`.
   */
  readonly lacks?: readonly Id[];
  /** Products that must not be found, regardless of the length of the query. */
  readonly never?: readonly Id[];
}

/** A shop in one language and the queries of its shoppers. */
export interface EverydayShop {
  readonly language: Language;
  readonly shop: Readonly<Record<string, EverydayProduct>>;
  readonly cases: readonly (EverydayCase & { readonly kind: Kind })[];
}

/**
 * Defines a shop. A string instead of a product is the title of the product. The compiler rejects cases with ids that
 * `shop` does not have.
 */
export function everydayShop<Id extends string>(
  language: Language,
  shop: Readonly<Record<Id, string | EverydayProduct>>,
  cases: Readonly<Partial<Record<Kind, readonly EverydayCase<NoInfer<Id>>[]>>>,
): EverydayShop {
  const products = Object.entries<string | EverydayProduct>(shop).map(
    ([id, product]) => [id, typeof product === "string" ? { title: product } : product] as const,
  );
  const kinds = Object.entries(cases) as [Kind, readonly EverydayCase[]][];
  return {
    language,
    shop: Object.fromEntries(products),
    cases: kinds.flatMap(([kind, rows]) => rows.map((row) => ({ ...row, kind }))),
  };
}
