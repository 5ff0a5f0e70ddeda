/** A recommendation request of a page: endpoint and body. */
export type Requested = readonly [endpoint: "query" | "query/slots", body: object];

const FILTERS = { color: { $in: ["Black", "Blue", "White"] } };

/** Returns a request for twelve products similar to `product`, with a filter. */
export const similarTo = (product: string, device_id: string): Requested => [
  "query",
  {
    user: { device_id },
    profile: "similar",
    limit: 12,
    filters: FILTERS,
    seed: { product_identifiers: [product] },
  },
];

/** Returns a request for the six slots of a product page. */
export const slotsFor = (product: string, device_id: string): Requested => [
  "query/slots",
  { user: { device_id }, placement: "product_page", limit: 5, seed: { product_identifiers: [product] } },
];

/**
 * Distance in the catalogue between products with adjacent popularity ranks. A prime number, so that each product gets
 * one rank.
 */
const STRIDE = 7_919;

/** Returns the product with a popularity rank (0 is the most popular). */
export const productOf = (products: readonly string[], rank: number): string =>
  products[(rank * STRIDE) % products.length] as string;
