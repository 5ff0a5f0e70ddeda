import type { FeatureRows, FeatureTable } from "../../catalog/features.js";
import type { Products } from "../../personalization/candidate.js";
import { listingPriorAt } from "../../personalization/listing-prior.js";
import type { Match } from "../../personalization/reranking/promotion.js";
import { groupsOfToken, type ProductTypes } from "../../personalization/reranking/quota.js";
import { pointsOf } from "../../personalization/signals.js";
import { type Plan, scoringOf } from "../listing/plan.js";
import { basePoints, categoryPoints, priorAt } from "../query.js";
import type { Matches } from "./matches.js";

/** A product with its score for one shopper. */
export interface Scored extends Match {
  readonly score: number;
}

/** The ranked matches for one shopper. An unknown shopper has no personal signals. */
export interface Order {
  /** Returns the number of products, without the excluded rows. */
  left(excluded: ReadonlySet<number>): number;
  /** The first products in the shopper's order. @param excluded rows to leave out, see `rowsOf` */
  first(size: number, excluded?: ReadonlySet<number>): readonly Scored[];
  /** The first products in the unpersonalized order. */
  unpersonalized(size: number, excluded?: ReadonlySet<number>): readonly Scored[];
  /** Selects the first products in the unpersonalized order, and returns them in the shopper's order. */
  further(size: number, excluded?: ReadonlySet<number>): readonly Scored[];
  /** Selects the first products in the order that results from the taste weight `textAffinity`, and returns them in the shopper's order. */
  liked(size: number, textAffinity: number, excluded?: ReadonlySet<number>): readonly Scored[];
  /** Returns up to `size` of the given products: matching products in the unpersonalized order, followed by products that do not match. */
  bestOf(ids: readonly string[], size: number): readonly string[];
  rowsOf(ids: Iterable<string>): ReadonlySet<number>;
  /** The position of a product in the shopper's order, counted from 1; undefined if the product does not match. */
  positionOf(id: string, excluded?: ReadonlySet<number>): number | undefined;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Orders matches for one shopper. Products are sorted by score: base score, personal signals, and the listing prior if rules or taste add
 * points to the prior. Ties in listings are broken by prior and creation date, all other ties by identifier.
 * @param features feature rows; the rows and the returned order are valid until the next `await`
 */
export function orderOf({ bases }: Pick<Matches, "bases">, features: FeatureRows, plan: Plan): Order {
  const { table, rows } = features;
  const unpersonalized = baseScores(bases, features, plan);
  const scoring = scoringOf(plan);
  const personal = scoring && pointsOf(scoring, columnsOf(features));
  const scores =
    personal === undefined
      ? unpersonalized
      : unpersonalized.map((score, at) => rounded(score + (personal[at] as number)));
  const stock = basePoints(plan).get("stock") ?? 0;
  const affinity = plan.personal?.weights.text_affinity ?? 0;

  // Ties in a search are broken by identifier only.
  const later = plan.request.query === null ? [table.priors, table.created] : [];
  const compareBy = (by: Float64Array) => (a: number, b: number) => {
    const [one, other] = [rows[a] as number, rows[b] as number];
    let difference = (by[b] as number) - (by[a] as number);
    for (const column of later) difference ||= (column[other] as number) - (column[one] as number);
    return difference || (table.idOf(one) < table.idOf(other) ? -1 : 1);
  };

  function firstBy(by: Float64Array, size: number, excluded: ReadonlySet<number>): number[] {
    let open = new Int32Array(rows.length);
    let count = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] as number;
      if (row !== -1 && !excluded.has(row)) open[count++] = at;
    }
    open = open.subarray(0, count);
    // Selects products by one sort key after another, so that only few products are sorted by all keys.
    const chosen: number[] = [];
    for (const column of [undefined, ...later]) {
      const left = size - chosen.length;
      if (open.length <= left) break;
      const valueAt = (at: number) => (column === undefined ? by[at] : column[rows[at] as number]) as number;
      const values = new Float64Array(open.length);
      for (let at = 0; at < open.length; at += 1) values[at] = valueAt(open[at] as number);
      const least = largestBut(values, left - 1);
      for (const at of open) if (valueAt(at) > least) chosen.push(at);
      open = open.filter((at) => valueAt(at) === least);
    }
    return [...chosen, ...open].sort(compareBy(by)).slice(0, size);
  }

  const products = (positions: readonly number[]): Scored[] =>
    positions.map((at) => {
      const row = rows[at] as number;
      const base = unpersonalized[at] as number;
      return new Product(
        table,
        row,
        scores[at] as number,
        base - stock,
        affinity === 0 ? 0 : (personal?.[at] ?? 0) / affinity,
      );
    });
  const inOrder = (positions: readonly number[]) => products([...positions].sort(compareBy(scores)));

  return {
    left(excluded) {
      let count = 0;
      for (const row of rows) if (row !== -1 && !excluded.has(row)) count += 1;
      return count;
    },
    first: (size, excluded = NONE) => products(firstBy(scores, size, excluded)),
    unpersonalized: (size, excluded = NONE) => products(firstBy(unpersonalized, size, excluded)),
    further: (size, excluded = NONE) => inOrder(firstBy(unpersonalized, size, excluded)),
    liked(size, textAffinity, excluded = NONE) {
      if (personal === undefined || affinity === 0) return [];
      const factor = textAffinity / affinity;
      const lifted = unpersonalized.map((score, at) => score + factor * (personal[at] as number));
      return inOrder(firstBy(lifted, size, excluded));
    },
    bestOf(ids, size) {
      const wanted = this.rowsOf(ids);
      const others = new Set(Array.from(rows).filter((row) => !wanted.has(row)));
      const first = firstBy(unpersonalized, size, others).map((at) => table.idOf(rows[at] as number));
      const known = new Set(first);
      return [...first, ...ids.filter((id) => !known.has(id))].slice(0, size);
    },
    rowsOf: (ids) => new Set(Array.from(ids, (id) => table.rowOf(id)).filter((row) => row !== -1)),
    positionOf(id, excluded = NONE) {
      const row = table.rowOf(id);
      const own = row === -1 ? -1 : rows.indexOf(row);
      if (own === -1) return undefined;
      const compare = compareBy(scores);
      let position = 1;
      rows.forEach((one, at) => {
        if (one !== -1 && !excluded.has(one) && at !== own && compare(at, own) < 0) position += 1;
      });
      return position;
    },
  };
}

