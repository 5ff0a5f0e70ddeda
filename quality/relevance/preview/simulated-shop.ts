import { seeded, type Random } from "../../../demo/random.js";

/** Simulated product. The product's quality is the attractiveness to all shoppers; 1 is average. */
export interface ShopProduct {
  readonly id: string;
  readonly category: string;
  readonly brand: string;
  readonly quality: number;
}

/** A query or listing: its products with the scores by which the service ranks them. */
export interface Topic {
  readonly name: string;
  /** Relevant category; null for the listing of all products, in which every product is relevant. */
  readonly category: string | null;
  readonly points: ReadonlyMap<ShopProduct, number>;
  /** Click probability of an average product when it is examined. */
  readonly appeal: number;
  /** Relative frequency of requests for this query or listing. */
  readonly weight: number;
}

export interface Shopper {
  readonly device: string;
  readonly brands: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  /** Brands whose products the shopper has clicked. The simulated service ranks these brands higher for the shopper. */
  readonly known: Set<string>;
}

export interface SimulatedShop {
  readonly products: readonly ShopProduct[];
  readonly brands: readonly string[];
  readonly topics: readonly Topic[];
  readonly shoppers: readonly Shopper[];
}

const CATEGORIES = ["dress", "watch", "coat", "shirt", "boots", "bag", "scarf", "jeans", "ring", "hat"];
const BRANDS = Array.from({ length: 12 }, (_, nth) => `brand ${nth + 1}`);
const PRODUCTS_EACH = 40;
/**
 * Number of irrelevant products whose text contains the query word. Example for the query "dress": a watch to wear with
 * a dress.
 */
const STRAYS = 12;
const SHOPPERS = 2_000;
/** Factor by which the attractiveness of a product is multiplied if the product is irrelevant for the query. */
const MISFIT = 0.1;
export const POSITIONS = 24;
/** Score bonus for brands that the shopper has clicked. */
const PERSONAL = 0.4;

/** Standard normal random number (Box-Muller transform). */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

/**
 * Creates a simulated shop whose shoppers have known tastes. The ranking scores correlate with product quality, but
 * quality does not determine them.
 */
export function simulatedShop(seed: string): SimulatedShop {
  const random = seeded(seed);
  const products = CATEGORIES.flatMap((category) =>
    Array.from({ length: PRODUCTS_EACH }, (_, nth): ShopProduct => {
      const brand = random.pick(BRANDS);
      return { id: `${category} ${nth + 1}`, category, brand, quality: Math.exp(0.6 * normal(random)) };
    }),
  );
  const pointsOf = ({ quality }: ShopProduct) => 0.6 * Math.log(quality) + 0.5 * normal(random);
  const topic = (name: string, category: string | null, found: readonly ShopProduct[]): Topic => ({
    name,
    category,
    points: new Map(found.map((one) => [one, pointsOf(one) - (fits(one, category) ? 0 : 1 + random.next())])),
    appeal: 0.06 * Math.exp(0.4 * normal(random)),
    weight: 1 / random.integer(1, 8),
  });
  const topics = CATEGORIES.flatMap((category) => {
    const fitting = products.filter((one) => one.category === category);
    const others = products.filter((one) => one.category !== category).map((one) => [one, 1] as const);
    return [
      topic(`"${category}"`, category, [...fitting, ...random.draw(others, STRAYS)]),
      topic(category, category, fitting),
    ];
  });
  const shoppers = Array.from({ length: SHOPPERS }, (_, nth): Shopper => ({
    device: `device ${nth + 1}`,
    brands: new Set([random.pick(BRANDS), random.pick(BRANDS)]),
    categories: new Set([random.pick(CATEGORIES), random.pick(CATEGORIES)]),
    known: new Set(),
  })); // prettier-ignore
  return { products, brands: BRANDS, topics: [...topics, topic("everything", null, products)], shoppers };
}

export const fits = (product: ShopProduct, category: string | null): boolean =>
  category === null || product.category === category;

/**
 * Returns the true probability that a shopper clicks an examined product. The simulated service and the click estimate
 * do not use this probability.
 */
export function attraction({ brands, categories }: Shopper, { category, appeal }: Topic, product: ShopProduct): number {
  const liking =
    (brands.has(product.brand) ? 2 : 0.8) * (category !== null || categories.has(product.category) ? 1 : 0.5);
  return Math.min(0.9, appeal * product.quality * liking * (fits(product, category) ? 1 : MISFIT));
}

/** Ranking changes that a draft makes. */
export interface Curation {
  readonly pin?: { readonly product: ShopProduct; readonly position: number };
  /** Points added to the score of a product; negative to bury the product. */
  readonly points?: (product: ShopProduct) => number;
}

/**
 * Returns the personalized order of all products for a shopper.
 * @param day changes the order slightly, to simulate changes of popularity and stock
 */
export function rankedFor(
  shopper: Shopper,
  { points, name }: Topic,
  day: number,
  { pin, points: more }: Curation = {},
): ShopProduct[] {
  const random = seeded(`${name} ${day}`);
  const scored = [...points].map(([product, own]) => {
    const personal = shopper.known.has(product.brand) ? PERSONAL : 0;
    return { product, score: own + personal + 0.25 * normal(random) + (more?.(product) ?? 0) };
  });
  const ranked = scored.sort((one, other) => other.score - one.score).map(({ product }) => product);
  if (pin === undefined || !ranked.includes(pin.product)) return ranked;
  const others = ranked.filter((one) => one !== pin.product);
  return [...others.slice(0, pin.position - 1), pin.product, ...others.slice(pin.position - 1)];
}

/** Probabilities that a shopper examines the next product, after clicking or after skipping the current product. */
const GOES_ON = { clicked: 0.5, passed: 0.94 };

/**
 * Simulates clicks from top to bottom with the cascade model (Craswell, Zoeter, Taylor and Ramsey, "An Experimental
 * Comparison of Click Position-Bias Models", WSDM 2008), in which a click reduces the probability of later clicks.
 * Allows several clicks, as in the dependent click model (Guo, Liu and Wang, "Efficient Multiple-Click Models in Web
 * Search", WSDM 2009).
 * @returns the clicked products, and the number of examined positions
 */
export function cascade(random: Random, shopper: Shopper, topic: Topic, ranked: readonly ShopProduct[]) {
  const clicked = new Set<string>();
  for (const [at, product] of ranked.entries()) {
    const isClicked = random.chance(attraction(shopper, topic, product));
    if (isClicked) clicked.add(product.id);
    if (!random.chance(isClicked ? GOES_ON.clicked : GOES_ON.passed)) return { clicked, looked: at + 1 };
  }
  return { clicked, looked: ranked.length };
}

/** Returns the expected number of clicks in the click model of `cascade`. */
export function expectedClicks(shopper: Shopper, topic: Topic, ranked: readonly ShopProduct[]): number {
  let [reached, clicks] = [1, 0];
  for (const product of ranked) {
    const chance = attraction(shopper, topic, product);
    clicks += reached * chance;
    reached *= chance * GOES_ON.clicked + (1 - chance) * GOES_ON.passed;
  }
  return clicks;
}
