/** What is suggested while shoppers type. */
export interface SuggestRules {
  /** Suggest what other shoppers typed, beside what the catalogue's own words make. */
  readonly typed_queries: boolean;
  /** So many different shoppers must have typed a query before others are shown it, 2 to 10. */
  readonly shoppers: number;
  /** Suggest for what nothing begins with what begins nearly so. */
  readonly spelling: boolean;
  /** No query with one of these terms is suggested; each one word or several. */
  readonly blocked: readonly string[];
  /** How far what a shopper likes goes before what everybody types. 0: not at all. */
  readonly taste: number;
}

export const DEFAULT_SUGGEST: SuggestRules = {
  typed_queries: true,
  shoppers: 3,
  spelling: true,
  blocked: [],
  taste: 2,
};
