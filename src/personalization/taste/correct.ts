import type { Correction } from "../taste-requests.js";
import { BOUNDS, type TasteDocument } from "./document.js";

export function correct(document: TasteDocument, correction: Correction): TasteDocument {
  const { mute = [], unmute = [], remove = [], remove_products = [] } = correction;
  const tokens = new Set(remove);
  const products = new Set(remove_products);
  const unmuted = new Set(unmute);
  return {
    ...document,
    products: document.products
      .filter(({ id }) => !products.has(id))
      .map((product) => ({ ...product, tokens: product.tokens.filter((token) => !tokens.has(token)) })),
    faded: document.faded.filter(([token]) => !tokens.has(token)),
    // A refund later on must not find what was to be gone.
    orders: document.orders.map((order) => ({
      ...order,
      products:
        order.products
          ?.filter(({ id }) => !products.has(id))
          .map((product) => ({ ...product, tokens: product.tokens.filter((token) => !tokens.has(token)) })) ?? null,
    })),
    muted: [...new Set([...document.muted.filter((token) => !unmuted.has(token)), ...mute])].slice(-BOUNDS.muted),
  };
}
