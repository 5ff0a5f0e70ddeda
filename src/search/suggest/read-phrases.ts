import { commonQueries } from "../../behaviour/queries/record.js";
import { readQueries } from "../../behaviour/queries/record-store.js";
import { categoryLabel } from "../../catalog/category.js";
import { CATEGORIES_LEAF, leafField, VARIANTS_PATH } from "../../catalog/leaves.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Engine } from "../../engine/engine.js";
import { search } from "../../engine/search.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { productClause } from "../body.js";
import { conditionsOf } from "../conditions.js";
import { EVERYTHING, type Filter } from "../../filters/filter.js";
import { variantClause, type Clause } from "../../catalog/matching/filter-query.js";
import { BRAND_LEAF } from "./choose-phrases.js";
import { folded } from "../../lib/folded.js";
import type { Phrase } from "./phrase-book.js";

/** Bounds what a catalogue adds: those with the most products. */
const MOST = { phrases: 10_000, brands: 5_000, categories: 5_000 };
/** What shoppers type comes before what the catalogue only says. */
const FROM_SHOPPERS = 0.5;

interface Counted {
  readonly key: string;
  readonly doc_count: number;
}
interface Counts {
  readonly phrases: { readonly buckets: readonly Counted[] };
  readonly variants: {
    readonly sold: Readonly<Record<"brands" | "categories", { readonly buckets: readonly Counted[] }>>;
  };
}

/** Everything that may be suggested for a catalogue as it is now. */
export async function readPhrases(
  engine: Engine,
  clientId: string,
  live: LiveCatalog,
  configuration: StorefrontConfiguration,
): Promise<Phrase[]> {
  const { suggest } = configuration;
  const [counted, typed] = await Promise.all([
    search<never, Counts>(engine, live.index, phrasesBody(soldFilter(configuration), live)),
    suggest.typed_queries ? readQueries(engine, clientId) : undefined,
  ]);
  const common = typed === undefined ? [] : commonQueries(typed, suggest.shoppers);
  return phrasesOf(counted.aggregations, common);
}

/** What variants must be like to be sold at all. */
export const soldFilter = (configuration: StorefrontConfiguration): Filter =>
  conditionsOf({ filter: EVERYTHING, selections: new Map(), facets: [] }, configuration).eligible;

/** One request for what titles, categories and brands there are, those with the most products first. */
export function phrasesBody(sold: Filter, { leaves }: Pick<LiveCatalog, "leaves">): Clause {
  const values = (leaf: string, size: number) =>
    leaves.get(leaf) === "string" ? { terms: { field: leafField(leaf), size } } : { filter: { match_none: {} } };
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: [productClause(sold, leaves)] } },
    aggs: {
      phrases: { terms: { field: "text.phrases", size: MOST.phrases } },
      variants: {
        nested: { path: VARIANTS_PATH },
        aggs: {
          sold: {
            filter: variantClause(sold, leaves),
            aggs: {
              brands: values(BRAND_LEAF, MOST.brands),
              categories: values(CATEGORIES_LEAF, MOST.categories),
            },
          },
        },
      },
    },
  };
}

function phrasesOf(counts: Counts | undefined, common: readonly { query: string; worth: number }[]): Phrase[] {
  const catalog = worths(counts?.phrases.buckets ?? []);
  const shoppers = worths(common.map(({ query, worth }) => ({ key: query, doc_count: worth })));
  const queries = new Map<string, Phrase>();
  for (const [value, worth] of catalog) {
    const phrase = { kind: "query", value, label: value, worth: FROM_SHOPPERS * worth, from_catalog: true } as const;
    if (!queries.has(folded(value))) queries.set(folded(value), phrase);
  }
  for (const [value, worth] of [...shoppers].reverse()) {
    const known = FROM_SHOPPERS + (1 - FROM_SHOPPERS) * worth;
    queries.set(folded(value), { kind: "query", value, label: value, worth: known, from_catalog: false });
  }
  const { brands, categories } = counts?.variants.sold ?? {};
  return [
    ...[...queries].filter(([text]) => text !== "").map(([, phrase]) => phrase),
    ...worths(brands?.buckets ?? []).map(([value, worth]): Phrase => ({
      ...{ kind: "brand", value, label: value, worth, from_catalog: true },
    })),
    ...worths(categories?.buckets ?? []).map(([value, worth]): Phrase => ({
      ...{ kind: "category", value, label: categoryLabel(value), worth, from_catalog: true },
    })),
  ];
}

/** From 0 to 1, growing with the logarithm: twice as many is not twice as good a guess. */
function worths(counted: readonly Counted[]): [value: string, worth: number][] {
  const most = counted.reduce((greatest, { doc_count }) => Math.max(greatest, doc_count), 0);
  return counted.map(({ key, doc_count }) => [key, Math.log1p(doc_count) / Math.log1p(Math.max(most, 1))]);
}
