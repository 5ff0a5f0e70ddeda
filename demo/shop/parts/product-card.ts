import { formatAddress } from "../../server/address.js";
import { element } from "../element.js";
import type { Shop } from "../shop.js";
import type { Placed, ShownList } from "../tracker.js";
import { picture } from "./picture.js";
import { price } from "./price.js";

/** A product in a list, as an item of that list. */
export function productCard(shop: Shop, list: ShownList, placed: Placed, soon = false): HTMLLIElement {
  const { product } = placed;
  const href = formatAddress({ page: "product", product: product.id, variant: product.variant });
  const card = element(
    "li",
    { class: "card", "data-product": product.id },
    element(
      "a",
      { href, click: () => shop.tracker.listClick(list, placed) },
      picture(product, { soon, decorative: true }),
      product.inStock ? null : element("span", { class: "badge" }, shop.words.sold_out),
      product.inStock && product.formerPrice !== null
        ? element("span", { class: "badge sale" }, reduction(shop, product))
        : null,
      element("span", { class: "card-brand" }, product.brand),
      element("span", { class: "card-name" }, product.name),
      product.color === "" ? null : element("span", { class: "spoken" }, `, ${product.color}, `),
      price(shop, product),
    ),
  );
  shop.impressions.watch(card, list, placed);
  return card;
}

function reduction({ language }: Shop, { price: now, formerPrice: before }: Placed["product"]): string {
  if (now === null || before === null) return "";
  return new Intl.NumberFormat(language.locale, { style: "percent" }).format(now / before - 1);
}
