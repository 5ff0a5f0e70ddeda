import type { Clause } from "../catalog/matching/filter-query.js";

/** A ranking signal: one summand of a product's score. */
export interface Signal {
  /**
   * The name of the signal in ranking explanations: `prior`, `stock`, `taste designer=GUCCI`, `rule summer-sale`, `intent Shoes`, `text as
   * typed`.
   */
  readonly name: string;
  readonly clause: Clause;
  /** Parts of the clause that explanations list separately. */
  readonly parts?: SignalParts;
}

export interface SignalParts {
  readonly must: readonly Signal[];
  /** Filters of the query; they do not affect the score. */
  readonly filter: readonly Clause[];
  readonly should: readonly Signal[];
}

export function sumOf({ must, filter, should }: SignalParts, clauseFor: (signal: Signal) => Clause): Clause {
  return {
    bool: {
      ...(must.length === 0 ? {} : { must: must.map(clauseFor) }),
      ...(filter.length === 0 ? {} : { filter }),
      ...(should.length === 0 ? {} : { should: should.map(clauseFor) }),
    },
  };
}

export const plainClause = ({ clause }: Signal): Clause => clause;

/**
 * Returns the clause with a query name, so that the engine reports whether each hit matches the clause. An unnamed signal is returned
 * unchanged.
 */
export const namedWhole = ({ name, clause }: Signal): Clause =>
  name === "" ? clause : { bool: { must: [clause], _name: name } };

/** Returns a signal's clause in which every part has a query name, so that the engine reports the points of each part for every hit. */
export const namedClause = ({ name, clause, parts }: Signal): Clause =>
  parts === undefined ? namedWhole({ name, clause }) : sumOf(parts, namedClause);
