import { lastLevel } from "./product.js";
import type { Taste } from "./service.js";
import type { Shop } from "./shop.js";

/** A token as shoppers read it: what kind of thing it is, and which. */
export interface TokenWords {
  readonly kind: string;
  readonly value: string;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ["designer", "Designer"],
  ["categories", "Category"],
  ["color", "Colour"],
  ["department", "Department"],
  ["material", "Material"],
  ["price_band", "Price"],
]);

/** A price band's label has its prices, "90.5–128". */
const PRICES = /^([\d.e+]+)–([\d.e+]+)$/;

export function describeToken(
  { money }: Pick<Shop, "money">,
  { field, label }: Pick<Taste["tokens"][number], "field" | "label">,
): TokenWords {
  const kind = KINDS.get(field) ?? capitalised(field.slice(field.lastIndexOf(".") + 1).replaceAll("_", " "));
  const prices = field === "price_band" ? PRICES.exec(label) : null;
  if (prices === null) return { kind, value: lastLevel(label) };
  const whole = (amount = "") => money(Math.round(Number(amount))).replace(/\.00$/, "");
  return { kind, value: `${whole(prices[1])} to ${whole(prices[2])}` };
}

/** Muted tokens come without words of their own: "designer=GUCCI". */
export function describeMuted(token: string): TokenWords {
  const equals = token.indexOf("=");
  const field = token.slice(0, equals);
  const value = token.slice(equals + 1);
  return {
    kind: KINDS.get(field) ?? capitalised(field),
    value: field === "price_band" ? `band ${value}` : lastLevel(value),
  };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
