/** A recommendation request of a page: endpoint and body. */
export type Requested = readonly [endpoint: "query" | "query/slots", body: object];

const FILTERS = { color: { $in: ["Black", "Blue", "White"] } };

/** Twelve similar products, with a filter. */
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

/** The six slots of a product page. */
export const slotsFor = (product: string, device_id: string): Requested => [
  "query/slots",
  { user: { device_id }, placement: "product_page", limit: 5, seed: { product_identifiers: [product] } },
];

/** A prime, so that products with adjacent popularity ranks are not adjacent in the catalogue. */
const STRIDE = 7_919;

/** The product of a popularity rank, from 0. */
export const productOf = (products: readonly string[], rank: number): string =>
  products[(rank * STRIDE) % products.length] as string;
