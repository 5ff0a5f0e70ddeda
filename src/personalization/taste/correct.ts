import Type from "typebox";
import { closed, list, type Of } from "../../schema/typed.js";
import { BOUNDS, emptyTaste, type OrderedProduct, type TasteDocument } from "./document.js";
import { PRICE_TOKEN } from "./snapshot.js";

/** A token is a field name, "=" and a value. */
const token = Type.String({
  maxLength: 512,
  pattern: "^[^=]+=.",
  "x-expected": "a token from `tokens`, like `designer=GUCCI`",
});
const tokens = (description: string) => Type.Optional(list(token, { maxItems: BOUNDS.muted, description }));

/** The body of `PATCH /v2/taste`: a shopper's corrections of a learned taste. */
export const CORRECTION = closed(
  {
    mute: tokens(
      "Tokens (learned preferences) to mute. The weight of muted tokens stays 0, regardless of later events.",
    ),
    unmute: tokens("Tokens to unmute."),
    remove: tokens(
      "Tokens (learned preferences) to remove from the taste profile. Later events may add the tokens again.",
    ),
    remove_products: Type.Optional(
      list(Type.String({ minLength: 1, maxLength: 512 }), {
        maxItems: BOUNDS.products,
        description: "Products to remove from the taste profile, together with the preferences learned from them.",
      }),
    ),
  },
  { minProperties: 1 },
);

type Correction = Of<typeof CORRECTION>;

export function correct(document: TasteDocument, correction: Correction): TasteDocument {
  const { mute = [], unmute = [], remove = [], remove_products = [] } = correction;
  const tokens = new Set(remove);
  const products = new Set(remove_products);
  const unmuted = new Set(unmute);
  return {
    ...document,
    products: document.products.filter(({ id }) => !products.has(id)).map((product) => without(product, tokens)),
    // A later refund of a product that the shopper has removed must not affect the taste profile either.
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

/**
 * Returns the taste document of a shopper who requested to be forgotten. The document is empty, without muted tokens,
 * and stores the time up to which events are ignored.
 * @param now time in milliseconds since 1970
 */
export const forget = ({ client_id, kind, forgotten_at, erased_at }: TasteDocument, now: number): TasteDocument => ({
  ...emptyTaste(client_id, kind, Math.max(now, forgotten_at ?? now)),
  ...(erased_at === undefined ? {} : { erased_at }),
});

/**
 * Returns the taste document of an erased shopper. Because of its `erased_at`, earlier events are neither counted in taste profiles nor
 * stored.
 * @param now time in milliseconds since 1970
 */
export const erase = (document: TasteDocument, now: number): TasteDocument => ({
  ...forget(document, now),
  erased_at: Math.max(now, document.erased_at ?? now),
});

/** Returns whether the document contains no data to forget. */
export const isBare = ({ as_of, shown, muted, orders }: TasteDocument): boolean =>
  as_of === 0 && shown.length + muted.length + orders.length === 0;
