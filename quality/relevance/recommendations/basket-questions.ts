import type { Basket } from "../taste/basket.js";

/** A test case: predict the left-out products of a basket from the remaining products. */
export interface BasketQuestion {
  /** Time of the basket in milliseconds since 1970. */
  readonly at: number;
  readonly shopper: string;
  /** The given products of the basket, by product identifier; at least one. */
  readonly seeds: readonly string[];
  /** The products to predict; any of them counts as a hit. */
  readonly wanted: readonly string[];
}

export interface BasketSplit {
  /** Baskets from which the recommenders learn. */
  readonly training: readonly Basket[];
  /** Test cases, oldest first. */
  readonly questions: readonly BasketQuestion[];
}

/**
 * Splits baskets by time: the recommenders learn from the earlier baskets. For each later session, the first basket
 * with two or more products is evaluated: each product is left out once and predicted. Later baskets of the session are
 * skipped, because they mostly repeat the first basket.
 * @param baskets baskets in chronological order
 * @param heldOut share of all baskets that are not used for learning, between 0 and 1
 */
export function splitBaskets(baskets: readonly Basket[], heldOut: number): BasketSplit {
  const cut = Math.round(baskets.length * (1 - heldOut));
  const training = baskets.slice(0, cut);
  const requested = new Set(training.map(({ session }) => session));
  const questions = baskets.slice(cut).flatMap(({ at, shopper, session, products }) => {
    const distinct = [...new Set(products.map(({ product }) => product))];
    if (requested.has(session) || distinct.length < 2) return [];
    requested.add(session);
    return distinct.map((wanted) => ({ at, shopper, seeds: distinct.filter((id) => id !== wanted), wanted: [wanted] }));
  });
  return { training, questions };
}

/**
 * Returns the categories of each product, keyed by product identifier; empty for products without a category.
 * @param feed lines of a product feed
 */
export function categoriesIn(feed: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const categories = new Map<string, Set<string>>();
  for (const line of feed) {
    const { product_data: data } = JSON.parse(line) as { product_data: FeedProduct };
    const own = categories.get(data.product_identifier) ?? new Set();
    for (const category of data.categories ?? []) own.add(category);
    categories.set(data.product_identifier, own);
  }
  return categories;
}

interface FeedProduct {
  readonly product_identifier: string;
  readonly categories?: readonly string[];
}

/**
 * Returns test cases for complementary products. Each product of a basket with two or more categories is a seed
 * product. The expected recommendations are the basket's products in other categories.
 * @param questions test cases in which a single product is predicted, as returned by `splitBaskets`
 */
export function previewRequests(
  questions: readonly BasketQuestion[],
  categories: ReadonlyMap<string, ReadonlySet<string>>,
): BasketQuestion[] {
  const categoriesOf = (id: string) => categories.get(id) ?? new Set<string>();
  return questions.flatMap(({ seeds: others, wanted: [seed], ...requested }) => {
    if (seed === undefined) return [];
    const own = categoriesOf(seed);
    const wanted = others.filter((id) => [...categoriesOf(id)].every((category) => !own.has(category)));
    return wanted.length === 0 ? [] : [{ ...requested, seeds: [seed], wanted }];
  });
}
