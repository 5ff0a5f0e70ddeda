import { frequentValues } from "../catalog/catalog-content.js";
import { CATEGORIES_LEAF } from "../catalog/leaves.js";
import type { LiveCatalog } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { searchDocuments } from "../engine/search-documents.js";
import { canonicalFilter, describeFilter, expressionOf, readCanonicalFilter } from "../filters/canonical-filter.js";
import { parseFilter } from "../filters/filter-expression.js";
import { hidingRule, type Rule } from "../storefront/rules-configuration.js";
import { queriesStem, type UbiQuery } from "../tracking/impressions.js";
import type { Asked, Looked } from "./losses.js";

/** What is looked at before a change comes into force. */
export interface LookedAt {
  readonly listings: readonly Looked[];
  /** Pages that shoppers opened in the last 30 days: all of them, and those of `listings`. */
  readonly opened: { readonly all: number; readonly looked: number };
  /** Requests that changed rules are for and that are not looked at, because there are too many. */
  readonly left_out: number;
}

const MAX_CATEGORIES = 300;
const MAX_OPENED = 300;
const LATELY = "30d";
const MAX_SCOPES = 1_000;
const MAX_SCOPES_OF_RULE = 20;
const SAMPLE = 1_000;
const MAX_SELECTED = 100;

/**
 * The listing of everything, what shoppers opened most (listings, searches, and those with selections in facets), the most frequent
 * categories, and what the rules are for; each once.
 * @param rules that hide and are new or other than before: no other rules change what is found
 */
export async function lookedAt(
  engine: Engine,
  clientId: string,
  { index }: Pick<LiveCatalog, "index">,
  rules: readonly Rule[],
): Promise<LookedAt> {
  const [opened, categories] = await Promise.all([
    readOpened(engine, clientId),
    frequentValues(engine, index, [{ field: CATEGORIES_LEAF, size: MAX_CATEGORIES }]),
  ]);
  const { scopes, left_out } = scopesOf(rules);
  const asked: readonly (Asked & { readonly opened?: number })[] = [
    ...opened.pages,
    {},
    ...(categories[0] ?? []).map(({ value }) => ({ filters: { [CATEGORIES_LEAF]: value } })),
    ...scopes,
  ];
  const unique = new Map<string, Looked>();
  for (const { opened: times = 0, ...one } of asked) {
    const key = requestKey(one);
    if (!unique.has(key)) unique.set(key, { ...one, name: nameOf(one), opened: times });
  }
  return { listings: [...unique.values()], opened: { all: opened.all, looked: opened.looked }, left_out };
}

interface Opened {
  readonly pages: readonly (Asked & { readonly opened: number })[];
  readonly all: number;
  readonly looked: number;
}

