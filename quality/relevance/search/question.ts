import type { Grades } from "../judgements.js";

/** A query for all contenders. */
export interface SearchQuestion {
  readonly query: string;
  readonly limit: number;
  /** Restricts the result to these products. */
  readonly among?: readonly string[];
}

/** Products per page. The metrics consider only the first hundred products. */
export const LIMIT = 100;

export const questionOf = (query: string, grades: Grades, amongJudged: boolean): SearchQuestion => ({
  query,
  limit: LIMIT,
  ...(amongJudged ? { among: [...grades.keys()] } : {}),
});
