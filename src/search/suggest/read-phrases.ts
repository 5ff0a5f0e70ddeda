import { commonQueries, readQueries } from "../../behaviour/index.js";
import { CATEGORIES_FIELD, categoryLabel, indexField, type FieldTypes, VARIANTS_PATH } from "../../catalog/fields.js";
import { shownFields } from "../../catalog/shown-fields.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Engine } from "../../engine/engine.js";
import { countDocuments, searchDocuments } from "../../engine/search-documents.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { productClause } from "../query.js";
import { conditionsOf } from "../conditions.js";
import { EVERYTHING, type Filter } from "../../filters/filter.js";
import { variantClause, type Clause } from "../../catalog/matching/filter-query.js";
import { BRAND_FIELD, numbersOf } from "./choose-phrases.js";
import { namedValues, qualifyingFields, valueAggregations, type NamedValue, type ValueCounts } from "./named-values.js";
import { folded } from "../../lib/folded.js";
import { groupedBy } from "../../lib/grouped-by.js";
import { endingsOf } from "../../catalog/product-type.js";
import { withAmpersands, LANGUAGES } from "../../languages/index.js";
import { isTypable } from "../../catalog/product.js";
import { alternativesOf } from "../text/synonyms.js";
import type { Phrase } from "./suggestion-dictionary.js";

/** Maximum numbers of phrases from a catalogue. Phrases with the most products are preferred. */
const MOST = { phrases: 10_000, brands: 5_000, categories: 5_000 };
/**
 * Maximum number of products in which phrases are counted. A larger catalogue is sampled by hash, so the sample is always the same and
 * contains the most frequent phrases.
 */
const MOST_COUNTED = 200_000;
/** The number of possible hashes, see `textHash`. */
const HASHES = 2 ** 52;
/** Minimum length of suggested category names and synonyms, in characters. */
const SHORTEST_NAME = 3;
/** Maximum number of words sharing an ending or prefix that is still considered a coincidence. */
const MOST_CHANCE = 2;
/** Maximum length of a brand in characters. Longer values are sentences in the wrong column of the feed. */
const LONGEST_BRAND = 40;
/** Minimum score of shoppers' queries, and maximum score of phrases from the catalogue, so that shoppers' queries rank first. */
const FROM_SHOPPERS = 0.5;

interface Counted {
  readonly key: string;
  readonly doc_count: number;
}
type Buckets = Readonly<Record<"brands" | "categories", { readonly buckets: readonly Counted[] }>>;
interface Counts {
  readonly phrases: { readonly buckets: readonly Counted[] };
  readonly variants: { readonly sold: Buckets & ValueCounts };
}

export interface ReadPhrases {
  readonly phrases: readonly Phrase[];
  /** Colours, materials and similar values, used to match products while the shopper types. */
  readonly values: readonly NamedValue[];
}

/** Reads all phrases and values that may be suggested for the current catalogue. */
export async function readPhrases(
  engine: Engine,
  clientId: string,
  live: LiveCatalog,
  configuration: StorefrontConfiguration,
): Promise<ReadPhrases> {
  const { suggest } = configuration;
  const shown = shownFields(live.fields, configuration.fields);
  const qualifying = qualifyingFields(configuration, shown);
  const sample = MOST_COUNTED / Math.max(MOST_COUNTED, await countDocuments(engine, live.index));
  const body = phrasesBody(soldFilter(configuration), live, qualifying, shown, sample);
  const [{ aggregations }, typed] = await Promise.all([
    searchDocuments<never, Counts>(engine, live.index, body),
    suggest.typed_queries ? readQueries(engine, clientId) : undefined,
  ]);
  const common = typed === undefined ? [] : commonQueries(typed, suggest.shoppers);
  const values = namedValues(aggregations?.variants.sold ?? {}, qualifying, configuration);
  return { phrases: phrasesOf(aggregations, values, common, configuration), values };
}

/** The filter for available variants. */
const soldFilter = (configuration: StorefrontConfiguration): Filter =>
  conditionsOf({ filter: EVERYTHING, selections: new Map(), facets: [] }, configuration).eligible;