/** Returns the value at index `n` of the values in descending order. Uses Hoare's selection algorithm, which reorders `values`. */
export function largestBut(values: Float64Array, n: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] as number) > pivot) left += 1;
      while ((values[right] as number) < pivot) right -= 1;
      if (left > right) break;
      [values[left], values[right]] = [values[right] as number, values[left] as number];
      left += 1;
      right -= 1;
    }
    if (n <= right) high = right;
    else if (n >= left) low = left;
    else break;
  }
  return values[n] as number;
}

/** Rounds a score, so that sums that differ only by rounding errors are equal. */
const rounded = (score: number): number => Math.round(score * 1e6) / 1e6;

function baseScores(bases: Float64Array, { table, rows }: FeatureRows, plan: Plan): Float64Array {
  const prior = priorAt(plan);
  const category = categoryPoints(plan);
  const inCategory = category && table.tokenSums(rows, new Map(category.tokens.map((token) => [token, 1])));
  const scores = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    const own =
      prior === undefined || row === -1
        ? 0
        : listingPriorAt(table.priors[row] as number, prior.at, prior.half_life_days);
    const points = category !== undefined && (inCategory?.[at] ?? 0) > 0 ? category.points : 0;
    scores[at] = rounded((bases[at] ?? 0) + own + points);
  }
  return scores;
}

/** A row of the feature table as a candidate for reranking. */
class Product implements Scored {
  readonly id: string;
  private known: readonly string[] | undefined;

  constructor(
    private readonly table: FeatureTable,
    private readonly row: number,
    readonly score: number,
    readonly match: number,
    readonly taste: number,
  ) {
    this.id = table.idOf(row);
  }

  get tokens(): readonly string[] {
    return (this.known ??= this.table.tokensOf(this.row));
  }

  get log_price(): number | undefined {
    return priceIn(this.table, this.row);
  }
}

/** Converts feature rows to the columns from which signals are computed. Deleted products have no values. */
const columnsOf = ({ table, rows }: FeatureRows): Products => ({
  size: rows.length,
  idAt: (at) => (rows[at] === undefined || rows[at] === -1 ? "" : table.idOf(rows[at])),
  tokenSums: (weights) => table.tokenSums(rows, weights),
  ownWeights(weights) {
    const own = new Float64Array(rows.length);
    const byRow = new Map([...weights].map(([id, weight]) => [table.rowOf(id), weight]));
    byRow.delete(-1);
    if (byRow.size > 0) for (let at = 0; at < rows.length; at += 1) own[at] = byRow.get(rows[at] as number) ?? 0;
    return own;
  },
  logPrices() {
    const prices = new Float64Array(rows.length).fill(NaN);
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] as number;
      if (row !== -1) prices[at] = table.logPrices[row] as number;
    }
    return prices;
  },
});

function priceIn({ logPrices }: FeatureTable, row: number): number | undefined {
  const price = logPrices[row] as number;
  return Number.isNaN(price) ? undefined : price;
}

/** Cache of match counts per group, by row list. The counts are identical for all shoppers. */
const countsOf = new WeakMap<Int32Array, ReadonlyMap<string, number>>();

/** The number of matches in each group, see `groupsOfToken`. */
export function groupCounts({ table, rows }: FeatureRows, productTypes: ProductTypes): ReadonlyMap<string, number> {
  const known = countsOf.get(rows);
  if (known !== undefined) return known;
  const groups = new Map<string, number>();
  const ofToken: (readonly number[] | undefined)[] = [];
  const counts: number[] = [];
  /** For each group, the last row that was counted, so that no product is counted twice in the same group. */
  const countedFor: number[] = [];
  const numberOf = (group: string) => {
    const number = groups.get(group) ?? groups.size;
    groups.set(group, number);
    return number;
  };
  for (const row of rows) {
    if (row === -1) continue;
    for (const token of table.ownTokensOf(row)) {
      const own = (ofToken[token] ??= groupsOfToken(table.nameOf(token), productTypes).map(numberOf));
      for (const group of own) {
        if (countedFor[group] === row) continue;
        countedFor[group] = row;
        counts[group] = (counts[group] ?? 0) + 1;
      }
    }
  }
  const named = new Map(Array.from(groups, ([group, number]) => [group, counts[number] ?? 0] as const));
  countsOf.set(rows, named);
  return named;
}
