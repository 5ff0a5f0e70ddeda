import { valuesOf, type Candidate } from "./candidate.js";

/** After so many places, a value that was just shown counts half as a repetition. */
const HALF_LIFE = 4;

/**
 * How much a candidate would repeat what the places above it show, as they are filled one by one (the diversity part of
 * maximal marginal relevance, Carbonell & Goldstein 1998, with nearness in the list in place of similarity to the whole
 * set). `of` answers 1 − 2^−r, from 0 to below 1, where r is the sum of 2^(−distance / 4) over the places with the same
 * value: right below one equal product 0.44, below two 0.66. A product of several values repeats as much as the most
 * repeated of them.
 */
export interface Repetition {
  of(candidate: Candidate): number;
  /** The candidate takes the next place. */
  place(candidate: Candidate): void;
}

export function repetitionOf(field: string, candidates: readonly Candidate[]): Repetition {
  const values = new Map(candidates.map((candidate) => [candidate, valuesOf(candidate, field)]));
  const recency = new Map<string, { readonly place: number; readonly sum: number }>();
  let next = 0;
  const sumOf = (value: string): number => {
    const last = recency.get(value);
    return last === undefined ? 0 : last.sum * 2 ** (-(next - last.place) / HALF_LIFE);
  };
  return {
    of(candidate) {
      let most = 0;
      for (const value of values.get(candidate) ?? []) most = Math.max(most, sumOf(value));
      return 1 - 2 ** -most;
    },
    place(candidate) {
      for (const value of values.get(candidate) ?? []) recency.set(value, { place: next, sum: sumOf(value) + 1 });
      next += 1;
    },
  };
}