/**
 * Builds one request for the most frequent titles, categories, brands and qualifying values.
 * @param qualifying fields whose values shoppers use in queries
 * @param shown visible fields
 * @param sample the share of products to count, from 0 to 1
 */
function phrasesBody(
  sold: Filter,
  { fields }: Pick<LiveCatalog, "fields">,
  qualifying: readonly string[],
  shown: FieldTypes,
  sample: number,
): Clause {
  const sampled = sample === 1 ? [] : [{ range: { hash: { lt: Math.round(sample * HASHES) } } }];
  const values = (field: string, size: number) =>
    shown.get(field) === "string" ? { terms: { field: indexField(field), size } } : { filter: { match_none: {} } };
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: [productClause(sold, fields), ...sampled] } },
    aggs: {
      phrases: { terms: { field: "text.phrases", size: MOST.phrases } },
      variants: {
        nested: { path: VARIANTS_PATH },
        aggs: {
          sold: {
            filter: variantClause(sold, fields),
            aggs: {
              brands: values(BRAND_FIELD, MOST.brands),
              categories: values(CATEGORIES_FIELD, MOST.categories),
              ...valueAggregations(qualifying),
            },
          },
        },
      },
    },
  };
}

function phrasesOf(
  counts: Counts | undefined,
  values: readonly NamedValue[],
  common: readonly { query: string; score: number }[],
  configuration: Pick<StorefrontConfiguration, "language" | "search">,
): Phrase[] {
  const { brands, categories } = counts?.variants.sold ?? {};
  const titled = counts?.phrases.buckets ?? [];
  // Omits category names that titles contain, because titles use the singular or plural that shoppers type.
  const titles = new Set(titled.flatMap(({ key }) => numbersOf(folded(key))));
  const labels = labelsOf(categories?.buckets ?? []).filter(
    ({ key }) => !numbersOf(folded(key)).some((one) => titles.has(one)),
  );
  const named = withEndings(titled, configuration);
  // Brands are excluded, because they are suggested separately.
  const alone = values.filter(({ field }) => field !== BRAND_FIELD);
  const most = greatest([...named.map(({ doc_count }) => doc_count), ...alone.map(({ products }) => products)]);
  const queries = new Map<string, Phrase>();
  const add = (value: string, products: number, form?: Phrase["form"], instead?: string) => {
    const text = folded(value);
    if (text === "" || queries.has(text)) return;
    const score = FROM_SHOPPERS * scoreOf(products, most);
    const phrase = { kind: "query", value, label: value, score, from_catalog: true } as const;
    queries.set(text, {
      ...phrase,
      ...(form === undefined ? {} : { form }),
      ...(instead === undefined ? {} : { instead }),
    });
  };
  for (const { term, products, instead } of synonymsOf([...named, ...labels], configuration))
    add(term, products, "term", instead);
  // Values are added before titles, so that "cotton" is a value even if titles contain it.
  for (const { value, products } of alone) add(value.toLowerCase(), products, "value");
  for (const { key, doc_count } of named) add(key, doc_count);
  for (const { key, doc_count } of labels) add(key, doc_count, "term");
  const shoppers = scored(common.map(({ query, score }) => ({ key: query, doc_count: score })));
  for (const [value, score] of [...shoppers].reverse()) {
    const known = FROM_SHOPPERS + (1 - FROM_SHOPPERS) * score;
    queries.set(folded(value), { kind: "query", value, label: value, score: known, from_catalog: false });
  }
  return [
    ...[...queries].filter(([text]) => text !== "").map(([, phrase]) => phrase),
    ...scored((brands?.buckets ?? []).filter(({ key }) => key.length <= LONGEST_BRAND)).map(
      ([value, score]): Phrase => ({
        kind: "brand",
        value,
        label: withAmpersands(value),
        score,
        from_catalog: true,
      }),
    ),
    ...scored(categories?.buckets ?? []).map(([value, score]): Phrase => ({
      kind: "category",
      value,
      label: withAmpersands(categoryLabel(value)),
      score,
      from_catalog: true,
    })),
  ];
}

