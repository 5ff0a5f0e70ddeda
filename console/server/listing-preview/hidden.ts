import { searchDocuments } from "../../../src/engine/search-documents.js";
import { allOf, negated } from "../../../src/filters/filter.js";
import { find } from "../../../src/search/listing/find.js";
import { matchQuery, productClause } from "../../../src/search/query.js";
import type { SearchBody } from "../../../src/search/request-schema.js";
import { meantKeys } from "../../../src/search/rules/query-forms.js";
import { rulesFor } from "../../../src/search/rules/rule-index.js";
import type { Searching } from "../../../src/search/searching.js";
import { correctedBy } from "../../../src/search/text/words.js";
import { seeingAllFields, type Storefront } from "../../../src/storefront/client.js";
import { hidingRule } from "../../../src/storefront/rules-configuration.js";

/** Products that match a request and are hidden by a rule. */
export interface HiddenProducts {
  /** Key of the rule. */
  readonly rule: string;
  readonly products: number;
}

/**
 * Maximum number of hide rules whose products are counted, to limit the number of aggregations in the engine request.
 */
const MAX_RULES = 20;

/**
 * Counts, for each active hide rule, the products that a search or listing would find without any hide rule and that
 * this rule hides. The listing of all products is not counted, because nearly all hide rules apply to it.
 * @throws {ServiceError} if the request is invalid, or Error if the engine fails
 */
export async function hiddenProducts(
  search: Searching,
  requested: Storefront,
  { query, filters, ...body }: SearchBody,
): Promise<HiddenProducts[]> {
  const storefront = seeingAllFields(requested);
  const { configuration } = storefront;
  const rules = configuration.rules.filter((rule) => hidingRule(rule) === null);
  const isEverything = (query ?? "").trim() === "" && Object.keys(filters ?? {}).length === 0;
  if (isEverything || rules.length === configuration.rules.length) return [];
  const counting = { ...body, query: query ?? null, filters: filters ?? null, limit: 0, facets: { keys: [] } };
  const without = { ...storefront, configuration: { ...configuration, rules } };
  const { live, plan } = await find(search, without, counting, { wanted: "stored" });
  const { request, corrections, conditions } = plan;
  const meant = await meantKeys(search, configuration, request.typed, correctedBy(request.typed, corrections));
  const hiding = rulesFor(configuration, { ...request, meant }, search.now())
    .filter(({ rule }) => hidingRule(rule) !== null)
    .slice(0, MAX_RULES);
  if (live === undefined || hiding.length === 0) return [];
  const { matching } = conditions;
  const filtersOfRules = hiding.map(({ target }) => ({
    bool: { must_not: [productClause(allOf([matching, negated(target)]), live.fields)] },
  }));
  const { aggregations } = await searchDocuments<never, Counted>(search.engine, live.index, {
    size: 0,
    track_total_hits: false,
    query: matchQuery(plan, productClause(matching, live.fields)),
    aggs: { hidden: { filters: { filters: filtersOfRules } } },
  });
  return hiding
    .map(({ rule }, at) => ({ rule: rule.key, products: aggregations?.hidden.buckets[at]?.doc_count ?? 0 }))
    .filter(({ products }) => products > 0)
    .sort((one, other) => other.products - one.products);
}

interface Counted {
  readonly hidden: { readonly buckets: readonly { readonly doc_count: number }[] };
}
