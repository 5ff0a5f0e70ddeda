/** The least that a storefront may ask for is 2, the most is this. */
export const MAX_SHOPPERS = 10;

/** Different shoppers (hashes) with one more, no more than it takes to know that there are several. */
export const withShopper = (shoppers: readonly string[], shopper: string): readonly string[] =>
  shoppers.length < MAX_SHOPPERS && !shoppers.includes(shopper) ? [...shoppers, shopper] : shoppers;
