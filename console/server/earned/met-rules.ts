import type { Searching } from "../../../src/search/searching.js";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import { productsMatching } from "../../../src/catalog/matching/filter-query.js";
import { documentsAmong } from "../../../src/engine/search-documents.js";
import { ServiceError } from "../../../src/errors.js";
import { filterFields } from "../../../src/filters/field-names.js";
import { EVERYTHING } from "../../../src/filters/filter.js";
import { parseFilter } from "../../../src/filters/filter-expression.js";
import { groupedBy } from "../../../src/lib/grouped-by.js";
import { queryOf } from "../../../src/search/request-schema.js";
import { meantKeysOfEach } from "../../../src/search/rules/query-forms.js";
import { type ReadRule, rulesFor } from "../../../src/search/rules/rule-index.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { namedProducts, type Rule } from "../../../src/storefront/rules-configuration.js";
import type { UbiQuery } from "../../../src/tracking/impressions.js";
import { isForSearches, isForSome } from "../meant-responses.js";
import { BATCH } from "../insights/bodies.js";
import { type Earnings, newEarnings } from "../insights/earnings.js";
import type { PurchasesDeps } from "../insights/purchases.js";
import { joinBatch } from "../insights/report.js";
import { requestOf, type StoredRequest } from "../preview/requests.js";

const AMONG_MS = 30_000;

/** Stored response to which a rule applied, with its request. */
export interface Met {
  readonly response: UbiQuery;
  readonly request: StoredRequest;
}

/** Rule with the responses, clicks, carts and revenue counted so far. */
export interface Counted {
  readonly read: ReadRule;
  readonly met: Met[];
  readonly isTarget: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Number of the rule's products that were clicked, by `query_id`. */
  readonly clicked: Map<string, number>;
  readonly shown: Map<string, ReadonlySet<string>>;
  carts: number;
  readonly earnings: Earnings;
}

interface Meeting {
  readonly searching: Searching;
  readonly live: LiveCatalog;
  readonly storefront: Storefront;
}

/** Finds the rules that applied to each response when the response was sent. */
export async function meet(
  { searching, live, storefront: { configuration } }: Meeting,
  rules: readonly Rule[],
  responses: readonly UbiQuery[],
  since: ReadonlyMap<string, number>,
  counted: Map<string, Counted>,
): Promise<void> {
  const settings = { ...configuration, rules };
  const fields = filterFields(configuration.aliases);
  const wordsOf = ({ user_query, query_attributes: { corrected } }: UbiQuery) => [user_query, corrected];
  const words = [...new Set(responses.flatMap(wordsOf).filter((one) => one != null))];
  const keys = await meantKeysOfEach(searching, settings, words);
  const meantBy = new Map(words.map((one, at) => [one, keys[at] ?? []]));
  for (const response of responses) {
    const at = Date.parse(response.timestamp);
    const request = requestOf(response);
    const filter = request && filterIn(request, fields);
    if (request === undefined || filter === undefined) continue;
    const typed = queryOf({ query: request.query ?? null });
    const meant = wordsOf(response).flatMap((one) => meantBy.get(one ?? "") ?? []);
    for (const read of rulesFor(settings, { typed, meant, filter }, at)) {
      const { key } = read.rule;
      const isOfListings = isForSome(read.rule) && !isForSearches(read.rule);
      // The engine query does not find searches within a category, because filters of searches are not indexed.
      if (at < (since.get(key) ?? 0) || (isOfListings && typed !== null)) continue;
      const one = counted.get(key) ?? newCounted(searching, live, read);
      counted.set(key, one);
      one.met.push({ response, request });
    }
  }
}

/** Parses the filters of a stored request. Returns `undefined` if the configuration no longer defines their fields. */
function filterIn({ filters }: StoredRequest, fields: ReturnType<typeof filterFields>) {
  try {
    return filters == null ? EVERYTHING : parseFilter(filters, "filters", fields);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

const newCounted = ({ engine }: Searching, { index, fields: leaves }: LiveCatalog, read: ReadRule): Counted => ({
  read,
  met: [],
  clicked: new Map(),
  shown: new Map(),
  carts: 0,
  earnings: newEarnings(),
  isTarget: async (ids) => {
    const { rule, target } = read;
    const named = namedProducts(rule);
    if (named.length > 0) return new Set(ids.filter((id) => named.includes(id)));
    const query = productsMatching(target, leaves);
    const among = { includes: ["product_identifier"], timeout: AMONG_MS };
    return new Set((await documentsAmong(engine, index, [...new Set(ids)], query, among)).keys());
  },
});

/** Joins each rule's responses with the events that followed them. */
export async function joinEvents(
  deps: PurchasesDeps,
  clientId: string,
  counted: readonly Counted[],
  onDone: (responses: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const rules = groupedBy(
    counted.flatMap((one) => one.met.map(({ response }) => ({ response, one }))),
    ({ response }) => response.query_id,
  );
  const responses = [...rules.values()].map(([first]) => (first as { readonly response: UbiQuery }).response);
  for (let from = 0; from < responses.length; from += BATCH) {
    const batch = responses.slice(from, from + BATCH);
    const shownBy = new Map<Counted, string[]>();
    for (const { query_id, query_response_hit_ids } of batch) {
      for (const { one } of rules.get(query_id) ?? []) {
        shownBy.set(one, [...(shownBy.get(one) ?? []), ...query_response_hit_ids]);
      }
    }
    const targets = new Map<Counted, ReadonlySet<string>>();
    for (const [one, ids] of shownBy) targets.set(one, await one.isTarget(ids));
    for (const { response, clicked, carted } of await joinBatch(deps, clientId, batch, signal)) {
      const { query_id, query_response_hit_ids: shown } = response;
      for (const { one } of rules.get(query_id) ?? []) {
        const own = new Set(shown.filter((id) => targets.get(one)?.has(id)));
        const countIn = (positions: ReadonlySet<number>) =>
          [...positions].filter((at) => own.has(shown[at] ?? "")).length;
        one.shown.set(query_id, own);
        one.clicked.set(query_id, countIn(clicked));
        one.carts += countIn(carted);
      }
    }
    onDone(from + batch.length);
  }
}
