import type { Random } from "../../../demo/random.js";

/** The properties by which a shopper chooses among products. */
export interface ShopProduct {
  readonly product_identifier: string;
  readonly variants: readonly { readonly variant_identifier: string; readonly color: string }[];
  readonly designer: string;
  /** Deepest level. */
  readonly category: string;
  readonly department: string;
  readonly price: number;
  /** Its attractiveness to all shoppers, about 0 ± 1. */
  readonly appeal: number;
}

/** The preferences of a shopper, which the service does not see and has to learn. */
export interface HiddenTaste {
  readonly department: string;
  readonly designers: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  readonly colors: ReadonlySet<string>;
  /** log2 of the price that feels right. */
  readonly price: number;
}

/** How much each agreement with a taste counts, in units of the logit; `price` for each doubling away from it. */
const TASTE = { designer: 2, category: 1.5, color: 0.7, price: -0.6, goal: 2 };
/** Presents and whims: chosen by what everybody sees in a product. */
const WHIM = 0.25;

/** A shopper likes what some product of the department is like, three times over, so popular tastes are common. */
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

/** How much a product agrees with a taste. @param goal the category that is looked for right now */
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
 * Chooses the product that the shopper looks at next, by a multinomial logit: the probability of a product is
 * proportional to e^liking.
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
