import { element } from "../element.js";
import type { Product } from "../product.js";
import type { Shop } from "../shop.js";

export function price({ money }: Pick<Shop, "money">, { price: now, formerPrice: before }: Product): HTMLElement {
  if (now === null) return element("span", { class: "price" }, "Price on request");
  if (before === null) return element("span", { class: "price" }, money(now));
  return element(
    "span",
    { class: "price reduced" },
    element("span", { class: "spoken" }, "Now "),
    money(now),
    " ",
    element("s", {}, element("span", { class: "spoken" }, "before "), money(before)),
  );
}
