import type { Facet } from "@vitrine/client";
import { formatAddress, listing, type Collection, type ListingAddress } from "../../server/address.js";
import { element } from "../element.js";
import { lastLevel } from "../product.js";
import type { Shop } from "../shop.js";

/** Breadcrumbs to a collection. The collection itself is not a link. */
export function breadcrumbs(shop: Shop, collection: Collection): HTMLElement | null {
  if (collection.kind !== "category") return null;
  const { department, category } = collection;
  const above = [...category.keys()].map((depth) => category.slice(0, depth));
  return trail(
    shop,
    above.map((levels) => ({ name: levels.at(-1) ?? department, href: categoryPath(department, levels) })),
  );
}

/**
 * Creates links to a category and to its parent categories.
 * @param levels category levels, broadest first
 */
export function trail(
  { words }: Shop,
  levels: readonly { readonly name: string; readonly href: string }[],
): HTMLElement {
  return element(
    "nav",
    { class: "trail", "aria-label": words.categories },
    element(
      "ol",
      {},
      element("li", {}, element("a", { href: "/" }, words.home)),
      ...levels.map(({ name, href }) => element("li", {}, element("a", { href }, name))),
    ),
  );
}

export const categoryPath = (department: string, category: readonly string[]) =>
  formatAddress(listing({ kind: "category", department, category }));

/** Links to the subcategories of a category, most products first; `null` without subcategories. */
export function subcategories(
  { words }: Shop,
  { collection }: ListingAddress,
  facets: readonly Facet[],
): HTMLElement | null {
  if (collection.kind !== "category") return null;
  const found = facets.find(({ key }) => key === "categories");
  const names = (found?.type === "list" ? found.values : [])
    .map(({ value }) => value)
    .filter((value) => isChild(value, collection.category));
  if (names.length < 2) return null;
  const links = names.map((name) =>
    element(
      "li",
      {},
      element("a", { class: "chip", href: categoryPath(collection.department, name.split(": ")) }, lastLevel(name)),
    ),
  );
  return element(
    "nav",
    { "aria-label": words.categories },
    element("ul", { class: "chips scrolls", role: "list" }, ...links),
  );
}

function isChild(category: string, of: readonly string[]): boolean {
  const levels = category.split(": ");
  return levels.length === of.length + 1 && of.every((level, depth) => levels[depth] === level);
}
