import type { Address } from "../../server/address.js";
import { formatAddress } from "../../server/address.js";
import { element } from "../element.js";
import { buyForm } from "../parts/buy-form.js";
import { categoryPath, trail } from "../parts/categories.js";
import { picture } from "../parts/picture.js";
import { price } from "../parts/price.js";
import { similar, slots } from "../parts/slots.js";
import type { Product } from "../product.js";
import type { Page, Shop } from "../shop.js";
import { inAllSizes, ofEachColor, variantsOf } from "../variants.js";
import { goneProductPage } from "./not-found.js";

export const productPage: Page<Extract<Address, { page: "product" }>> = async (shop, address, signal) => {
  const [variants, blocks] = await Promise.all([
    variantsOf(shop.service, address.product, signal),
    slots(shop, { placement: "product_page", seeds: [address.product] }, signal),
  ]);
  const product = variants.find(({ variant }) => variant === address.variant) ?? variants[0];
  if (product === undefined) return goneProductPage(shop, address, signal);
  const instead = product.inStock ? undefined : await similar(shop, product.id, signal);
  let isReported = false;
  return {
    title: `${product.name}${product.brand && ` – ${product.brand}`} · Vitrine`,
    type: "product",
    onShow() {
      if (!isReported) shop.tracker.productView(product);
      isReported = true;
    },
    content: element(
      "div",
      { class: "page" },
      wayTo(shop, product),
      element(
        "article",
        { class: "product" },
        gallery(product),
        element(
          "div",
          { class: "product-words" },
          element("p", { class: "product-brand" }, product.brand),
          element("h1", { tabindex: -1 }, product.name),
          price(shop, product),
          swatches(shop, product, ofEachColor(product, variants)),
          buyForm(shop, inAllSizes(product, variants)),
          product.description === "" ? null : element("p", { class: "description" }, product.description),
          details(shop, product),
        ),
      ),
      instead ?? null,
      ...blocks,
    ),
  };
};

function wayTo(shop: Shop, { department, category }: Product): HTMLElement | null {
  if (department === "") return null;
  const levels = category === "" ? [] : category.split(": ");
  const way = [...Array(levels.length + 1).keys()].map((depth) => levels.slice(0, depth));
  return trail(
    shop,
    way.map((above) => ({ name: above.at(-1) ?? department, href: categoryPath(department, above) })),
  );
}

function gallery(product: Product): HTMLElement {
  const pictures = product.images.length === 0 ? [0] : product.images.slice(0, 2).keys();
  return element(
    "div",
    // The gallery scrolls on narrow screens. Keyboard users can scroll the gallery only if it is focusable.
    { class: "gallery", role: "group", "aria-label": product.name, tabindex: 0 },
    ...[...pictures].map((index) => picture(product, { index, soon: true })),
  );
}

/** Links to the colours of the product. Each link is a picture. */
function swatches({ words }: Shop, product: Product, variants: readonly Product[]): HTMLElement {
  const name =
    product.color && element("p", { class: "color" }, `${words.color}: `, element("strong", {}, product.color));
  if (variants.length < 2) return element("div", {}, name);
  const inOrder = [...variants].sort((a, b) => (a.variant < b.variant ? -1 : 1));
  const links = inOrder.map((variant) =>
    element(
      "li",
      {},
      element(
        "a",
        {
          class: "swatch",
          href: formatAddress({ page: "product", product: variant.id, variant: variant.variant }),
          "aria-label": variant.inStock ? variant.color : `${variant.color}, ${words.sold_out}`,
          "aria-current": variant === product,
        },
        picture(variant, { decorative: true, soon: true }),
      ),
    ),
  );
  return element(
    "nav",
    { "aria-label": words.color },
    name,
    element("ul", { class: "swatches", role: "list" }, ...links),
  );
}

const SHOWN: readonly (readonly [field: string, label: string])[] = [
  ["composition", "Composition"],
  ["care", "Care"],
  ["origin", "Made in"],
  ["pattern", "Pattern"],
  ["closure", "Closure"],
];

/** Converts a field name to a readable label: "care_label" → "Care label". */
const wordsOf = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll("_", " ");

/** Details of a product. Pages of imported shops show all product attributes. */
function details({ settings, words }: Shop, { attributes, id }: Product): HTMLElement {
  const shown =
    settings.imported !== null ? Object.keys(attributes).map((field) => [field, wordsOf(field)] as const) : SHOWN;
  const rows = shown.flatMap(([field, label]) => {
    const value = attributes[field];
    return typeof value === "string" ? [element("dt", {}, label), element("dd", {}, value)] : [];
  });
  return element(
    "details",
    { class: "details", open: true },
    element("summary", {}, words.details),
    element("dl", {}, ...rows, element("dt", {}, words.article), element("dd", {}, id)),
  );
}
