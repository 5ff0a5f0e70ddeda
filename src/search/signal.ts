import type { Clause } from "../catalog/matching/filter-query.js";

/** One of the things that a product's score is the sum of. */
export interface Signal {
  /** As explanations call it: `prior`, `stock`, `taste designer=GUCCI`, `rule summer-sale`, `intent Shoes`, `text as typed`. */
  readonly name: string;
  readonly clause: Clause;
  /** The parts of the clause, where they are worth telling apart. */
  readonly parts?: SignalParts;
}

export interface SignalParts {
  readonly must: readonly Signal[];
  /** Filters of the query, without a part in the score. */
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

/** The same clause, so that the engine says of every hit whether it matched; one without a name is as it is. */
export const namedWhole = ({ name, clause }: Signal): Clause =>
  name === "" ? clause : { bool: { must: [clause], _name: name } };

/** The same clause, so that the engine says of every hit what it gave. */
export const namedClause = ({ name, clause, parts }: Signal): Clause =>
  parts === undefined ? namedWhole({ name, clause }) : sumOf(parts, namedClause);
