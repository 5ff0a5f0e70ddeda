import type { SearchResponse } from "@vitrine/client";
import { formatAddress, listing } from "../../server/address.js";
import { element } from "../element.js";
import { categoryPath } from "../parts/categories.js";
import { picture } from "../parts/picture.js";
import { row, slots } from "../parts/slots.js";
import { tasteStrip } from "../parts/taste-strip.js";
import { CARD_FIELDS, productOf, type Product } from "../product.js";
import type { Page, Shop } from "../shop.js";

/** Categories on the home page, each with a picture of its first product. */
const DOORS: readonly { readonly name: string; readonly department: string; readonly category: readonly string[] }[] = [
  { name: "Dresses", department: "Women", category: ["Clothing", "Dresses"] },
  { name: "Women’s coats", department: "Women", category: ["Clothing", "Coats"] },
  { name: "Bags", department: "Women", category: ["Bags"] },
  { name: "Knitwear", department: "Men", category: ["Clothing", "Knitwear"] },
  { name: "Men’s shoes", department: "Men", category: ["Shoes"] },
  { name: "Shirts", department: "Men", category: ["Clothing", "Shirts"] },
];

export const homePage: Page = async (shop, _address, signal) => {
  const strip = tasteStrip(shop, shop.settings.ranks_personally);
  const [fresh, doors, blocks] = await Promise.all([
    shop.service.search({ sort: ["newest"], limit: 3, projection: CARD_FIELDS }, { signal }),
    Promise.all(DOORS.map((door) => doorTo(shop, door, signal))),
    slots(shop, { placement: "home" }, signal),
  ]);
  return {
    title: "Vitrine, the demo shop",
    type: "homepage",
    onShow: strip.update,
    content: element(
      "div",
      { class: "page home" },
      hero(fresh),
      strip.content,
      ...(blocks.length > 0 ? blocks : await rows(shop, signal)),
      element(
        "section",
        { "aria-label": "Departments" },
        element("h2", {}, "Come in"),
        element("div", { class: "doors" }, ...doors),
      ),
    ),
  };
};

/** Product rows that the home page shows if there are no recommendations. */
async function rows(shop: Shop, signal: AbortSignal): Promise<readonly HTMLElement[]> {
  const requested = { limit: 10, projection: CARD_FIELDS };
  const [first, reduced] = await Promise.all([
    shop.service.search(requested, { signal }),
    shop.service.search({ ...requested, filters: { on_sale: true } }, { signal }),
  ]);
  const title = shop.shopper.consent() === "yes" ? "Chosen for you" : "Featured products";
  return [
    row(shop, title, first.recommendation_id, first.items),
    row(shop, "Reduced", reduced.recommendation_id, reduced.items),
  ].filter((one) => one.querySelector("li") !== null);
}

function hero({ items }: SearchResponse): HTMLElement {
  const newest = formatAddress(listing({ kind: "new" }));
  return element(
    "section",
    { class: "hero" },
    element(
      "div",
      { class: "hero-words" },
      element("p", { class: "hero-kicker" }, "The new season"),
      element("h1", { tabindex: -1 }, "A shop that rearranges itself for you"),
      element(
        "p",
        {},
        "Three thousand products from sixty brands. View products that you like, and the next page adapts to your taste.",
      ),
      element("a", { class: "button", href: newest }, "See what is new"),
    ),
    element(
      "div",
      { class: "hero-pictures", "aria-hidden": "true" },
      ...items.map((item) => picture(productOf(item), { soon: true, decorative: true })),
    ),
  );
}

/** Link to a category with a picture; without the picture if the category is empty. */
async function doorTo(shop: Shop, door: (typeof DOORS)[number], signal: AbortSignal): Promise<HTMLElement> {
  const { name, department, category } = door;
  const { items } = await shop.service.search(
    { filters: { department, categories: category.join(": ") }, limit: 1, projection: ["name", "designer", "images"] },
    { signal },
  );
  const products: readonly Product[] = items.map(productOf);
  return element(
    "a",
    { class: "door", href: categoryPath(department, category) },
    ...products.map((product) => picture(product, { decorative: true })),
    element("span", { class: "door-name" }, name),
  );
}
