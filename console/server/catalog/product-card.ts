import type { Json, ProductSource } from "../../../src/catalog/product-document.js";

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

/** Of its first active variant, else of its first. */
export function cardOf({ product_identifier, active, source }: ProductSource): ProductCard {
  const data = (source.find((variant) => variant.active) ?? source[0])?.data as
    Readonly<Record<string, Json | undefined>> | undefined;
  return {
    product_identifier,
    active,
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

const firstText = (value: Json | undefined): string | null => textsIn(value)[0] ?? null;

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
