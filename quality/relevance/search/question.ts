import type { Grades } from "../judgements.js";

/** One query, as all contenders are asked it. */
export interface SearchQuestion {
  readonly query: string;
  readonly limit: number;
  /** Only these products: what was judged is ranked among itself. */
  readonly among?: readonly string[];
}

/** Products a page; the interface's metric looks at the first hundred. */
export const LIMIT = 100;

export const questionOf = (query: string, grades: Grades, amongJudged: boolean): SearchQuestion => ({
  query,
  limit: LIMIT,
  ...(amongJudged ? { among: [...grades.keys()] } : {}),
});
