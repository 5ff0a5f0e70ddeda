import type { Engine } from "../../../src/engine/engine.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { lowered } from "../../../src/lib/folded.js";
import { eventsStem } from "../../../src/tracking/event-store.js";
import { queriesStem } from "../../../src/tracking/impressions.js";
import { responsesByDayBody, eventsByDayBody, queriesBody, type Requested } from "./bodies.js";
import { daysIn, type DayRange } from "./range.js";
import type { CorrectedRow, DayRow, QueryRow } from "./tables.js";

/** Counts over all responses and events, computed by the engine. */
export interface Counted {
  readonly days: readonly DayRow[];
  readonly frequent: readonly (QueryRow & { readonly without_results: number })[];
  readonly without_results: readonly QueryRow[];
  readonly corrected: readonly CorrectedRow[];
}

interface Count {
  readonly doc_count: number;
}

interface QueryBucket extends Count {
  readonly key: string;
  readonly devices: { readonly value: number };
  readonly empty?: Count;
  readonly corrected?: { readonly buckets: readonly { readonly key: string }[] };
}

interface Buckets<B> {
  readonly buckets: readonly B[];
}

interface QueryCounts {
  readonly frequent: Buckets<QueryBucket>;
  readonly without_results: { readonly queries: Buckets<QueryBucket> };
  readonly corrected: { readonly queries: Buckets<QueryBucket> };
}

type ResponseDay = Readonly<Record<"searches" | "without_results" | "listings" | "blocks", Count>> & {
  readonly key_as_string: string;
  readonly devices: { readonly value: number };
};

type EventDay = Readonly<Record<"clicks" | "carts" | "purchases", Count>> & { readonly key_as_string: string };

/**
 * Counts responses and events by day and by query.
 * @throws Error if an engine request fails or `signal` is aborted
 */
export async function countEverything(engine: Engine, requested: Requested, signal: AbortSignal): Promise<Counted> {
  const responses = `${queriesStem(engine.prefix)}*`;
  const events = `${eventsStem(engine.prefix)}*`;
  const [queries, responseDays, eventDays] = await Promise.all([
    searchDocuments<never, QueryCounts>(engine, responses, queriesBody(requested), signal),
    searchDocuments<never, { days: Buckets<ResponseDay> }>(engine, responses, responsesByDayBody(requested), signal),
    searchDocuments<never, { days: Buckets<EventDay> }>(engine, events, eventsByDayBody(requested), signal),
  ]);
  const counts = queries.aggregations;
  const days = [responseDays.aggregations?.days.buckets ?? [], eventDays.aggregations?.days.buckets ?? []] as const;
  return {
    days: dayRows(requested.range, ...days),
    frequent: queryRows(counts?.frequent.buckets ?? []),
    without_results: queryRows(counts?.without_results.queries.buckets ?? []),
    corrected: queryRows(counts?.corrected.queries.buckets ?? []).map((row) => ({
      ...row,
      corrected: row.corrected ?? "",
    })),
  };
}

const MAX_ROWS = 200;

type JoinedQuery = QueryRow & { readonly without_results: number; readonly corrected: string | null };

/**
 * Merges query spellings that differ only in case or whitespace. A device that used several spellings is counted once
 * per spelling.
 */
export function queryRows(buckets: readonly QueryBucket[]): JoinedQuery[] {
  const rows = new Map<string, JoinedQuery>();
  for (const { key, doc_count, devices, empty, corrected } of buckets) {
    const query = lowered(key);
    const before = rows.get(query);
    rows.set(query, {
      query,
      searches: (before?.searches ?? 0) + doc_count,
      devices: (before?.devices ?? 0) + devices.value,
      without_results: (before?.without_results ?? 0) + (empty?.doc_count ?? 0),
      // Buckets are sorted by frequency, so the correction of the most frequent spelling is kept.
      corrected: before?.corrected ?? corrected?.buckets[0]?.key ?? null,
    });
  }
  return [...rows.values()]
    .sort((one, other) => other.searches - one.searches || (one.query < other.query ? -1 : 1))
    .slice(0, MAX_ROWS);
}

function dayRows(range: DayRange, responses: readonly ResponseDay[], events: readonly EventDay[]): DayRow[] {
  const responsesOn = new Map(responses.map((day) => [day.key_as_string, day]));
  const eventsOn = new Map(events.map((day) => [day.key_as_string, day]));
  return daysIn(range).map((day) => {
    const shown = responsesOn.get(day);
    const done = eventsOn.get(day);
    return {
      day,
      searches: shown?.searches.doc_count ?? 0,
      without_results: shown?.without_results.doc_count ?? 0,
      listings: shown?.listings.doc_count ?? 0,
      blocks: shown?.blocks.doc_count ?? 0,
      devices: shown?.devices.value ?? 0,
      clicks: done?.clicks.doc_count ?? 0,
      carts: done?.carts.doc_count ?? 0,
      purchases: done?.purchases.doc_count ?? 0,
    };
  });
}
