import { BUCKETS, bucketOf } from "../insights/positions.js";

/** A product that a shopper is shown for a query or listing. */
export interface Shown {
  /** The same text for the same query or listing. */
  readonly topic: string;
  readonly device: string;
  readonly product: string;
  /** From 1, over all pages. */
  readonly position: number;
}

/** An answer, and what its shopper clicked. */
export interface SeenResponse extends Pick<Shown, "topic" | "device"> {
  /** The place of the first product. */
  readonly first: number;
  /** Product identifiers, in the order in which they were shown. */
  readonly shown: readonly string[];
  readonly clicked: ReadonlySet<string>;
}

/** What a product is; "" where that is unknown. */
export interface Kind {
  readonly category: string;
  readonly brand: string;
}

/** What is known of a product that a shopper is shown, but for its place. */
export interface Traits extends Kind, Pick<Shown, "topic" | "product"> {
  /** Whether the topic shows its category often. */
  readonly isUsual: boolean;
  /** Whether the shopper clicked its brand in another answer. */
  readonly isLiked: boolean;
}

/** Whatever shares all traits, over all places; arrays are by buckets of places. */
export interface Cell {
  readonly traits: Traits;
  /** How often it was shown, each time discounted by its place. */
  readonly views: Float64Array;
  readonly clicked: Float64Array;
}

export interface Cells {
  readonly cells: readonly Cell[];
  readonly traitsOf: (shown: Pick<Shown, "topic" | "device" | "product">) => Traits;
}

/** The discount of a place in DCG: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20(4), 2002. */
export const discount = (position: number): number => 1 / Math.log2(position + 1);

/** Counts what was shown and clicked. */
export function cellsOf(responses: readonly SeenResponse[], kindOf: (product: string) => Kind): Cells {
  const likes = likesIn(responses, kindOf);
  const usual = usualIn(responses, kindOf);
  /** @param own how many of the answers that show a liking do not count */
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

/** In how many answers a device clicked each brand. */
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

/** A category is usual in a topic that shows it at least so often as part of the one that it shows most. */
const USUAL = 0.25;

/** The categories that each topic shows often, discounted by places. */
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
