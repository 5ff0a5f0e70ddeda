import type { Requested, PublicStorefront, SuggestRequest, SuggestResponse } from "@vitrine/client";
import { listing, type Address } from "../server/address.js";
import type { PageWords } from "../server/page-language.js";
import { CARD_FIELDS, productOf, type Product } from "./product.js";

/** Suggestion in the search field's list. */
export interface Option {
  readonly label: string;
  readonly address: Address;
  /** Text of the search field after the selection; `null` leaves it unchanged. */
  readonly query: string | null;
  readonly product: Product | null;
}

/** Non-empty group of suggestions of one type. */
export interface OptionGroup {
  readonly kind: "queries" | "categories" | "brands" | "products";
  readonly title: string;
  readonly options: readonly Option[];
}

export const suggestRequest = (typed: string): Requested<SuggestRequest> => ({
  query: typed,
  limits: { queries: 4, categories: 2, brands: 2, products: 4 },
  projection: CARD_FIELDS,
});

/** Converts suggestions to addresses of this shop. Empty groups are omitted. */
export function optionGroups(
  { queries, categories, brands, products }: SuggestResponse,
  { facets }: Pick<PublicStorefront, "facets">,
  words: Pick<PageWords, "search_for" | "categories" | "brands" | "products">,
): OptionGroup[] {
  /** Returns a listing in which the facet value is selected, or a search for the value if its facet does not exist. */
  const ofFacet = (of: string, { value, label }: SuggestResponse["brands"][number]): Option => {
    const facet = facets.find(({ field, type }) => field === of && type !== "range");
    return facet === undefined
      ? option(label, listing({ kind: "search", query: label }), { query: label })
      : option(label, listing({ kind: "search", query: "" }, { lists: new Map([[facet.key, [value]]]) }));
  };
  const groups: OptionGroup[] = [
    {
      kind: "queries",
      title: words.search_for,
      options: queries.map(({ query }) => option(query, listing({ kind: "search", query }), { query })),
    },
    { kind: "categories", title: words.categories, options: categories.map((value) => ofFacet("categories", value)) },
    { kind: "brands", title: words.brands, options: brands.map((value) => ofFacet("designer", value)) },
    { kind: "products", title: words.products, options: products.map(productOf).map(ofProduct) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

const option = (label: string, address: Address, more: Partial<Option> = {}): Option => ({
  label,
  address,
  query: null,
  product: null,
  ...more,
});

const ofProduct = (product: Product): Option =>
  option(product.name, { page: "product", product: product.id, variant: product.variant }, { product });
