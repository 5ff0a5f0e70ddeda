import { groupedBy } from "../../../src/lib/grouped-by.js";
import type { Request, Subject } from "./requests.js";
import { averageOverlap } from "./average-overlap.js";

/** What a shopper gets on a first page. */
export interface PageSeen {
  /** Product identifiers, best first. */
  readonly ids: readonly string[];
  readonly total: number;
  /** Where a query leads in place of its results; null for none. */
  readonly redirect: string | null;
}

/** An ask under the configuration in force, and under the draft's. */
export interface Replayed {
  readonly request: Request;
  readonly before: PageSeen;
  readonly after: PageSeen;
}

/** What a draft changes of a query or listing. */
export interface SubjectChange {
  readonly key: string;
  readonly subject: Subject;
  /** How often it was asked, in how many of these the first page is another one, and by how many devices. */
  readonly times: number;
  readonly changed_times: number;
  readonly devices: number;
  /** 0: all first pages are the same; 1: none has a product left. See `averageOverlap`. */
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

/** Whether its shopper sees a difference. */
export const isChanged = ({ before, after }: Pick<Replayed, "before" | "after">): boolean =>
  before.total !== after.total ||
  before.redirect !== after.redirect ||
  before.ids.length !== after.ids.length ||
  before.ids.some((id, at) => id !== after.ids[at]);

/** The queries and listings that change: those without results first, then by how much is changed for how many. */
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
    changed_times: timesOf(group.filter(isChanged)),
    devices: new Set(group.map((one) => one.request.body.user.device_id)).size,
    change: weighted / times,
    // The same for all shoppers.
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
