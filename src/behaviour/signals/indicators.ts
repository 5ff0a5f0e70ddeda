import { logLikelihoodRatio } from "../../lib/log-likelihood.js";
import { isSeveralDevices, type Association, type CoVisit } from "./product-signals.js";

/** Products that are kept as going with one. */
export const MAX_INDICATORS = 20;
/** χ² with one degree of freedom exceeds it by chance once in a thousand times; many pairs are tried. */
const MIN_RATIO = 10.83;
/** A coincidence can look like anything: two visits have to agree, and still do half a year later, nearly. */
const MIN_TOGETHER = 1.4;
/** Indicators are worked out anew when there was a fifth more to learn from. */
const NEWS_SHARE = 0.2;

/** No device by itself says what goes together. */
const isTelling = ([, times, devices]: CoVisit): boolean => times >= MIN_TOGETHER && isSeveralDevices(devices);

export const mustReconsider = ({ occasions, together, news }: Association): boolean =>
  together.length > 0 && news > 0 && news >= NEWS_SHARE * occasions;

/** The others that may become indicators: those of which more has to be known. */
export const indicatorCandidates = ({ together }: Association): string[] =>
  together.filter(isTelling).map(([other]) => other);

/**
 * The products that go with one beyond chance, the most telling first.
 * @param occasionsOf of the candidates, faded to the same time; those it does not know are left out @param all occasions
 */
export function indicatorsOf(
  { occasions, together }: Association,
  occasionsOf: ReadonlyMap<string, number>,
  all: number,
): string[] {
  return together
    .filter(isTelling)
    .flatMap(([other, times]) => {
      const others = occasionsOf.get(other);
      if (others === undefined) return [];
      const ratio = logLikelihoodRatio(times, occasions, others, all);
      return ratio < MIN_RATIO ? [] : [{ other, ratio }];
    })
    .sort((a, b) => b.ratio - a.ratio || (a.other < b.other ? -1 : 1))
    .slice(0, MAX_INDICATORS)
    .map(({ other }) => other);
}
