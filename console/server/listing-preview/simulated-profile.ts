import { tasteToken } from "../../../src/catalog/taste-tokens.js";
import {
  emptyTaste,
  type OrderedProduct,
  type ProductInterest,
  type TasteDocument,
} from "../../../src/personalization/taste/document.js";

/** What an invented shopper has looked at. */
export interface InventedTaste {
  /** Products, latest first. */
  readonly products: readonly OrderedProduct[];
  /** Values liked, each as if in a product that has nothing else; before the products. */
  readonly likes: readonly { readonly field: string; readonly value: string }[];
}

const MINUTE_MS = 60_000;

/** The taste that a device would have after these looks, a minute apart, the latest at `now` (milliseconds since 1970). */
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
