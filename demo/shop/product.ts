/** Product in listings and blocks. Only the identifiers are guaranteed, because feeds may omit all other fields. */
export interface Item {
  readonly product_identifier: string;
  readonly variant_identifier: string;
  readonly [field: string]: unknown;
}

/** Normalized variant for the shop's pages, with defaults for missing fields. */
export interface Product {
  readonly id: string;
  readonly variant: string;
  readonly name: string;
  readonly brand: string;
  /** Category path such as "Clothing: Knitwear: Cardigans"; "" if unknown. */
  readonly category: string;
  /** Department such as "Women"; "" if unknown. */
  readonly department: string;
  readonly price: number | null;
  /** Price before the reduction; `null` if the product is not reduced. */
  readonly formerPrice: number | null;
  readonly color: string;
  readonly images: readonly string[];
  readonly sizes: readonly string[];
  readonly inStock: boolean;
  readonly description: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Product fields that every page requests, so that a product looks the same on all pages. */
export const CARD_FIELDS: readonly string[] = [
  ...["name", "designer", "category", "price", "images"],
  ...["original_price", "color", "color_name", "in_stock"],
];

export const PRODUCT_FIELDS: readonly string[] = [
  ...CARD_FIELDS,
  ...["sizes", "description", "attributes", "department"],
];

export function productOf(item: Item): Product {
  const price = number(item.price);
  const before = number(item.original_price);
  return {
    id: item.product_identifier,
    variant: item.variant_identifier,
    name: text(item.name) || item.product_identifier,
    brand: text(item.designer),
    category: text(item.category),
    department: text(item.department),
    price,
    formerPrice: price !== null && before !== null && before > price ? before : null,
    color: text(item.color_name) || text(item.color),
    images: texts(item.images),
    sizes: texts(item.sizes),
    inStock: item.in_stock !== false,
    description: text(item.description),
    attributes: isRecord(item.attributes) ? item.attributes : {},
  };
}

/** Returns the last level of a category path: "Clothing: Knitwear: Cardigans" → "Cardigans". */
export const lastLevel = (category: string): string => category.slice(category.lastIndexOf(": ") + 1).trim();

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);
const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (one) => typeof one === "string" && one !== "",
  ) as string[];
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
