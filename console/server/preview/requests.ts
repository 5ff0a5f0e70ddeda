import { queryOf } from "../../../src/search/request-schema.js";
import type { SearchBody } from "../../../src/search/request-schema.js";
import type { UbiQuery } from "../../../src/tracking/impressions.js";
import { comparableQuery } from "../../../src/search/rules/query-forms.js";
import { groupedBy } from "../../../src/lib/grouped-by.js";

/** Subject of a page: the query or listing, with its selected facet values and sort option. */
export interface Subject {
  /** Query as typed; `null` for a listing. */
  readonly query: string | null;
  readonly filters: Readonly<Record<string, unknown>> | null;
  readonly facet_filters: Readonly<Record<string, unknown>> | null;
  /** Sort key; `null` for the storefront's default order. */
  readonly sort: string | null;
}

/** Distinct request of one shopper, which may have been sent several times. */
export interface Request {
  /** Key of the subject. Requests with the same subject have the same key. */
  readonly key: string;
  readonly subject: Subject;
  /** Topic of the stored response (see `topicOf`), or the request's `key` if the response has no topic. */
  readonly topic: string;
  /** Request body, including the shopper. */
  readonly body: SearchBody;
  /** Number of stored responses to the request. */
  readonly times: number;
}

export interface StoredRequests {
  /** Distinct requests, sorted by frequency, highest first. */
  readonly requests: readonly Request[];
  /** Number of responses whose request was too long to be stored. */
  readonly without_request: number;
}

/**
 * Returns the distinct requests of stored responses.
 * @param responses first pages of kind `search`
 */
export function requestsOf(responses: readonly UbiQuery[]): StoredRequests {
  const read = responses.flatMap((response) => {
    const request = requestOf(response);
    return request === undefined ? [] : [{ ...response, request }];
  });
  const shopperOf = ({ client_id, query_attributes }: UbiQuery) => [client_id, query_attributes.user_id];
  const groups = groupedBy(read, (response) => JSON.stringify([shopperOf(response), ordered(response.request)]));
  const requests = [...groups.values()].map((group): Request => {
    const [first] = group as [(typeof read)[number]];
    const subject = subjectOf(first.request);
    const key = JSON.stringify(ordered({ ...subject, query: subject.query && comparableQuery(subject.query) }));
    const user = { device_id: first.client_id, user_id: first.query_attributes.user_id };
    const topic = topicOf(first) ?? key;
    return { key, subject, topic, body: { ...first.request, user }, times: group.length };
  });
  requests.sort((one, other) => other.times - one.times);
  return { requests, without_request: responses.length - read.length };
}

/**
 * Returns a text that identifies the query or listing, without selected facet values and sort option; `undefined` if
 * the listing was too long to be stored.
 */
export const topicOf = ({ user_query, query_attributes: { listing } }: TopicFields): string | undefined =>
  user_query === null ? (listing ?? undefined) : `"${comparableQuery(user_query)}"`;

interface TopicFields extends Pick<UbiQuery, "user_query"> {
  readonly query_attributes: Pick<UbiQuery["query_attributes"], "listing">;
}

export type StoredRequest = Omit<SearchBody, "user">;

/** Returns the request of a stored response, or `undefined` if the request was too long to be stored. */
export const requestOf = ({ query_attributes: { request } }: UbiQuery): StoredRequest | undefined =>
  request == null ? undefined : (JSON.parse(request) as StoredRequest);

function subjectOf({ query, filters, facet_filters, sort }: StoredRequest): Subject {
  return {
    query: queryOf({ query: query ?? null }),
    filters: notEmpty(filters),
    facet_filters: notEmpty(facet_filters),
    sort: sort?.[0] ?? null,
  };
}

const notEmpty = <T extends object>(map: T | null | undefined): T | null =>
  map == null || Object.keys(map).length === 0 ? null : map;

/** Sorts object members by name, so that equal requests have equal JSON. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}
