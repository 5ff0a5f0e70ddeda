import { BUCKETS, bucketOf } from "../insights/positions.js";

/** Product shown to a shopper for a query or listing. */
export interface Shown {
  /** Identifier of the query or listing. */
  readonly topic: string;
  readonly device: string;
  readonly product: string;
  /** Position of the product across all pages, starting at 1. */
  readonly position: number;
}

/** Products of a response and the products that the shopper clicked. */
export interface SeenResponse extends Pick<Shown, "topic" | "device"> {
  /** Position of the response's first product in the listing. */
  readonly first: number;
  /** Product identifiers in display order. */
  readonly shown: readonly string[];
  readonly clicked: ReadonlySet<string>;
}

/** Category and brand of a product; empty strings for unknown values. */
export interface Kind {
  readonly category: string;
  readonly brand: string;
}

/** Properties of a shown product, except for its position. */
export interface Traits extends Kind, Pick<Shown, "topic" | "product"> {
  /** Whether products of this category are often shown for this query or listing. */
  readonly isUsual: boolean;
  /** Whether the shopper clicked a product of the brand in another response. */
  readonly isLiked: boolean;
}

/** Counts of impressions and clicks of products with the same traits. The arrays are indexed by position bucket. */
export interface Cell {
  readonly traits: Traits;
  /** Number of impressions, each discounted by its position. */
  readonly views: Float64Array;
  readonly clicked: Float64Array;
}

export interface Cells {
  readonly cells: readonly Cell[];
  readonly traitsOf: (shown: Pick<Shown, "topic" | "device" | "product">) => Traits;
}

/**
 * Computes the discount of a position in DCG. Source: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR
 * techniques", ACM TOIS 20(4), 2002.
 */
export const discount = (position: number): number => 1 / Math.log2(position + 1);

/** Counts impressions and clicks for each combination of product traits. */
export function cellsOf(responses: readonly SeenResponse[], kindOf: (product: string) => Kind): Cells {
  const likes = likesIn(responses, kindOf);
  const usual = usualIn(responses, kindOf);
  /**
   * Returns the traits of a product that a response showed to a device.
   * @param own brands clicked in the current response. For each of these brands, one click is ignored, so that the
   * clicks of a response are not used to predict the same clicks.
   */
  const traitsIn = (topic: string, device: string, product: string, own: ReadonlySet<string>): Traits => {
    const { category, brand } = kindOf(product);
    const isLiked = (likes.get(device)?.get(brand) ?? 0) > (own.has(brand) ? 1 : 0);
    return { topic, product, category, brand, isUsual: usual.get(topic)?.has(category) ?? true, isLiked };
  };
  const topics = new Map<string, Map<string, Cell>>();
  for (const { topic, device, first, shown, clicked } of responses) {
    const cells = found(topics, topic, () => new Map<string, Cell>());
    const own = brandsOf(clicked, kindOf);
    for (const [at, product] of shown.entries()) {
      const traits = traitsIn(topic, device, product, own);
      const cell = found(cells, `${traits.isLiked} ${product}`, () => newCell(traits));
      addAt(cell.views, bucketOf(first + at), discount(first + at));
      if (clicked.has(product)) addAt(cell.clicked, bucketOf(first + at), 1);
    }
  }
  return {
    cells: [...topics.values()].flatMap((cells) => [...cells.values()]),
    traitsOf: ({ topic, device, product }) => traitsIn(topic, device, product, NONE),
  };
}

const NONE: ReadonlySet<string> = new Set();

const newCell = (traits: Traits): Cell => ({
  traits,
  views: new Float64Array(BUCKETS),
  clicked: new Float64Array(BUCKETS),
});

/** Counts for each device and brand the responses in which the device clicked a product of the brand. */
function likesIn(responses: readonly SeenResponse[], kindOf: (product: string) => Kind) {
  const likes = new Map<string, Map<string, number>>();
  for (const { device, clicked } of responses) {
    const own = found(likes, device, () => new Map<string, number>());
    for (const brand of brandsOf(clicked, kindOf)) own.set(brand, (own.get(brand) ?? 0) + 1);
  }
  return likes;
}

const brandsOf = (clicked: ReadonlySet<string>, kindOf: (product: string) => Kind): ReadonlySet<string> =>
  new Set([...clicked].map((product) => kindOf(product).brand).filter((brand) => brand !== ""));

/** Minimum frequency of a usual category, relative to the most frequent category of the query or listing. */
const USUAL = 0.25;

/**
 * Returns the categories that responses of each topic usually show. Products at the top of a response have more weight.
 */
function usualIn(responses: readonly SeenResponse[], kindOf: (product: string) => Kind) {
  const topics = new Map<string, Map<string, number>>();
  for (const { topic, first, shown } of responses) {
    const views = found(topics, topic, () => new Map<string, number>());
    for (const [at, product] of shown.entries()) {
      const { category } = kindOf(product);
      views.set(category, (views.get(category) ?? 0) + discount(first + at));
    }
  }
  const usual = (views: ReadonlyMap<string, number>) => {
    const least = USUAL * Math.max(...views.values());
    return new Set([...views].flatMap(([category, count]) => (count >= least ? [category] : [])));
  };
  return new Map([...topics].map(([topic, views]) => [topic, usual(views)]));
}

function found<K, T>(all: Map<K, T>, key: K, make: () => T): T {
  let one = all.get(key);
  if (one === undefined) all.set(key, (one = make()));
  return one;
}

function addAt(counts: Float64Array, at: number, more: number): void {
  counts[at] = (counts[at] ?? 0) + more;
}