/** Returns the names in category labels. The label "Sofas & armchairs" contains two names. */
function labelsOf(categories: readonly Counted[]): Counted[] {
  return categories.flatMap(({ key, doc_count }) =>
    withAmpersands(categoryLabel(key))
      .toLowerCase()
      .split(/\s*[&,;/+|]\s*/u)
      .filter((name) => isTypable(name) && name.length >= SHORTEST_NAME)
      .map((name) => ({ key: name, doc_count })),
  );
}

/**
 * Adds endings of compounds as phrases of their own. "wein" is added because of "rotwein" and "weißwein", and because another word
 * ("weinbrand") starts with "wein". The common ending of "brötchen" and "hähnchen" is not added, because no word starts with "chen".
 */
function withEndings(named: readonly Counted[], { language }: Pick<StorefrontConfiguration, "language">): Counted[] {
  if (!LANGUAGES[language].compounds) return [...named];
  const counts = new Map(named.map(({ key, doc_count }) => [key, doc_count]));
  const words = new Set(named.flatMap(({ key }) => key.split(/[ -]/u)));
  const compounds = groupedBy(
    named
      .filter(({ key }) => !key.includes(" "))
      .flatMap(({ key, doc_count }) => endingsOf(key).map((ending) => ({ ending, doc_count }))),
    ({ ending }) => ending,
  );
  const begun = new Map<string, number>();
  for (const word of words) {
    for (let end = 1; end < word.length; end += 1) {
      const prefix = word.slice(0, end);
      if (compounds.has(prefix)) begun.set(prefix, (begun.get(prefix) ?? 0) + 1);
    }
  }
  for (const [ending, ended] of compounds) {
    if (ended.length <= MOST_CHANCE || !(words.has(ending) || (begun.get(ending) ?? 0) > MOST_CHANCE)) continue;
    const products = ended.reduce((sum, { doc_count }) => sum + doc_count, 0);
    counts.set(ending, (counts.get(ending) ?? 0) + products);
  }
  return [...counts].map(([key, doc_count]) => ({ key, doc_count }));
}

/** Returns terms that match products through a synonym, such as "couch" in a shop that sells sofas. */
function synonymsOf(
  named: readonly Counted[],
  { language, search }: Pick<StorefrontConfiguration, "language" | "search">,
): { readonly term: string; readonly instead: string; readonly products: number }[] {
  const general = search.general_synonyms ? (LANGUAGES[language].synonyms?.split(/[;,] /) ?? []) : [];
  const terms = [...search.synonyms.flatMap((rule) => rule.terms), ...general];
  const prefixes = new Map<string, number>();
  for (const { key, doc_count } of named) {
    const words = folded(key).split(" ");
    for (const [at] of words.entries()) {
      const prefix = words.slice(0, at + 1).join(" ");
      prefixes.set(prefix, Math.max(prefixes.get(prefix) ?? 0, doc_count));
    }
  }
  return terms.flatMap((term) => {
    if (term.length < SHORTEST_NAME) return [];
    const known = alternativesOf(term.split(" "), { language, search }).map((words) => {
      const instead = words.join(" ");
      return { term: term.toLowerCase(), instead, products: prefixes.get(folded(instead)) ?? 0 };
    });
    const [best] = known.sort((a, b) => b.products - a.products);
    return best !== undefined && best.products > (prefixes.get(folded(term)) ?? 0) ? [best] : [];
  });
}

function scored(counted: readonly Counted[]): [value: string, score: number][] {
  const most = greatest(counted.map(({ doc_count }) => doc_count));
  return counted.map(({ key, doc_count }) => [key, scoreOf(doc_count, most)]);
}

/** Returns a score from 0 to 1 for a count. The score grows logarithmically, because twice the count is not twice the relevance. */
const scoreOf = (count: number, most: number): number => Math.min(1, Math.log1p(count) / Math.log1p(Math.max(most, 1)));

const greatest = (counts: readonly number[]): number => counts.reduce((most, count) => Math.max(most, count), 0);
