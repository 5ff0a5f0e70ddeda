import type { FacetRange } from "../../storefront/facets-configuration.js";

/** How the values of a number leaf are spread over a catalogue: the values below which these percentages lie. */
export interface Spread {
  readonly min: number;
  readonly max: number;
  readonly percentiles: readonly number[];
}

/** Cuts a facet into five ranges of about as many products each. */
export const PROPOSED_PERCENTS = [20, 40, 60, 80];

/**
 * Proposes at most five ranges between round numbers, the outer ones open. Neighbours share their bound, which belongs to
 * both: a range selected is `min <= value <= max`. None when all values are the same.
 */
export function proposeRanges({ min, max, percentiles }: Spread): FacetRange[] {
  const cuts = [...new Set(percentiles.map(round))].filter((cut) => cut > min && cut < max).sort((a, b) => a - b);
  const [first] = cuts;
  const last = cuts.at(-1);
  if (first === undefined || last === undefined) return [];
  const inner = cuts.slice(1).map((cut, position) => ({ min: cuts[position] as number, max: cut }));
  return [{ max: first }, ...inner, { min: last }];
}

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8, 10];

/** The nearest number that people would call round: 17.3 → 15, 96 → 100, 1234 → 1000. */
function round(value: number): number {
  if (value === 0) return 0;
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  const mantissa = Math.abs(value) / 10 ** magnitude;
  const step = STEPS.reduce((best, candidate) =>
    Math.abs(candidate - mantissa) < Math.abs(best - mantissa) ? candidate : best,
  );
  // Through text: 7.5 × 10⁻² is 0.075 and not 0.07500000000000001.
  return Math.sign(value) * Number(`${step}e${magnitude}`);
}
