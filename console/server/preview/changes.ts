import { groupedBy } from "../../../src/lib/grouped-by.js";
import type { Request, Subject } from "./requests.js";
import { averageOverlap } from "./average-overlap.js";

/** First page as seen by a shopper. */
export interface PageSeen {
  /** Product identifiers, best first. */
  readonly ids: readonly string[];
  readonly total: number;
  /** Redirect target of the query; `null` without a redirect. */
  readonly redirect: string | null;
}

/** Repeated request, with the first page under the live configuration and the first page under the draft. */
export interface Replayed {
  readonly request: Request;
  readonly before: PageSeen;
  readonly after: PageSeen;
}

/** Changes that a draft makes to the results of a query or listing. */
export interface SubjectChange {
  readonly key: string;
  readonly subject: Subject;
  /** Number of stored requests for this query or listing. */
  readonly times: number;
  /** Number of devices that sent requests for this query or listing. */
  readonly devices: number;
  /** Extent of the change: 0 if all first pages are equal, 1 if no first page keeps a product. See `averageOverlap`. */
  readonly change: number;
  readonly total: BeforeAndAfter<number>;
  readonly redirect: BeforeAndAfter<string | null>;
  readonly became: "empty" | "found" | null;
}

export interface BeforeAndAfter<T> {
  readonly before: T;
  readonly after: T;
}

export const changeOf = ({ before, after }: Pick<Replayed, "before" | "after">): number =>
  1 - averageOverlap(before.ids, after.ids);

/** Returns whether the products, the total or the redirect differ under the draft. */
export const isChanged = ({ before, after }: Pick<Replayed, "before" | "after">): boolean =>
  before.total !== after.total ||
  before.redirect !== after.redirect ||
  before.ids.length !== after.ids.length ||
  before.ids.some((id, at) => id !== after.ids[at]);

/**
 * Returns the changed queries and listings, sorted by extent and frequency of the change. Queries and listings that
 * lose all results come first.
 */
export function changesBySubject(replayed: readonly Replayed[]): SubjectChange[] {
  const groups = groupedBy(replayed, ({ request }) => request.key);
  return [...groups.values()]
    .filter((group) => group.some(isChanged))
    .map(subjectChange)
    .sort(byWeight);
}

function subjectChange(group: readonly Replayed[]): SubjectChange {
  const [{ request, before, after }] = group as readonly [Replayed];
  const times = timesOf(group);
  const weighted = group.reduce((sum, one) => sum + one.request.times * changeOf(one), 0);
  return {
    key: request.key,
    subject: request.subject,
    times,
    devices: new Set(group.map((one) => one.request.body.user.device_id)).size,
    change: weighted / times,
    // `total` and `redirect` are the same for all shoppers.
    total: { before: before.total, after: after.total },
    redirect: { before: before.redirect, after: after.redirect },
    became: before.total > 0 && after.total === 0 ? "empty" : before.total === 0 && after.total > 0 ? "found" : null,
  };
}

const rank = ({ became }: SubjectChange): number => (became === "empty" ? 0 : 1);

const byWeight = (one: SubjectChange, other: SubjectChange): number =>
  rank(one) - rank(other) || other.times * other.change - one.times * one.change || other.times - one.times;

export const timesOf = (replayed: readonly Pick<Replayed, "request">[]): number =>
  replayed.reduce((sum, { request }) => sum + request.times, 0);
