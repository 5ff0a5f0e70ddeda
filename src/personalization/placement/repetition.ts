import { valuesOf, type Candidate } from "../candidate.js";

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
  /** The same for candidates that repeat the same, wherever they are placed. */
  keyOf(candidate: Candidate): string;
  /** The candidate takes the next place. */
  place(candidate: Candidate): void;
}

export function repetitionOf(field: string, candidates: readonly Candidate[]): Repetition {
  const traces = new Map<string, Trace>();
  const traceOf = (value: string): Trace => {
    const trace = traces.get(value) ?? { place: 0, sum: 0 };
    traces.set(value, trace);
    return trace;
  };
  const own = new Map(candidates.map((candidate) => [candidate, valuesOf(candidate, field).map(traceOf)]));
  let next = 0;
  const left = ({ place, sum }: Trace): number => (sum === 0 ? 0 : sum * (LEFT[next - place] ?? 0));
  return {
    of(candidate) {
      let most = 0;
      for (const trace of own.get(candidate) ?? []) most = Math.max(most, left(trace));
      return most === 0 ? 0 : 1 - 2 ** -most;
    },
    keyOf: (candidate) => JSON.stringify(valuesOf(candidate, field)),
    place(candidate) {
      for (const trace of own.get(candidate) ?? []) {
        trace.sum = left(trace) + 1;
        trace.place = next;
      }
      next += 1;
    },
  };
}

/** The sum of a value, as of the place where the value was last shown. */
interface Trace {
  place: number;
  sum: number;
}

/** The share of a sum that is left after so many places; further away it is 0 (less than 2^−16). */
const LEFT: readonly number[] = Array.from({ length: 16 * HALF_LIFE }, (_, places) => 2 ** (-places / HALF_LIFE));
