import type { CachedEngine } from "../../src/catalog/cache.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import { readCanonicalFilter } from "../../src/filters/canonical-filter.js";
import { EVERYTHING } from "../../src/filters/filter.js";
import { meantKeysOfEach } from "../../src/search/rules/query-forms.js";
import { rulesFor } from "../../src/search/rules/rule-index.js";
import type { StorefrontConfiguration } from "../../src/storefront/configuration.js";
import type { Rule } from "../../src/storefront/rules-configuration.js";
import { responsesIn, periodQuery, type Period } from "./experiments/exposures.js";

/** Response fields that contain the typed query and the query after typo correction. */
export const TYPED = "user_query";
export const CORRECTED = "query_attributes.corrected";
const LISTING = "query_attributes.listing";

/** Returns whether a rule is limited to certain queries, categories or filters, or to searches or listings. */
export const isForSome = ({ when: { requests, queries, categories, filters } }: Rule): boolean =>
  requests !== "all" || queries.length > 0 || categories.length > 0 || filters !== null;

/** Returns whether a rule applies to searches only. */
export const isForSearches = ({ when: { requests, queries } }: Rule): boolean =>
  requests === "searches" || queries.length > 0;

/**
 * Builds an engine query for the stored responses that match any of the rules. The rules are evaluated for the distinct
 * queries and listings, which are far fewer than the responses. For rules that apply to searches only, categories and
 * filters are ignored, because the filters of searches are not indexed. Such rules may therefore match too many
 * responses. All other rules are matched against listings only.
 * @param rules rules that are limited to some requests; the periods of the rules are ignored
 * @param fields response fields that contain queries
 * @throws Error if an engine request fails or the signal is aborted
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
  when: isForSearches(rule) ? { ...rule.when, categories: [], filters: null } : rule.when,
});

interface Distinct {
  readonly values: {
    readonly buckets: readonly { readonly key: { readonly value: string } }[];
    readonly after_key?: object;
  };
}

/**
 * Number of distinct values per page. Each page becomes a query clause; the engine allows at most 1,024 clauses per
 * query and 65,536 values per clause.
 */
const PAGE = 10_000;

/** Returns the distinct values of a field in the responses of a period, page by page. */
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
