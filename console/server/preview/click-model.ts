import { BUCKETS, bucketOf } from "../insights/positions.js";
import { cellsOf, discount, type Cell, type Kind, type SeenResponse, type Shown, type Traits } from "./cells.js";
import { newFactor, passedOn, relativeVariance, setStrength, valueOf, type Factor } from "./factors.js";

export interface Estimate {
  /** Expected clicks. */
  readonly clicks: number;
  /** Bounds of the 95 % confidence interval of the expected clicks, under the assumptions of the model. */
  readonly low: number;
  readonly high: number;
}

/** Change in the number of impressions of a product at a position; negative if the number decreases. */
export type Change = readonly [shown: Shown, times: number];

export interface ClickModel {
  /**
   * Basis of the estimates: "positions" if no clicks are stored, otherwise "clicks". Without clicks, all products have
   * the same attractiveness, and only ratios between estimates are meaningful.
   */
  readonly measure: "clicks" | "positions";
  /** Number of responses used for training, and of clicks on their products. */
  readonly responses: number;
  readonly clicks: number;
  readonly clicksOn: (shown: Shown) => number;
  readonly estimate: (changes: readonly Change[]) => Estimate;
}

/**
 * Factors that influence a click in addition to the position, most general first: the query or listing, whether the
 * category is usual, whether the brand is liked, the category in the query or listing, the product, and the product in
 * the query or listing.
 */
const LEVELS: readonly ((traits: Traits) => string)[] = [
  ({ topic }) => topic,
  ({ isUsual }) => String(isUsual),
  ({ isLiked }) => String(isLiked),
  ({ topic, category }) => `${topic}\n${category}`,
  ({ product }) => product,
  ({ topic, product }) => `${topic}\n${product}`,
];

type Level = Map<string, Factor>;

const ROUNDS = 20;
const Z = 1.96;

/**
 * Estimates how attractive products are in a query or listing, independent of their positions.
 *
 * The model is position-based (Richardson, Dominowska and Ragno, "Predicting Clicks", WWW 2007): a shopper clicks a
 * product after examining its position if the product is attractive. The probability of examination depends on the
 * position only. This probability is estimated by comparing different positions of products with equal traits (as by
 * Agarwal et al., "Estimating Position Bias without Intrusive Interventions", WSDM 2019). Liked brands are traits,
 * because personalization moves liked products up. Attractiveness is computed by multiplying several factors. Products
 * with few impressions fall back to the factor of their category.
 */
export function clickModel(responses: readonly SeenResponse[], kindOf: (product: string) => Kind): ClickModel {
  const { cells, traitsOf } = cellsOf(responses, kindOf);
  const levels = LEVELS.map((): Level => new Map());
  const factorsOf = (traits: Traits) => LEVELS.map((keyOf, at) => factorAt(levels[at] as Level, keyOf(traits)));
  const positions = learnPositions(cells);
  const rate = learnFactors(cells, levels, factorsOf, positions);
  const clicks = sum(cells.map(({ clicked }) => sum(clicked)));

  const positionFactor = (position: number) => positions[bucketOf(position)] as Factor;
  const partsOf = (shown: Shown) => {
    const factors = factorsOf(traitsOf(shown));
    const views = discount(shown.position) * valueOf(positionFactor(shown.position));
    return { factors, value: factors.reduce((score, factor) => score * valueOf(factor), rate * views) };
  };
  return {
    measure: clicks === 0 ? "positions" : "clicks",
    responses: responses.length,
    clicks,
    clicksOn: (shown) => partsOf(shown).value,
    estimate(changes) {
      const effects = new Map<Factor, number>();
      const addEffect = (factor: Factor, effect: number) => effects.set(factor, (effects.get(factor) ?? 0) + effect);
      let total = 0;
      for (const [shown, times] of changes) {
        const { factors, value } = partsOf(shown);
        total += times * value;
        addEffect(positionFactor(shown.position), times * value);
        factors.reduceRight((passed, factor) => {
          addEffect(factor, times * value * passed);
          return passed * passedOn(factor);
        }, 1);
      }
      // Estimates the variance with the delta method, assuming that the errors of the factors are independent.
      const variance = sum([...effects].map(([factor, effect]) => effect ** 2 * relativeVariance(factor)));
      const margin = Z * Math.sqrt(variance);
      return { clicks: total, low: total - margin, high: total + margin };
    },
  };
}

/**
 * Estimates, for each group of positions, how often shoppers examine the positions, relative to the standard position
 * discount (see `discount`).
 */
function learnPositions(cells: readonly Cell[]): Factor[] {
  const positions = Array.from({ length: BUCKETS }, newFactor);
  const telling = cells.flatMap(({ views, clicked }) => {
    const clicks = sum(clicked);
    return clicks > 0 && views.filter((count) => count > 0).length > 1 ? [{ views, clicked, clicks }] : [];
  });
  for (const { clicked } of telling) {
    for (const [at, count] of clicked.entries()) (positions[at] as Factor).clicks += count;
  }
  for (let round = 0; telling.length > 0 && round < ROUNDS; round += 1) {
    const values = positions.map(valueOf);
    for (const position of positions) position.expected = 0;
    for (const { views, clicks } of telling) {
      const score = clicks / looked(views, values);
      for (const [at, count] of views.entries()) (positions[at] as Factor).expected += count * score;
    }
    setStrength(positions);
  }
  return positions;
}

/**
 * Estimates the factors of attractiveness, level by level. Returns the average number of clicks per examined
 * impression, or 1 if there are no clicks.
 */
function learnFactors(
  cells: readonly Cell[],
  levels: readonly Level[],
  factorsOf: (traits: Traits) => readonly Factor[],
  positions: readonly Factor[],
): number {
  const values = positions.map(valueOf);
  const rows = cells.map(({ traits, views, clicked }) => ({
    factors: factorsOf(traits),
    clicks: sum(clicked),
    expected: looked(views, values),
  }));
  const clicks = sum(rows.map((row) => row.clicks));
  if (clicks === 0) return 1;
  const rate = clicks / sum(rows.map((row) => row.expected));
  for (const row of rows) row.expected *= rate;
  for (const [at, level] of levels.entries()) {
    for (const { factors, clicks: own, expected } of rows) {
      const factor = factors[at] as Factor;
      factor.clicks += own;
      factor.expected += expected;
    }
    setStrength([...level.values()]);
    for (const row of rows) row.expected *= valueOf(row.factors[at] as Factor);
  }
  return rate;
}

const looked = (views: Float64Array, values: readonly number[]): number =>
  views.reduce((total, count, at) => total + count * (values[at] ?? 1), 0);

/**
 * Returns the factor of a key. A missing factor is created with the same strength as the other factors of the level.
 */
function factorAt(level: Level, key: string): Factor {
  let factor = level.get(key);
  if (factor === undefined) {
    const { strength = 1 } = level.values().next().value ?? {};
    level.set(key, (factor = { ...newFactor(), strength }));
  }
  return factor;
}

const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
};