interface Terms {
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

async function readOpened(engine: Engine, clientId: string): Promise<Opened> {
  const { hits, aggregations } = await searchDocuments<
    Pick<UbiQuery, "query_attributes">,
    Readonly<Record<"listings" | "typed", Terms>>
  >(engine, `${queriesStem(engine.prefix)}*`, {
    size: SAMPLE,
    track_total_hits: true,
    sort: [{ timestamp: "desc" }],
    _source: ["query_attributes.request"],
    query: {
      bool: {
        filter: [
          { term: { application: clientId } },
          { term: { "query_attributes.kind": "search" } },
          { range: { timestamp: { gte: `now-${LATELY}` } } },
        ],
        must_not: [{ range: { "query_attributes.first_position": { gt: 1 } } }],
      },
    },
    aggs: {
      listings: { terms: { field: "query_attributes.listing", size: MAX_OPENED } },
      typed: { terms: { field: "user_query", size: MAX_OPENED } },
    },
  });
  const [listings, typed] = [aggregations?.listings.buckets ?? [], aggregations?.typed.buckets ?? []];
  const pages = [
    ...listings.map(({ key, doc_count }) => ({ ...listingOf(key), opened: doc_count })),
    ...typed.map(({ key, doc_count }) => ({ query: key, opened: doc_count })),
  ];
  const all = hits.total.value;
  const looked = pages.reduce((sum, { opened }) => sum + opened, 0);
  const requests = hits.hits.map(({ _source }) => _source.query_attributes.request);
  const sampled = selectionsIn(requests).slice(0, MAX_SELECTED);
  const weight = requests.length === 0 ? 1 : Math.max(1, all / requests.length);
  return {
    pages: [...pages, ...sampled.map((one) => ({ ...one, opened: Math.round(one.opened * weight) }))],
    all,
    looked,
  };
}

function listingOf(canonical: string): Asked {
  const filter = readCanonicalFilter(canonical);
  if (filter.kind === "and" && filter.filters.length === 0) return {};
  const isOne = filter.kind === "in" && filter.field === CATEGORIES_LEAF && filter.values.length === 1;
  return {
    filters: (isOne ? { [CATEGORIES_LEAF]: filter.values[0] } : expressionOf(filter)) as Record<string, unknown>,
  };
}

/**
 * The requests that the words or filters of a page do not tell whole: those with selections in facets, and searches with filters.
 * @param requests as `requestText` stored them; those without one are passed over
 * @returns each once with how often it came, the most frequent first
 */
export function selectionsIn(
  requests: readonly (string | null | undefined)[],
): (Asked & { readonly opened: number })[] {
  const found = new Map<string, Asked & { opened: number }>();
  for (const text of requests) {
    if (text == null) continue;
    const { query, filters, facet_filters } = JSON.parse(text) as {
      readonly [Name in keyof Asked]: Asked[Name] | null;
    };
    const typed = query?.trim() ?? "";
    const asked: Asked = {
      ...(typed === "" ? {} : { query: typed }),
      ...(isGiven(filters) ? { filters } : {}),
      ...(isGiven(facet_filters) ? { facet_filters } : {}),
    };
    const isTold = asked.facet_filters === undefined && (asked.query === undefined || asked.filters === undefined);
    if (isTold) continue;
    const key = requestKey(asked);
    const known = found.get(key);
    if (known === undefined) found.set(key, { ...asked, opened: 1 });
    else known.opened += 1;
  }
  return [...found.values()].sort((one, other) => other.opened - one.opened);
}

/** The same however the filters are written: those of pages that were opened come in a form of their own. */
const requestKey = ({ filters, ...others }: Asked): string =>
  JSON.stringify([
    filters === undefined ? null : canonicalFilter(parseFilter(filters, "filters")),
    others.query ?? null,
    others.facet_filters ?? null,
  ]);

const isGiven = <T extends object>(map: T | null | undefined): map is T => map != null && Object.keys(map).length > 0;

/** The requests that hiding rules name: each of their queries with each of their categories. */
export function scopesOf(rules: readonly Rule[]): { readonly scopes: readonly Asked[]; readonly left_out: number } {
  const all = rules.map((rule) => {
    const { queries, categories, filters } = rule.when;
    if (hidingRule(rule) === null) return [];
    const within = (categories.length === 0 ? [[]] : categories.map((one) => [{ [CATEGORIES_LEAF]: one }])).map(
      (conditions) => [...conditions, ...(filters === null ? [] : [filters])],
    );
    const typed = queries.length === 0 ? [undefined] : queries;
    return typed.flatMap((query) => within.map((conditions) => asked(query, conditions)));
  });
  // Of each rule some, before any has all.
  const scopes = all.flatMap((one) => one.slice(0, MAX_SCOPES_OF_RULE)).slice(0, MAX_SCOPES);
  return { scopes, left_out: all.reduce((sum, one) => sum + one.length, 0) - scopes.length };
}

function asked(query: string | undefined, conditions: readonly NonNullable<Asked["filters"]>[]): Asked {
  const [first, ...others] = conditions;
  const filters = others.length === 0 ? first : { $and: conditions };
  return { ...(query === undefined ? {} : { query }), ...(filters === undefined ? {} : { filters }) };
}

/** A listing or search in words. */
export function nameOf({ query, filters, facet_filters }: Asked): string {
  const { [CATEGORIES_LEAF]: category, ...others } = filters ?? {};
  const isCategory = typeof category === "string" && Object.keys(others).length === 0;
  const within = filters === undefined || isCategory ? [] : [describeFilter(parseFilter(filters, "filters"))];
  const parts = [
    ...(isCategory ? [`the category ${category}`] : []),
    ...(query === undefined ? [] : [`the search “${query}”`]),
    ...within.map((words) => (query === undefined ? `the listing of ${words}` : words)),
    ...Object.entries(facet_filters ?? {}).map(([key, values]) => `${key} ${JSON.stringify(values)} selected`),
  ];
  const isAll = query === undefined && filters === undefined;
  return [...(isAll ? ["the listing of everything"] : []), ...parts].join(", ");
}
