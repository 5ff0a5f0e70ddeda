import { createInstantSearch } from "@vitrine/instantsearch";
import type { ClientOptions } from "@vitrine/client";

/** URL and key of the service, embedded by `serve.ts`. */
const access = JSON.parse(document.getElementById("access")?.textContent ?? "") as ClientOptions;

/** Device id, which this example keeps until the tab is closed. A shop keeps the id as long as the shopper consents. */
function deviceId(): string {
  const stored = sessionStorage.getItem("device") ?? crypto.randomUUID();
  sessionStorage.setItem("device", stored);
  return stored;
}

export const { searchClient, insightsClient } = createInstantSearch(
  { ...access, user: () => ({ device_id: deviceId() }) },
  {
    sorts: { products_price_asc: "price_asc", products_price_desc: "price_desc", products_newest: "newest" },
    suggestions: { products_queries: "queries" },
    projection: ["name", "designer", "price", "images"],
  },
);

export const SORTS = [
  { value: "products", label: "Featured" },
  { value: "products_newest", label: "New in" },
  { value: "products_price_asc", label: "Price: low to high" },
  { value: "products_price_desc", label: "Price: high to low" },
];

export const CATEGORIES = ["categories.lvl0", "categories.lvl1", "categories.lvl2"];

/** Product fields that the search client requests with `projection`. */
export interface Product {
  readonly name: string;
  readonly designer: string;
  readonly price: number;
  readonly images: readonly string[];
}

export const pictureOf = ({ images: [first = ""] }: Product): string => new URL(first, access.url).href;
