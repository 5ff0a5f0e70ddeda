import type { Random } from "../../../demo/random.js";

/** Product properties that determine a shopper's choice. */
export interface ShopProduct {
  readonly product_identifier: string;
  readonly variants: readonly { readonly variant_identifier: string; readonly color: string }[];
  readonly designer: string;
  /** Most specific category of the product. */
  readonly category: string;
  readonly department: string;
  readonly price: number;
  /** Attractiveness of the product to all shoppers; mean about 0 and standard deviation about 1 over all products. */
  readonly appeal: number;
}

/** A shopper's preferences, which are hidden from the service. */
export interface HiddenTaste {
  readonly department: string;
  readonly designers: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  readonly colors: ReadonlySet<string>;
  /** Binary logarithm of the preferred price. */
  readonly price: number;
}

/**
 * Weight in logits of each product property that matches the shopper's taste. The weight `price` applies per factor of
 * two between the product's price and the preferred price.
 */
const TASTE = { designer: 2, category: 1.5, color: 0.7, price: -0.6, goal: 2 };
/** Share of product choices that ignore the shopper's taste, such as gifts. */
const WHIM = 0.25;

/**
 * Draws a shopper's taste from the properties of three random products in a department. More shoppers thus prefer the
 * common properties.
 */
export function drawTaste(random: Random, products: readonly ShopProduct[]): HiddenTaste {
  const department = random.pick(products).department;
  const idols = random.draw(
    products.filter((product) => product.department === department).map((product) => [product, 1] as const),
    3,
  );
  return {
    department,
    designers: new Set(idols.map(({ designer }) => designer)),
    categories: new Set(idols.map(({ category }) => category)),
    colors: new Set(idols.slice(0, 2).flatMap(({ variants }) => variants.slice(0, 1).map(({ color }) => color))),
    price: idols.reduce((sum, { price }) => sum + Math.log2(price), 0) / Math.max(1, idols.length),
  };
}

/**
 * Returns how much a shopper likes a product, as a utility in logits.
 * @param goal the category of the current visit
 */
export function likingOf(taste: HiddenTaste, product: ShopProduct, goal: string | null): number {
  const { appeal, designer, category, price, variants } = product;
  return (
    appeal +
    (taste.designers.has(designer) ? TASTE.designer : 0) +
    (taste.categories.has(category) ? TASTE.category : 0) +
    (variants.some(({ color }) => taste.colors.has(color)) ? TASTE.color : 0) +
    (category === goal ? TASTE.goal : 0) +
    TASTE.price * Math.abs(Math.log2(price) - taste.price)
  );
}

/**
 * Chooses the next viewed product by a multinomial logit model: the probability of a product is proportional to
 * e^liking.
 */
export function chooseProduct(
  random: Random,
  taste: HiddenTaste,
  products: readonly ShopProduct[],
  goal: string | null,
): ShopProduct {
  const isWhim = random.chance(WHIM);
  const weights = products.map((product) => {
    if (isWhim) return [product, Math.exp(product.appeal)] as const;
    if (product.department !== taste.department) return [product, 0] as const;
    return [product, Math.exp(likingOf(taste, product, goal))] as const;
  });
  return random.weighted(weights);
}
