import { firstText, reportedVariant, type Json, type ProductSource } from "../../../src/catalog/product-document.js";

/** Summary of a product for lists. */
export interface ProductCard {
  readonly product_identifier: string;
  readonly title: string | null;
  readonly designer: string | null;
  /** Address of the first picture. */
  readonly picture: string | null;
  readonly active: boolean;
  /** Price of the variant that listings show; `null` without a price. */
  readonly price: number | null;
  /** Categories from the feed. Lists only the deepest category of each branch. */
  readonly categories: readonly string[];
}

export function cardOf(product: ProductSource): ProductCard {
  const data: Readonly<Record<string, Json | undefined>> | undefined = reportedVariant(product)?.data;
  return {
    product_identifier: product.product_identifier,
    active: product.active,
    price: typeof data?.["price"] === "number" ? data["price"] : null,
    title: firstText(data?.["title"]),
    designer: firstText(data?.["designer"]),
    picture: firstAddress(data?.["images"]),
    categories: textsIn(data?.["categories"]),
  };
}

const textsIn = (value: Json | undefined): string[] => {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
};

/** Finds the first image URL in a field that contains a URL or nested objects with URLs. */
function firstAddress(value: Json | undefined): string | null {
  if (typeof value === "string") return /^(?:https?:\/)?\//.test(value) ? value : null;
  if (typeof value !== "object" || value === null) return null;
  for (const part of Object.values(value as Readonly<Record<string, Json>>)) {
    const found = firstAddress(part);
    if (found !== null) return found;
  }
  return null;
}
