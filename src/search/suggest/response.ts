import type { Degradation, Item } from "../response.js";
import type { RedirectResult } from "../redirect.js";
import type { Phrase } from "./phrase-book.js";

/** What `POST /v2/recommendations/suggest` answers. */
export interface SuggestResult {
  readonly queries: readonly SuggestedQuery[];
  readonly categories: readonly SuggestedValue[];
  readonly brands: readonly SuggestedValue[];
  readonly products: readonly Item[];
  readonly meta: SuggestMeta;
}

/** To be searched for as it is. */
export interface SuggestedQuery {
  readonly query: string;
  /** Whether other shoppers typed it, or the catalogue's words make it. */
  readonly from: "shoppers" | "catalog";
}

/** To be filtered by: `{"categories": value}` or `{"designer": value}`. */
export interface SuggestedValue {
  readonly value: string;
  /** For shoppers: of a category its last level. */
  readonly label: string;
  /** Products that have it. */
  readonly count: number;
}

export interface SuggestMeta {
  /** What was probably meant, where nothing begins with what was typed. */
  readonly suggestion?: string;
  readonly redirect?: RedirectResult;
  /** What could not be had in time and was left out. */
  readonly degraded?: readonly SuggestDegradation[];
}

/** `phrases`, `products`: these are missing. The others as in a search. */
export type SuggestDegradation = Degradation | "phrases" | "products";

export const suggestedQuery = ({ value, from_catalog }: Phrase): SuggestedQuery => ({
  query: value,
  from: from_catalog ? "catalog" : "shoppers",
});
