import type { Basket } from "../taste/basket.js";

/** A question for the other products of a basket. */
export interface BasketQuestion {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly shopper: string;
  /** The rest of the basket, as listings call its products; at least one. */
  readonly seeds: readonly string[];
  /** Any of them is an answer. */
  readonly wanted: readonly string[];
}

export interface BasketSplit {
  /** The baskets to learn from. */
  readonly training: readonly Basket[];
  /** Oldest first. */
  readonly questions: readonly BasketQuestion[];
}

/**
 * Learns from the first of the baskets and asks about sessions that began after them: of each, the first basket of two products
 * or more, leaving out one product after the other. A session's later baskets are mostly the same one again.
 * @param baskets oldest first
 * @param heldOut the share that is not learnt from, between 0 and 1
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
 * Categories by product. A product of no category is in none.
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
 * Questions for products that complete a look: each product by itself of each basket with two or more categories, with
 * the basket's products of other categories wanted.
 * @param questions of one product each, as `splitBaskets` has them
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
