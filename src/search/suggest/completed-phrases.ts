import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { isTypable } from "../../catalog/product.js";
import { searchMany } from "../../engine/multi-search.js";
import type { SearchResponse } from "../../engine/search-documents.js";
import { withEnglish } from "../../languages/languages.js";
import { folded, loweredWords } from "../../lib/folded.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { Plan } from "../listing/plan.js";
import { productClause } from "../query.js";
import { textQuery } from "../text/text-query.js";
import type { Match, PhraseBook } from "./phrase-book.js";
import type { TypedWordsDeps } from "./typed-clause.js";

/** How typed words may go on, to be counted. */
export type Completion =
  /** What the products with the words before are called that begins with what is being typed. */
  | { readonly as: "thing"; readonly before: string; readonly begins: string }
  /** A synonym, or the name of a category. */
  | { readonly as: "term"; readonly phrase: string }
  /** A measure, which says nothing without what it measures. */
  | { readonly as: "unit"; readonly phrase: string };

/** Bounds what one text asks the engine to count. */
const MOST = { words: 6, letters: 80, terms: 6, things: 8, products: 1_000 };
/** Below phrases that the catalogue has as they are. */
const QUALITY = 0.8;
const FROM_CATALOG = 0.5;

/**
 * How a text may go on of which the end alone begins a phrase: "white des" → "white desk", "27 in" → "27 inch". Which of them there are
 * products for is known when they are counted.
 */
export function completionsOf(
  typed: string,
  book: Pick<PhraseBook, "find">,
  { language }: Pick<StorefrontConfiguration, "language">,
): Completion[] {
  const words = loweredWords(typed);
  if (words.length < 2 || words.length > MOST.words || typed.length > MOST.letters) return [];
  const last = words.at(-1) ?? "";
  if (/^\d+(?:[.,]\d+)?$/u.test(words.at(-2) ?? "")) {
    const units = unitsOf(language).filter((unit) => unit.startsWith(last));
    return units.map((unit) => ({ as: "unit", phrase: [...words.slice(0, -1), unit].join(" ") }));
  }
  const splits = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1), words.slice(at + 1)].map((part) => part.join(" ")));
  const terms = splits.flatMap(([before = "", begins = ""]) =>
    book
      .find(begins, false)
      .found.filter(({ phrase: { form, value } }) => form === "term" && folded(value).startsWith(folded(begins)))
      .map(({ phrase: { value } }): Completion => ({ as: "term", phrase: `${before} ${value}` })),
  );
  const things = splits.map(([before = "", begins = ""]): Completion => ({ as: "thing", before, begins }));
  return [...things, ...terms.slice(0, MOST.terms)];
}

/** The first form of each unit: "inch" of "inch(?:es)?". */
const unitsOf = (language: StorefrontConfiguration["language"]): string[] =>
  withEnglish(language, "measures").flatMap((units) =>
    units.split("|").map((unit) => unit.replace(/\(\?:[^)]*\)\?|.\?/gu, "")),
  );

/** Counts the products of a completion; of words and a measure, by what they are called. */
function completionBody(completion: Completion, plan: Plan): Clause {
  const { configuration, catalog, conditions } = plan;
  const sold = productClause(conditions.eligible, catalog.leaves);
  const counting = (found: Clause, more: Clause = {}) => ({
    size: 0,
    track_total_hits: MOST.products,
    query: { bool: { filter: [sold, found] } },
    ...more,
  });
  const called = (more: Clause = {}) => ({
    aggs: { things: { terms: { field: "text.phrases", size: MOST.things, ...more } } },
  });
  switch (completion.as) {
    case "thing":
      return counting(
        textQuery(completion.before, configuration, "strict"),
        called({ include: `${completion.begins.replace(/[^\p{L}\p{N} ]/gu, "\\$&")}.*` }),
      );
    case "term":
      return counting(textQuery(completion.phrase, configuration, "strict"));
    case "unit":
      return counting(
        {
          multi_match: {
            query: completion.phrase,
            type: "phrase",
            fields: ["text.title", "text.description", "text.other"],
          },
        },
        called(),
      );
  }
}

interface Completed {
  readonly matches: readonly Match[];
}

const COMPLETED: Kind<Completed> = {
  name: "completed",
  bytesOf: ({ matches }) => 100 + 400 * matches.length,
  freshMs: 600_000,
};

interface Things {
  readonly things: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
}

/**
 * The completions of a text that there are products for, each worth as much as these are many. Those that the engine does not count in
 * time are left out.
 * @throws where the engine does not answer at all
 */
export async function completedPhrases(
  { engine, cache, budgetMs, onFailure }: TypedWordsDeps & { readonly cache: CatalogCache },
  live: LiveCatalog,
  plan: Plan,
  completions: readonly Completion[],
): Promise<readonly Match[]> {
  if (completions.length === 0) return [];
  const bodies = completions.map((completion) => completionBody(completion, plan));
  const { matches } = await cache.read(COMPLETED, live, JSON.stringify(bodies), async () => {
    const outcomes = await searchMany<never>(engine, live.index, bodies, budgetMs);
    const failure = outcomes.find(({ outcome }) => outcome === "failed");
    if (failure?.outcome === "failed") onFailure(new Error(`completions cannot be counted: ${failure.reason}`));
    const matches = outcomes.flatMap((one, at): Match[] => {
      return one.outcome === "answered" ? matchesIn(completions[at] as Completion, one.response) : [];
    });
    return { value: { matches }, isWhole: outcomes.every(({ outcome }) => outcome === "answered") };
  });
  return matches;
}

function matchesIn(
  completion: Completion,
  { hits, aggregations }: Pick<SearchResponse<never>, "hits" | "aggregations">,
): Match[] {
  if (completion.as === "term") return hits.total.value === 0 ? [] : [matchOf(completion.phrase, hits.total.value)];
  const before = completion.as === "thing" ? completion.before : completion.phrase;
  const known = new Set(folded(before).split(" "));
  const { things } = aggregations as unknown as Things;
  return things.buckets
    .filter(
      ({ key }) =>
        isTypable(key) &&
        !folded(key)
          .split(" ")
          .some((word) => known.has(word)),
    )
    .map(({ key, doc_count }) => matchOf(`${before} ${key}`, doc_count));
}

function matchOf(value: string, products: number): Match {
  const worth = FROM_CATALOG * Math.min(1, Math.log1p(products) / Math.log1p(MOST.products));
  return { phrase: { kind: "query", value, label: value, worth, from_catalog: true }, quality: QUALITY };
}
