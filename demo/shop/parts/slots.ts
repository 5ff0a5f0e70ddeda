import type { SlotsResponse } from "@vitrine/client";
import { element } from "../element.js";
import { CARD_FIELDS, productOf, type Item } from "../product.js";
import type { Shop } from "../shop.js";
import { productCard } from "./product-card.js";

/** Titled row of products that scrolls horizontally. */
export function row(shop: Shop, title: string, recommendation_id: string, items: readonly Item[]): HTMLElement {
  const list = { name: title, recommendation_id };
  const cards = items.map((item, index) => productCard(shop, list, { product: productOf(item), position: index + 1 }));
  return element(
    "section",
    { class: "row", "aria-label": title },
    element("h2", {}, title),
    element("ul", { class: "row-items", role: "list" }, ...cards),
  );
}

/** Maximum number of seed products to send. The latest products are sent, because they are the most informative. */
const MAX_SEEDS = 50;

export interface SlotsWanted {
  readonly placement: "home" | "product_page" | "cart" | "not_found";
  /** Products of the page on which recommendations are based, oldest first. */
  readonly seeds?: readonly string[];
  /** Additional metadata of the page. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * Loads the recommendation blocks of a placement. Returns an empty list after a failure, because the page is useful
 * without recommendations.
 */
export async function slots(shop: Shop, wanted: SlotsWanted, signal: AbortSignal): Promise<readonly HTMLElement[]> {
  const response = await requestForSlots(shop, wanted, signal);
  return (response?.slots ?? [])
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => row(shop, title, response?.recommendation_id ?? "", items));
}

async function requestForSlots(
  { service }: Shop,
  { placement, seeds = [], metadata }: SlotsWanted,
  signal: AbortSignal,
): Promise<SlotsResponse | undefined> {
  try {
    return await service.slots(
      {
        placement,
        projection: CARD_FIELDS,
        ...(seeds.length > 0 && { seed: { product_identifiers: seeds.slice(-MAX_SEEDS) } }),
        ...(metadata && { metadata }),
      },
      { signal },
    );
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Loads products similar to a product; `undefined` if there are no similar products or the request fails. */
export async function similar(shop: Shop, product: string, signal: AbortSignal): Promise<HTMLElement | undefined> {
  try {
    const { items, recommendation_id } = await shop.service.recommend(
      { profile: "similar", seed: { product_identifiers: [product] }, limit: 4, projection: CARD_FIELDS },
      { signal },
    );
    return items.length === 0 ? undefined : row(shop, shop.words.similar, recommendation_id, items);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
