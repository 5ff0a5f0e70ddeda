import { tasteToken } from "../../../src/catalog/taste-tokens.js";
import {
  emptyTaste,
  type OrderedProduct,
  type ProductInterest,
  type TasteDocument,
} from "../../../src/personalization/taste/document.js";

/** Product views and liked values of a simulated shopper. */
export interface InventedTaste {
  /** Products, latest view first. */
  readonly products: readonly OrderedProduct[];
  /** Liked values. Each counts as a view of a product with this value only, later than the views of `products`. */
  readonly likes: readonly { readonly field: string; readonly value: string }[];
}

const MINUTE_MS = 60_000;

/** Computes the taste of a device with these views, a minute apart, the latest at `now` (milliseconds since 1970). */
export function inventTaste(clientId: string, { products, likes }: InventedTaste, now: number): TasteDocument {
  const views = [
    ...likes.map(({ field, value }, at) => ({ id: `${field}=${value} ${at}`, tokens: [tasteToken(field, value)] })),
    ...products,
  ];
  return {
    ...emptyTaste(clientId, "device"),
    as_of: now,
    products: views.map((preview, at): ProductInterest => ({ ...preview, at: now - at * MINUTE_MS, interest: 1 })),
  };
}
