import { firstText, reportedVariant, type Json, type ProductSource } from "../../../src/catalog/product-document.js";

/** What a product is recognised by. */
export interface ProductCard {
  readonly product_identifier: string;
  readonly title: string | null;
  readonly designer: string | null;
  /** Address of its first picture. */
  readonly picture: string | null;
  readonly active: boolean;
  /** Each of the feed's, the deepest of its branch as it was sent. */
  readonly categories: readonly string[];
}

export function cardOf(product: ProductSource): ProductCard {
  const data: Readonly<Record<string, Json | undefined>> | undefined = reportedVariant(product)?.data;
  return {
    product_identifier: product.product_identifier,
    active: product.active,
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

/** Feeds name pictures by address, or in objects that have one somewhere. */
function firstAddress(value: Json | undefined): string | null {
  if (typeof value === "string") return /^(?:https?:\/)?\//.test(value) ? value : null;
  if (typeof value !== "object" || value === null) return null;
  for (const part of Object.values(value as Readonly<Record<string, Json>>)) {
    const found = firstAddress(part);
    if (found !== null) return found;
  }
  return null;
}
