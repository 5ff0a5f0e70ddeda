import type { Correction } from "../taste-requests.js";
import { BOUNDS, type OrderedProduct, type TasteDocument } from "./document.js";
import { PRICE_TOKEN } from "./snapshot.js";

export function correct(document: TasteDocument, correction: Correction): TasteDocument {
  const { mute = [], unmute = [], remove = [], remove_products = [] } = correction;
  const tokens = new Set(remove);
  const products = new Set(remove_products);
  const unmuted = new Set(unmute);
  return {
    ...document,
    products: document.products.filter(({ id }) => !products.has(id)).map((product) => without(product, tokens)),
    // A refund later on must not find what was to be gone.
    orders: document.orders.map((order) => ({
      ...order,
      products:
        order.products?.filter(({ id }) => !products.has(id)).map((product) => without(product, tokens)) ?? null,
    })),
    muted: [...new Set([...document.muted.filter((token) => !unmuted.has(token)), ...mute])].slice(-BOUNDS.muted),
  };
}

function without<T extends OrderedProduct>(product: T, tokens: ReadonlySet<string>): T {
  const left = { ...product, tokens: product.tokens.filter((token) => !tokens.has(token)) };
  if (tokens.has(PRICE_TOKEN)) delete (left as { log_price?: number }).log_price;
  return left;
}
