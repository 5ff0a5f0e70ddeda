import type { LiveCatalog } from "../../catalog/live.js";
import type { Engine } from "../../engine/engine.js";
import { searchMany } from "../../engine/multi-search.js";
import type { Ranked } from "../ranked.js";
import type { ChosenPhrases } from "./choose-phrases.js";
import type { Phrase } from "./phrase-book.js";
import type { OpenBook } from "./phrase-books.js";
import type { SuggestedValue } from "./response.js";
import { countBody } from "./suggest-body.js";

export interface CountDeps {
  readonly engine: Engine;
  /** Milliseconds that each count may take. */
  readonly budgetMs: number;
  /** Told of counts that failed. */
  readonly onFailure: (error: unknown) => void;
}

/** Phrases of which there are products. */
export interface CountedPhrases {
  readonly queries: readonly Phrase[];
  readonly categories: readonly SuggestedValue[];
  readonly brands: readonly SuggestedValue[];
  /** False where some could not be counted, and were left out. */
  readonly are_whole: boolean;
}

/**
 * Leaves out what has no products. Phrases that have not been counted since the book was read are counted in one call of the engine.
 * @throws where the engine does not answer at all
 */
export async function countPhrases(
  { engine, budgetMs, onFailure }: CountDeps,
  { index }: LiveCatalog,
  ranked: Ranked,
  { counts }: Pick<OpenBook, "counts">,
  { queries, categories, brands }: ChosenPhrases,
): Promise<CountedPhrases> {
  const uncounted = [...queries.filter(({ from_catalog }) => !from_catalog), ...categories, ...brands].filter(
    (phrase) => !counts.has(phrase),
  );
  const bodies = uncounted.map((phrase) => countBody(phrase, ranked));
  const outcomes = await searchMany<never>(engine, index, bodies, budgetMs);
  outcomes.forEach((one, at) => {
    if (one.outcome === "answered") counts.set(uncounted[at] as Phrase, one.response.hits.total.value);
  });
  const failure = outcomes.find((one) => one.outcome === "failed");
  if (failure?.outcome === "failed") onFailure(new Error(`phrases cannot be counted: ${failure.reason}`));
  const valueOf = (phrase: Phrase): SuggestedValue[] => {
    const count = counts.get(phrase) ?? 0;
    return count === 0 ? [] : [{ value: phrase.value, label: phrase.label, count }];
  };
  return {
    queries: queries.filter((phrase) => phrase.from_catalog || (counts.get(phrase) ?? 0) > 0),
    categories: categories.flatMap(valueOf),
    brands: brands.flatMap(valueOf),
    are_whole: uncounted.every((phrase) => counts.has(phrase)),
  };
}
