import type { Engine } from "../../../src/engine/engine.js";
import { countDocuments, searchDocuments } from "../../../src/engine/search-documents.js";
import { queriesStem } from "../../../src/tracking/impressions.js";

/**
 * Selects the responses to a client from the time `from` to the time `until`, both inclusive, in milliseconds since
 * 1970.
 */
export interface Period {
  readonly client_id: string;
  readonly from: number;
  readonly until: number;
  /** Additional engine query that selects responses. */
  readonly condition?: object;
}

/** Device that received responses. */
export interface SeenDevice {
  readonly device_id: string;
  /**
   * Time of the device's first response per arm, milliseconds since 1970; the key is `null` for responses without an
   * arm.
   */
  readonly first: ReadonlyMap<string | null, number>;
}

export interface SeenDevices {
  readonly devices: readonly SeenDevice[];
  /** Number of responses that the devices on this page of results received. */
  readonly responses: number;
}

interface Bucket {
  readonly key: { readonly device: string; readonly arm: string | null };
  readonly doc_count: number;
  readonly first: { readonly value: number };
}

interface Aggregations {
  readonly devices: { readonly buckets: readonly Bucket[]; readonly after_key?: Bucket["key"] };
}

/** Number of device and arm pairs fetched per engine request. */
const PAGE = 2_000;

export const responsesIn = (prefix: string) => `${queriesStem(prefix)}*`;

export const periodQuery = ({ client_id, from, until, condition }: Period, more?: object) => ({
  bool: {
    filter: [
      { term: { application: client_id } },
      { range: { timestamp: { gte: new Date(from).toISOString(), lte: new Date(until).toISOString() } } },
      ...[condition ?? [], more ?? []].flat(),
    ],
  },
});

/** Returns the number of responses in a period. */
export const countResponses = (engine: Engine, period: Period): Promise<number> =>
  countDocuments(engine, responsesIn(engine.prefix), periodQuery(period));

/** Returns the time of an arm's first response, or `null` if the arm has no response. */
export async function firstResponseOf(engine: Engine, arm: string, period: Period): Promise<number | null> {
  const { aggregations } = await searchDocuments<never, { readonly first: { readonly value: number | null } }>(
    engine,
    responsesIn(engine.prefix),
    {
      size: 0,
      track_total_hits: false,
      query: periodQuery(period, { term: { "query_attributes.arm": arm } }),
      aggs: { first: { min: { field: "timestamp" } } },
    },
  );
  return aggregations?.first.value ?? null;
}

/** Returns the devices that received responses, ordered by id. Only one page of devices is kept in memory. */
export async function* seenDevices(
  engine: Engine,
  period: Period,
  signal: AbortSignal,
): AsyncGenerator<SeenDevices, void, undefined> {
  let open: Bucket[] = [];
  let after: Bucket["key"] | undefined;
  do {
    const { aggregations } = await searchDocuments<never, Aggregations>(
      engine,
      responsesIn(engine.prefix),
      pageBody(period, after),
      signal,
    );
    const { buckets = [], after_key } = aggregations?.devices ?? {};
    const all = [...open, ...buckets];
    after = buckets.length < PAGE ? undefined : after_key;
    // The next page may contain further buckets of the last device.
    const last = after === undefined ? undefined : all.at(-1)?.key.device;
    open = all.filter(({ key }) => key.device === last);
    yield {
      devices: devicesOf(all.filter(({ key }) => key.device !== last)),
      responses: buckets.reduce((sum, { doc_count }) => sum + doc_count, 0),
    };
  } while (after !== undefined);
}

const pageBody = (period: Period, after: Bucket["key"] | undefined) => ({
  size: 0,
  track_total_hits: false,
  query: periodQuery(period, after && { range: { client_id: { gte: after.device } } }),
  aggs: {
    devices: {
      composite: {
        size: PAGE,
        sources: [
          { device: { terms: { field: "client_id" } } },
          { arm: { terms: { field: "query_attributes.arm", missing_bucket: true } } },
        ],
        ...(after === undefined ? {} : { after }),
      },
      aggs: { first: { min: { field: "timestamp" } } },
    },
  },
});

function devicesOf(buckets: readonly Bucket[]): SeenDevice[] {
  const devices = new Map<string, Map<string | null, number>>();
  for (const { key, first } of buckets) {
    const known = devices.get(key.device) ?? new Map<string | null, number>();
    devices.set(key.device, known.set(key.arm, first.value));
  }
  return [...devices].map(([device_id, first]) => ({ device_id, first }));
}
