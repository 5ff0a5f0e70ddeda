import { seeded, type Random } from "../../../demo/random.js";
import type { Basket, BasketProduct, BasketType } from "./basket.js";
import { chooseProduct, drawTaste, likingOf, type HiddenTaste, type ShopProduct } from "./simulated-shopper.js";

export interface SimulationOptions {
  readonly shoppers: number;
  /** Start time of the simulation in milliseconds since 1970. */
  readonly from: number;
  readonly days: number;
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const VISITS = { min: 2, max: 6 };
const VIEWS = { min: 3, max: 8 };
const GOAL_SHARE = 0.6;
/** Probability that a view repeats a product that was already viewed in the same visit. */
const AGAIN = 0.2;
const CART = 0.4;
const PURCHASE = 0.5;

/**
 * Simulates shoppers with individual tastes who visit several times, view products and sometimes buy. Returns all
 * actions, oldest first.
 */
export function simulateShoppers(products: readonly ShopProduct[], options: SimulationOptions): Basket[] {
  const baskets = Array.from({ length: options.shoppers }, (_, number) =>
    simulateShopper(`simulated-${number + 1}`, products, options),
  );
  return baskets.flat().sort((a, b) => a.at - b.at);
}

function simulateShopper(
  shopper: string,
  products: readonly ShopProduct[],
  { from, days }: SimulationOptions,
): Basket[] {
  const random = seeded(shopper);
  const taste = drawTaste(random, products);
  const visits = Array.from(
    { length: random.integer(VISITS.min, VISITS.max) },
    () => from + random.next() * days * DAY_MS,
  );
  return visits
    .sort((a, b) => a - b)
    .flatMap((start, visit) =>
      simulateVisit(random, taste, products).map(({ after, type, chosen }) => ({
        at: Math.floor(start / SECOND_MS + after) * SECOND_MS,
        shopper,
        session: `${shopper}-${visit + 1}`,
        type,
        products: chosen.map((product) => named(taste, product)),
      })),
    );
}

interface Act {
  /** Time of the action in seconds since the start of the visit. */
  readonly after: number;
  readonly type: BasketType;
  readonly chosen: readonly ShopProduct[];
}

function simulateVisit(random: Random, taste: HiddenTaste, products: readonly ShopProduct[]): Act[] {
  const goal = random.chance(GOAL_SHARE) ? random.pick([...taste.categories]) : null;
  const seen: ShopProduct[] = [];
  const acts: Act[] = [];
  let after = 0;
  const act = (type: BasketType, chosen: readonly ShopProduct[]) => {
    acts.push({ after, type, chosen });
    after += random.integer(20, 120);
  };
  const views = random.integer(VIEWS.min, VIEWS.max);
  for (let view = 0; view < views; view += 1) {
    const isAgain = seen.length > 0 && random.chance(AGAIN);
    const product = isAgain ? random.pick(seen) : chooseProduct(random, taste, products, goal);
    if (!seen.includes(product)) seen.push(product);
    act("product_view", [product]);
  }
  if (!random.chance(CART)) return acts;
  const liking = (product: ShopProduct) => likingOf(taste, product, goal);
  const cart = [...seen].sort((a, b) => liking(b) - liking(a)).slice(0, random.integer(1, 2));
  act("add_to_cart", cart);
  if (random.chance(PURCHASE)) act("transaction", cart);
  return acts;
}

/** Selects a variant in one of the shopper's preferred colors, or otherwise the first variant. */
function named({ colors }: HiddenTaste, { product_identifier, variants }: ShopProduct): BasketProduct {
  const variant = variants.find(({ color }) => colors.has(color)) ?? variants[0];
  return { product: product_identifier, named: variant?.variant_identifier ?? product_identifier };
}
