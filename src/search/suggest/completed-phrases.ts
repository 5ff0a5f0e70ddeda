import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { searchMany } from "../../engine/multi-search.js";
import { withEnglish } from "../../languages/languages.js";
import { folded, loweredWords } from "../../lib/folded.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { Plan } from "../listing/plan.js";
import { productClause } from "../query.js";
import { textQuery } from "../text/text-query.js";
import type { Match, PhraseBook } from "./phrase-book.js";
import type { TypedWordsDeps } from "./typed-clause.js";

/** Typed words and how they may go on, to be counted. */
export interface Completion {
  readonly phrase: string;
  /** The words typed before it, which any text of a product may have. */
  readonly before: string;
  /** What is being typed: a phrase of a book, or a unit. */
  readonly completed: string;
  /** `unit`: a measure, which says nothing without what it measures. */
  readonly as: "thing" | "term" | "unit";
}

/** Bounds what one text asks the engine to count. */
const MOST = { typed: 6, completions: 16, measured: 3, products: 1_000 };
/** Below phrases that the catalogue has as they are. */
const QUALITY = 0.8;
const FROM_CATALOG = 0.5;

/**
 * How a text goes on of which the end alone begins a phrase: "white des" → "white desk", "27 in" → "27 inch". The longest ends
 * come first. Which of them there are products for is known when they are counted.
 */
export function completionsOf(
  typed: string,
  book: Pick<PhraseBook, "find">,
  { language }: Pick<StorefrontConfiguration, "language">,
): Completion[] {
  const words = loweredWords(typed);
  if (words.length < 2 || words.length > MOST.typed) return [];
  const last = words.at(-1) ?? "";
  const isMeasure = /^\d+(?:[.,]\d+)?$/u.test(words.at(-2) ?? "");
  const units = isMeasure ? unitsOf(language).filter((unit) => unit.startsWith(last)) : [];
  const before = words.slice(0, -1).join(" ");
  const found: Completion[] = units.map((unit) => ({
    phrase: `${before} ${unit}`,
    before,
    completed: unit,
    as: "unit",
  }));
  for (let from = 1; from < words.length && !isMeasure; from += 1) {
    const start = words.slice(0, from).join(" ");
    const end = words.slice(from).join(" ");
    const known = new Set(folded(start).split(" "));
    for (const { phrase } of book.find(end, false).found) {
      const { kind, value, form } = phrase;
      const going = folded(value);
      if (kind !== "query" || form === "combined" || !going.startsWith(folded(end))) continue;
      if (going.split(" ").some((word) => known.has(word))) continue;
      const as = form === "term" ? "term" : "thing";
      found.push({ phrase: `${start} ${value}`, before: start, completed: value, as });
    }
  }
  return found.slice(0, MOST.completions);
}

/** The first form of each unit: "inch" of "inch(?:es)?". */
const unitsOf = (language: StorefrontConfiguration["language"]): string[] =>
  withEnglish(language, "measures").flatMap((units) =>
    units.split("|").map((unit) => unit.replace(/\(\?:[^)]*\)\?|.\?/gu, "")),
  );

/** Counts the products that are called so and have the words before, or what is measured so. */
export function completionBody({ phrase, before, completed, as }: Completion, plan: Plan): Clause {
  const { configuration, catalog, conditions } = plan;
  const sold = productClause(conditions.eligible, catalog.leaves);
  if (as === "unit") {
    const measured = {
      multi_match: { query: phrase, type: "phrase", fields: ["text.title", "text.description", "text.other"] },
    };
    const aggs = { things: { terms: { field: "text.phrases", size: MOST.measured } } };
    return { size: 0, track_total_hits: MOST.products, query: { bool: { filter: [sold, measured] } }, aggs };
  }
  const found =
    as === "term"
      ? [textQuery(phrase, configuration, "strict")]
      : [{ term: { "text.phrases": completed } }, textQuery(before, configuration, "strict")];
  return { size: 0, track_total_hits: MOST.products, query: { bool: { filter: [sold, ...found] } } };
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
      if (one.outcome !== "answered") return [];
      const { phrase, as } = completions[at] as Completion;
      const { hits, aggregations } = one.response;
      if (as === "unit") {
        const { things } = aggregations as unknown as Things;
        return things.buckets.map(({ key, doc_count }) => matchOf(`${phrase} ${key}`, doc_count));
      }
      return hits.total.value === 0 ? [] : [matchOf(phrase, hits.total.value)];
    });
    return { value: { matches }, isWhole: outcomes.every(({ outcome }) => outcome === "answered") };
  });
  return matches;
}

function matchOf(value: string, products: number): Match {
  const worth = FROM_CATALOG * Math.min(1, Math.log1p(products) / Math.log1p(MOST.products));
  return { phrase: { kind: "query", value, label: value, worth, from_catalog: true }, quality: QUALITY };
}
