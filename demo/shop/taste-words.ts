import { lastLevel } from "./product.js";
import type { Taste } from "@vitrine/client";
import type { Shop } from "./shop.js";

/** Readable field name and value of a taste token. */
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
  ["price", "Price"],
]);

/** Pattern for price labels: a price range such as "90.5–128" or a price such as "59.5". */
const PRICES = /^([\d.e+]+)(?:–([\d.e+]+))?$/;

export function describeToken(
  { money }: Pick<Shop, "money">,
  { field, label }: Pick<Taste["tokens"][number], "field" | "label">,
): TokenWords {
  const kind = KINDS.get(field) ?? capitalised(field.slice(field.lastIndexOf(".") + 1).replaceAll("_", " "));
  const prices = field === "price" ? PRICES.exec(label) : null;
  if (prices === null) return { kind, value: lastLevel(label) };
  const whole = (amount = "") => money(Number(amount), 0);
  const [, least, most] = prices;
  return { kind, value: most === undefined ? `≈ ${whole(least)}` : `${whole(least)} – ${whole(most)}` };
}

/** Describes a muted taste token from its text, such as "designer=GUCCI" or "price=all". Muted tokens have no label. */
export function describeMuted(token: string): TokenWords {
  const equals = token.indexOf("=");
  const field = token.slice(0, equals);
  return { kind: KINDS.get(field) ?? capitalised(field), value: lastLevel(token.slice(equals + 1)) };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
