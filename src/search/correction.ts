import { EngineError, type Engine } from "../engine/engine.js";
import { count, search } from "../engine/search.js";
import { productClause } from "./body.js";
import type { Ranked } from "./ranked.js";
import type { Clause } from "../catalog/matching/filter-query.js";
import { textQuery } from "./text/text-query.js";
import { wordsOf } from "./text/words.js";

/** The words of titles as they are written, without stemming. */
const FIELD = "text.title.typed";
/** Of shorter words nearly all are one letter from another. */
const SHORTEST = 4;

/** Asks for each word that no title has: the most frequent word of titles that is most like it, with its first letter. */
export const correctionBody = (query: string): Clause => ({
  size: 0,
  track_total_hits: false,
  suggest: {
    words: {
      text: query,
      term: {
        field: FIELD,
        size: 1,
        suggest_mode: "missing",
        prefix_length: 1,
        min_word_length: SHORTEST,
        sort: "score",
      },
    },
  },
});

/** A word of the query, where it stands in UTF-16 units, and what the engine has instead. */
export interface CheckedWord {
  readonly offset: number;
  readonly length: number;
  readonly options: readonly { readonly text: string }[];
}

/** The query with the words that there are; undefined where nothing is to be corrected. */
export function correctedQuery(query: string, words: readonly CheckedWord[]): string | undefined {
  const wrong = words.filter(({ options }) => options.length > 0);
  if (wrong.length === 0) return undefined;
  return [...wrong]
    .sort((a, b) => b.offset - a.offset)
    .reduce(
      (text, { offset, length, options }) =>
        text.slice(0, offset) + (options[0]?.text ?? "") + text.slice(offset + length),
      query,
    );
}

/**
 * What was probably meant by a query of which no product has all words: the same in words of the catalogue's titles, if
 * that finds something. @throws errors of the engine as they are
 */
export async function correct(engine: Engine, index: string, ranked: Ranked): Promise<string | undefined> {
  const { request, configuration, catalog, plan } = ranked;
  // Of a query with a price only a part was looked for.
  if (request.query === null || request.price !== null || !configuration.search.spelling) return undefined;
  const { words, isShortened } = wordsOf(request.query);
  // The engine compares each word with all words of titles, so only what is looked for is checked.
  const query = isShortened ? words.join(" ") : request.query;
  const corrected = correctedQuery(query, await checkedWords(engine, index, query));
  if (corrected === undefined) return undefined;
  const filter = [
    productClause(plan.conditions.matching, catalog.leaves),
    textQuery(corrected, configuration, "strict"),
  ];
  return (await count(engine, index, { bool: { filter } })) > 0 ? corrected : undefined;
}

async function checkedWords(engine: Engine, index: string, query: string): Promise<readonly CheckedWord[]> {
  try {
    const answer = await search<never>(engine, index, correctionBody(query));
    return (answer as { suggest?: { words: readonly CheckedWord[] } }).suggest?.words ?? [];
  } catch (error) {
    // A generation that was built before there was such a field.
    if (error instanceof EngineError && error.status === 400) return [];
    throw error;
  }
}
