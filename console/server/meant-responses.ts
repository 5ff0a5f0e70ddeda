import type { CachedEngine } from "../../src/catalog/cache.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import { readCanonicalFilter } from "../../src/filters/canonical-filter.js";
import { EVERYTHING } from "../../src/filters/filter.js";
import { meantKeysOfEach } from "../../src/search/rules/query-forms.js";
import { rulesFor } from "../../src/search/rules/rule-index.js";
import type { StorefrontConfiguration } from "../../src/storefront/configuration.js";
import type { Rule } from "../../src/storefront/rules-configuration.js";
import { responsesIn, periodQuery, type Period } from "./experiments/exposures.js";

/** What was typed, and what was looked for in its place. */
export const TYPED = "user_query";
export const CORRECTED = "query_attributes.corrected";
const LISTING = "query_attributes.listing";

/** Whether a rule is for certain searches or listings, and not for all. */
export const isForSome = ({ when: { queries, categories, filters } }: Rule): boolean =>
  queries.length > 0 || categories.length > 0 || filters !== null;

/**
 * The stored answers of a time that are to what rules are for, as a condition of the engine: by the distinct queries and listings, of
 * which there are far fewer. The filters of searches are not indexed: of rules with words they are not looked at, so there may be
 * answers too many, and rules without words find listings alone.
 * @param rules each for some requests; when they begin and end does not matter
 * @param fields that have queries
 * @throws errors of the engine as they are, and the reason of the signal
 */
export async function responsesMeant(
  deps: CachedEngine,
  steering: StorefrontConfiguration,
  rules: readonly Rule[],
  fields: readonly string[],
  period: Period,
  signal: AbortSignal,
): Promise<object> {
  const configuration = { ...steering, rules: rules.map(atAnyTime) };
  const isMet = (requested: Parameters<typeof rulesFor>[1]) =>
    rulesFor(configuration, requested, period.until).length > 0;
  const should: object[] = [];
  const addTerms = (field: string, values: readonly string[]) => {
    if (values.length > 0) should.push({ terms: { [field]: values } });
  };
  for (const field of fields) {
    for await (const queries of distinct(deps, period, field, signal)) {
      const meant = await meantKeysOfEach(deps, configuration, queries);
      const requested = queries.map((query, at) => ({
        typed: query.trim(),
        meant: meant[at] ?? [],
        filter: EVERYTHING,
      }));
      addTerms(
        field,
        queries.filter((_, at) => isMet(requested[at] as (typeof requested)[number])),
      );
    }
  }
  for await (const listings of distinct(deps, period, LISTING, signal)) {
    addTerms(
      LISTING,
      listings.filter((listing) => isMet({ typed: null, filter: readCanonicalFilter(listing) })),
    );
  }
  return should.length === 0 ? { match_none: {} } : { bool: { should } };
}

const atAnyTime = (rule: Rule): Rule => ({
  ...rule,
  starts_at: null,
  ends_at: null,
  when: rule.when.queries.length === 0 ? rule.when : { ...rule.when, categories: [], filters: null },
});

interface Distinct {
  readonly values: {
    readonly buckets: readonly { readonly key: { readonly value: string } }[];
    readonly after_key?: object;
  };
}

/** Of the engine's clauses of one query there are at most 1,024, of the values of one 65,536. */
const PAGE = 10_000;

/** The values of a field in answers of a time, each once, a page of them after the other. */
async function* distinct(
  { engine }: CachedEngine,
  period: Period,
  field: string,
  signal: AbortSignal,
): AsyncGenerator<string[], void, undefined> {
  let after: object | undefined;
  do {
    const sources = [{ value: { terms: { field } } }];
    const { aggregations } = await searchDocuments<never, Distinct>(
      engine,
      responsesIn(engine.prefix),
      {
        size: 0,
        track_total_hits: false,
        query: periodQuery(period, { term: { "query_attributes.kind": "search" } }),
        aggs: { values: { composite: { size: PAGE, sources, ...(after === undefined ? {} : { after }) } } },
      },
      signal,
    );
    const { buckets = [], after_key } = aggregations?.values ?? {};
    if (buckets.length > 0) yield buckets.map(({ key }) => key.value);
    after = buckets.length < PAGE ? undefined : after_key;
  } while (after !== undefined);
}
