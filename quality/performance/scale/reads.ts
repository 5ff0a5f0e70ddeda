import { seeded } from "../../../demo/random.js";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { titlesOf } from "../catalogue.js";
import { serviceListing } from "../read/requests.js";
import { knownShopper, SHOPPERS, unseenDevice } from "../read/traffic.js";
import { slotsFor } from "../recommendation-requests.js";

type Endpoint = "search" | "suggest" | "query/slots";

/** A type of request that is measured. */
export interface Read {
  readonly name: string;
  /** Returns the next request. Cold requests differ each time. */
  readonly next: () => readonly [endpoint: Endpoint, body: object];
  /**
   * Maximum duration of the request as a multiple of the duration with 20,000 products. Undefined if the number of
   * matching products grows with the catalogue size.
   */
  readonly growth?: number;
}

const LIMIT = 24;

/**
 * Returns the measured requests, one per row of the report.
 * @param variants variants of the original catalogue
 * @param category category that contains one percent of the products
 */
export async function readsOf(variants: readonly ProductData[], category: string): Promise<Read[]> {
  const random = seeded("scale");
  const titles = titlesOf({ variants }).map((title) =>
    title.split(/\s+/).filter((word) => /^\p{L}{4,}$/u.test(word)).map((word) => word.toLowerCase()),
  ); // prettier-ignore
  const listing = await serviceListing();
  let requested = 0;
  /** Returns a filter that matches all prices and differs in each request, so that no response is cached. */
  const cold = () => ({ price: { $gte: (requested += 1) / 10_000 } });
  const unknown = () => ({ user: { device_id: unseenDevice() } });
  const known = () => ({ user: { device_id: knownShopper(random.integer(0, SHOPPERS - 1)) } });
  const search =
    (body: () => object): Read["next"] =>
    () => ["search", body()];
  const words = (count: number) => {
    const long = titles.filter((title) => title.length >= count);
    return () => random.pick(long).slice(0, count).join(" ");
  };
  const searching = (count: number, slip = (query: string) => query) => {
    const query = words(count);
    return search(() => ({ ...unknown(), query: slip(query()), filters: cold(), limit: LIMIT }));
  };
  const misspelt = (query: string) => query.replace(/(\p{L})(\p{L})$/u, "$2$1");
  const products = variants.map(({ product_identifier }) => product_identifier);
  const ofCategory = () => ({ categories: category, ...cold() });
  return [
    { name: "category with 1 % of the products, five facets, not cached: unknown shopper", next: search(() => ({ ...listing, ...unknown(), filters: ofCategory() })) },
    { name: "  known", next: search(() => ({ ...listing, ...known(), filters: ofCategory() })) },
    { name: "whole catalogue, five facets, not cached: unknown shopper", next: search(() => ({ ...listing, ...unknown(), filters: cold() })) },
    { name: "  known", next: search(() => ({ ...listing, ...known(), filters: cold() })) },
    { name: "  repeated, known", next: search(() => ({ ...listing, ...known() })), growth: 3 },
    { name: "search, one word", next: searching(1) },
    { name: "  two words", next: searching(2) },
    { name: "  four words", next: searching(4) },
    { name: "  three words, one misspelt", next: searching(3, misspelt) },
    { name: "whole catalogue sorted by price, not cached", next: search(() => ({ ...listing, ...unknown(), filters: cold(), sort: ["price_asc"] })) },
    { name: "product page with six recommendation slots", next: () => slotsFor(random.pick(products), unseenDevice()) as readonly ["query/slots", object] },
    { name: "search suggestions for two letters", next: () => ["suggest", { ...unknown(), query: words(1)().slice(0, 2) }], growth: 3 },
  ]; // prettier-ignore
}
