import type { Kind } from "../../catalog/cache.js";
import { headPosition } from "../../catalog/product-type.js";
import { CATEGORIES_FIELD, categoryDepth, categoryLabel, indexField, VARIANTS_PATH } from "../../catalog/fields.js";
import { productsMatching, type Clause } from "../../catalog/matching/filter-query.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { shownFields } from "../../catalog/shown-fields.js";
import { isTypable } from "../../catalog/product.js";
import type { SearchResponse } from "../../engine/search-documents.js";
import { allOf } from "../../filters/filter.js";
import { folded, loweredWords } from "../../lib/folded.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { Plan } from "../listing/plan.js";
import { productClause } from "../query.js";
import { textQuery } from "../text/text-query.js";
import type { Match, SuggestionDictionary } from "./suggestion-dictionary.js";
import { namedBy, type NamedValue } from "./named-values.js";
import type { Suggesting } from "../searching.js";
import { searchEach, valueFilters } from "./typed-clause.js";

/** A possible continuation of the typed text, whose products will be counted. */
export type Completion =
  /** Completes the prefix `begins` with names of products that match `before`. `before` contains words, or a value such as a colour. */
  | { readonly as: "thing"; readonly before: string; readonly begins: string }
  /** A phrase whose last words are a synonym, a category name, or a value. */
  | { readonly as: "term"; readonly phrase: string };

/** Maximum numbers of words, letters, values, phrases, categories and products in the engine requests for one typed text. */
const MOST = { words: 6, letters: 80, values: 2, terms: 6, things: 8, categories: 50, products: 1_000 };
/** Weight of composed phrases; lower than 1, so that phrases from the catalogue rank higher. */
const QUALITY = 0.8;
const FROM_CATALOG = 0.5;
/**
 * Maximum number of words in a suggested category name. Longer names are internal terms ("garment upper body") that shoppers do not type.
 */
const MAX_CATEGORY_WORDS = 2;
/** Minimum level of a suggested category in the category tree. The first level is usually a department or target group. */
const MIN_CATEGORY_DEPTH = 2;

/**
 * Returns possible continuations of a text with few matching phrases: "nav" → "navy sweater", "white des" → "white desk". A later count
 * removes the continuations without products.
 */
export function completionsOf(
  typed: string,
  { book, values }: { readonly book: Pick<SuggestionDictionary, "find">; readonly values: readonly NamedValue[] },
  { language }: Pick<StorefrontConfiguration, "language">,
): Completion[] {
  const words = loweredWords(typed);
  if (words.length === 0 || words.length > MOST.words || typed.length > MOST.letters) return [];
  const splits = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1), words.slice(at + 1)].map((part) => part.join(" ")));
  const terms = splits.flatMap(([before = "", begins = ""]) =>
    book
      .find(begins, false)
      .found.filter(({ phrase: { form, value } }) => form !== undefined && folded(value).startsWith(folded(begins)))
      .map(({ phrase: { value } }): Completion => ({ as: "term", phrase: `${before} ${value}` })),
  );
  const things = splits.map(([before = "", begins = ""]): Completion => ({ as: "thing", before, begins }));
  // Values such as "navy" are not completed in languages whose head noun comes first, such as French.
  const begun = headPosition(language) === "last" ? namedBy(values, words.join(" "), true) : [];
  const named = [...new Set(begun.map(({ value }) => value.toLowerCase()))]
    .slice(0, MOST.values)
    .map((before): Completion => ({ as: "thing", before, begins: "" }));
  return [...named, ...things, ...terms.slice(0, MOST.terms)];
}

