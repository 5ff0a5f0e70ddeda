import { readFile } from "node:fs/promises";
import { demoCatalogue, type DemoProduct } from "../../../demo/catalogue/catalogue.js";
import { feedLine } from "../../../demo/catalogue/feed.js";
import { seeded } from "../../../demo/random.js";
import type { Dataset } from "./dataset.js";
import type { ShopProduct } from "./simulated-shopper.js";
import { simulateShoppers } from "./simulated-visits.js";

const CONFIGURATION = new URL("../../../demo/storefront.json", import.meta.url);
/** Start time of the simulation: just after the release of the demo's newest product. */
const FROM = Date.parse("2026-10-16T00:00:00Z");
const DAYS = 30;
const DEPTH = 250;

export interface DemoOptions {
  readonly shoppers: number;
  /**
   * Interval between catalogue products that are used. The default 1 uses all products; larger values speed up tests.
   */
  readonly everyProduct?: number;
}

/** Returns the demo catalogue with the actions of simulated shoppers. */
export async function demoShoppers({ shoppers, everyProduct = 1 }: DemoOptions): Promise<Dataset> {
  const products = demoCatalogue().filter((_, index) => index % everyProduct === 0);
  const configuration = JSON.parse(await readFile(CONFIGURATION, "utf8")) as Dataset["configuration"];
  return {
    name: "Demo shop (simulated shoppers)",
    notes: [
      "the gain of personalization depends on the strength of the simulated tastes, and does not predict the gain of real shops",
    ],
    feed: products.flatMap((product) => product.variants.map((variant) => JSON.stringify(feedLine(product, variant)))),
    configuration,
    depth: DEPTH,
    baskets: simulateShoppers(products.map(shopProduct), { shoppers, from: FROM, days: DAYS }),
  };
}

function shopProduct({ product_identifier, design, price, variants }: DemoProduct): ShopProduct {
  return {
    product_identifier,
    variants: variants.map(({ variant_identifier, color }) => ({ variant_identifier, color: color.family })),
    designer: design.designer.name,
    category: design.type.category,
    department: design.department,
    price: price.price,
    appeal: appealOf(product_identifier),
  };
}

/**
 * Returns the attractiveness of a product: a random number with approximately normal distribution, mean 0 and variance
 * 1 (Irwin-Hall, n = 12), determined by the product identifier.
 */
function appealOf(product_identifier: string): number {
  const random = seeded(`appeal/${product_identifier}`);
  return Array.from({ length: 12 }, () => random.next()).reduce((sum, one) => sum + one, -6);
}
