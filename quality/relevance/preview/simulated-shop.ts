import { seeded, type Random } from "../../../demo/random.js";

/** A product, and how much everybody likes it: 1 is usual. */
export interface ShopProduct {
  readonly id: string;
  readonly category: string;
  readonly brand: string;
  readonly quality: number;
}

/** A query or listing: its products with the points that the service ranks them by. */
export interface Topic {
  readonly name: string;
  /** Null for the listing of everything, in which nothing is beside the point. */
  readonly category: string | null;
  readonly points: ReadonlyMap<ShopProduct, number>;
  /** How likely a usual product is clicked when it is looked at. */
  readonly appeal: number;
  /** How often it is asked for. */
  readonly weight: number;
}

export interface Shopper {
  readonly device: string;
  readonly brands: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  /** Brands that the service has seen them click: what personalizes. */
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
/** Of other categories, whose texts have the word of a query: a watch to wear with a dress. */
const STRAYS = 12;
const SHOPPERS = 2_000;
/** What is beside the point of a query attracts so much less. */
const MISFIT = 0.1;
export const POSITIONS = 24;
/** Points of what a shopper is known to like. */
const PERSONAL = 0.4;

/** Standard normal: Box and Muller. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

/** A shop whose tastes are known: what the service ranks by says something of quality and not all. */
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

/** How likely a shopper clicks a product that is looked at: what the service and the estimate do not see. */
export function attraction({ brands, categories }: Shopper, { category, appeal }: Topic, product: ShopProduct): number {
  const liking =
    (brands.has(product.brand) ? 2 : 0.8) * (category !== null || categories.has(product.category) ? 1 : 0.5);
  return Math.min(0.9, appeal * product.quality * liking * (fits(product, category) ? 1 : MISFIT));
}

/** What a draft changes. */
export interface Steering {
  readonly pin?: { readonly product: ShopProduct; readonly position: number };
  /** Points more, or with a negative number less. */
  readonly points?: (product: ShopProduct) => number;
}

/** The whole result as a shopper is shown it, personalized, on a day. @param day another order each day, as popularity and stock change */
export function rankedFor(
  shopper: Shopper,
  { points, name }: Topic,
  day: number,
  { pin, points: more }: Steering = {},
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

/** After a product that is clicked, and one that is not, the shopper looks at the next one so often. */
const GOES_ON = { clicked: 0.5, passed: 0.94 };

/**
 * A shopper goes down from the top, and what comes first takes clicks from what comes behind: the cascade of Craswell, Zoeter, Taylor
 * and Ramsey, "An Experimental Comparison of Click Position-Bias Models", WSDM 2008, with more than one click as in the dependent click
 * model (Guo, Liu and Wang, "Efficient Multiple-Click Models in Web Search", WSDM 2009).
 * @returns what is clicked, and how many places are looked at
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

/** The clicks of the same, without chance. */
export function expectedClicks(shopper: Shopper, topic: Topic, ranked: readonly ShopProduct[]): number {
  let [reached, clicks] = [1, 0];
  for (const product of ranked) {
    const chance = attraction(shopper, topic, product);
    clicks += reached * chance;
    reached *= chance * GOES_ON.clicked + (1 - chance) * GOES_ON.passed;
  }
  return clicks;
}