/** Builds the engine request that counts a completion: the products of a phrase, or the product names and category names for a prefix. */
function completionBody(completion: Completion, plan: Plan, values: readonly NamedValue[]): Clause {
  const { configuration, conditions, catalog } = plan;
  const { fields } = catalog;
  const sold = conditions.eligible;
  const counting = (found: Clause[], more: Clause = {}) => ({
    size: 0,
    track_total_hits: MOST.products,
    query: { bool: { filter: found } },
    ...more,
  });
  if (completion.as === "term") {
    return counting([productClause(sold, fields), textQuery(completion.phrase, configuration, "strict")]);
  }
  const { before, begins } = completion;
  // Counts only products with an available variant that has the value, such as a red variant for "red dress".
  const [named] = valueFilters(namedBy(values, before, false));
  const found =
    named === undefined
      ? [productClause(sold, fields), textQuery(before, configuration, "strict")]
      : [productsMatching(allOf([sold, named]), fields)];
  const include = begins === "" ? {} : { include: `${begins.replace(/[^\p{L}\p{N} ]/gu, "\\$&")}.*` };
  const categories = {
    terms: { field: indexField(CATEGORIES_FIELD), size: MOST.categories },
    aggs: { products: { reverse_nested: {} } },
  };
  return counting(found, {
    aggs: {
      things: { terms: { field: "text.phrases", size: MOST.things, ...include } },
      ...(shownFields(fields, configuration.fields).get(CATEGORIES_FIELD) === "string"
        ? { variants: { nested: { path: VARIANTS_PATH }, aggs: { categories } } }
        : {}),
    },
  });
}

const COMPLETED: Kind<readonly Match[]> = {
  name: "completed",
  bytesOf: (matches) => 100 + 400 * matches.length,
  freshMs: 600_000,
};

interface Named {
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}
interface Things {
  readonly things: Named;
  readonly variants?: {
    readonly categories: {
      readonly buckets: readonly { readonly key: string; readonly products: { readonly doc_count: number } }[];
    };
  };
}

/**
 * Returns the completions that have products, scored by the number of products. Completions that the engine does not count in time are left
 * out.
 * @throws an error if the engine is unavailable
 */
export async function completedPhrases(
  deps: Suggesting,
  live: LiveCatalog,
  plan: Plan,
  completions: readonly Completion[],
  values: readonly NamedValue[],
): Promise<readonly Match[]> {
  if (completions.length === 0) return [];
  const bodies = completions.map((completion) => completionBody(completion, plan, values));
  return deps.cache.read(COMPLETED, live, JSON.stringify(bodies), async () => {
    const outcomes = await searchEach<never>(deps, live, bodies, "failed to count the products of completed queries");
    const matches = outcomes.flatMap((one, at) =>
      one.outcome === "answered" ? matchesIn(completions[at] as Completion, one.response) : [],
    );
    return { value: matches, isWhole: outcomes.every(({ outcome }) => outcome === "answered") };
  });
}

function matchesIn(
  completion: Completion,
  { hits, aggregations }: Pick<SearchResponse<never>, "hits" | "aggregations">,
): Match[] {
  if (completion.as === "term") return hits.total.value === 0 ? [] : [matchOf(completion.phrase, hits.total.value)];
  const { before, begins } = completion;
  const known = new Set(folded(before).split(" "));
  const { things, variants } = aggregations as unknown as Things;
  const categories = (variants?.categories.buckets ?? [])
    .filter(({ key }) => categoryDepth(key) >= MIN_CATEGORY_DEPTH)
    .map(({ key, products }) => ({ key: categoryLabel(key).toLowerCase(), doc_count: products.doc_count }))
    .filter(({ key }) => key.startsWith(begins) && key.split(" ").length <= MAX_CATEGORY_WORDS && isTypable(key))
    .slice(0, MOST.things);
  return [...things.buckets, ...categories]
    .filter(
      ({ key }) =>
        !folded(key)
          .split(" ")
          .some((word) => known.has(word)),
    )
    .map(({ key, doc_count }) => matchOf(`${before} ${key}`, doc_count));
}

function matchOf(value: string, products: number): Match {
  const score = FROM_CATALOG * Math.min(1, Math.log1p(products) / Math.log1p(MOST.products));
  return { phrase: { kind: "query", value, label: value, score, from_catalog: true }, quality: QUALITY };
}
