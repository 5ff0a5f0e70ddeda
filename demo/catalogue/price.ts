import type { Design } from "./design.js";
import type { Random } from "../random.js";
import type { PriceLevel } from "./vocabulary/designers.js";

/** Price in EUR. `original_price` and `discount_percent` are set only for products on sale. */
export interface Price {
  readonly price: number;
  readonly on_sale: boolean;
  readonly original_price?: number;
  readonly discount_percent?: number;
}

/** Price level → factor by which the mid-market price of a product type is multiplied. */
const LEVEL_FACTORS: Readonly<Record<PriceLevel, number>> = { 1: 0.34, 2: 0.68, 3: 1.1, 4: 2.1, 5: 3.4 };

/** Maximum discount in percent, by price level. Luxury brands discount less. */
const MAX_DISCOUNT: Readonly<Record<PriceLevel, number>> = { 1: 70, 2: 60, 3: 60, 4: 50, 5: 40 };

/**
 * Draws a random price for a product design.
 * @param age seasons since the release, 0 for the current season
 */
export function drawPrice(random: Random, { type, material, designer, detail }: Design, age: number): Price {
  const { level } = designer;
  const whim = 0.86 + random.next() * 0.34 + (detail ? 0.06 : 0);
  const full = rounded(type.price * material.grade * LEVEL_FACTORS[level] * whim, level);
  if (!random.chance(Math.min(0.02 + age * 0.19, 0.7))) return { price: full, on_sale: false };

  const discounts = [20, 30, 40, 50, 60, 70].filter(
    (percent) => percent <= MAX_DISCOUNT[level] && percent <= 30 + age * 12,
  );
  const price = saleRounded(full * (1 - random.pick(discounts) / 100), level);
  return { price, on_sale: true, original_price: full, discount_percent: Math.round((1 - price / full) * 100) };
}

/**
 * Rounds an amount to a typical retail price: for example 24.95 for high-street brands, 120 for other price levels, and
 * 1,450 for very expensive products.
 */
function rounded(amount: number, level: PriceLevel): number {
  if (level === 1) {
    const whole = amount < 40 ? Math.round(amount) : Math.round(amount / 5) * 5;
    return cents(Math.max(whole, 4) - (amount < 20 ? 0.01 : 0.05));
  }
  if (amount < 100) return Math.max(nearest(amount, 5), 10);
  if (amount < 1000) return nearest(amount, level >= 4 ? 10 : 5);
  return nearest(amount, 50);
}

function saleRounded(amount: number, level: PriceLevel): number {
  if (level === 1) return cents(Math.max(Math.round(amount), 3) - 0.01);
  return Math.round(amount);
}

const nearest = (amount: number, step: number): number => Math.round(amount / step) * step;
const cents = (amount: number): number => Math.round(amount * 100) / 100;
