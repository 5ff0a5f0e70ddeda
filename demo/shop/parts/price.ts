import { element } from "../element.js";
import type { Product } from "../product.js";
import type { Shop } from "../shop.js";

export function price(
  { money, words }: Pick<Shop, "money" | "words">,
  { price: now, formerPrice: before }: Product,
): HTMLElement {
  if (now === null) return element("span", { class: "price" }, words.price_on_request);
  if (before === null) return element("span", { class: "price" }, money(now));
  return element(
    "span",
    { class: "price reduced" },
    element("span", { class: "spoken" }, `${words.price_now} `),
    money(now),
    " ",
    element("s", {}, element("span", { class: "spoken" }, `${words.price_before} `), money(before)),
  );
}
