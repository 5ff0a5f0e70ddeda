import { formatAddress } from "../../server/address.js";
import { element } from "../element.js";
import type { Shop } from "../shop.js";
import type { Reranked, ShownList } from "../tracker.js";
import { picture } from "./picture.js";
import { price } from "./price.js";

/** Creates the list item that shows a product. */
export function productCard(shop: Shop, list: ShownList, reranked: Reranked, soon = false): HTMLLIElement {
  const { product } = reranked;
  const href = formatAddress({ page: "product", product: product.id, variant: product.variant });
  const card = element(
    "li",
    { class: "card", "data-product": product.id },
    element(
      "a",
      { href, click: () => shop.tracker.listClick(list, reranked) },
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
  shop.impressions.watch(card, list, reranked);
  return card;
}

function reduction({ language }: Shop, { price: now, formerPrice: before }: Reranked["product"]): string {
  if (now === null || before === null) return "";
  return new Intl.NumberFormat(language.locale, { style: "percent" }).format(now / before - 1);
}
