import type { Grades } from "../judgements.js";

/** A query that is sent to all compared searches. */
export interface SearchQuestion {
  readonly query: string;
  readonly limit: number;
  /** Product identifiers to which the result is restricted. */
  readonly among?: readonly string[];
}

/** Number of products per page. The metrics consider only the first hundred products. */
export const LIMIT = 100;

export const questionOf = (query: string, grades: Grades, amongJudged: boolean): SearchQuestion => ({
  query,
  limit: LIMIT,
  ...(amongJudged ? { among: [...grades.keys()] } : {}),
});
