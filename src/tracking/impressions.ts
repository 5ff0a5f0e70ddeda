import { impressionId } from "./shopper-id.js";
import { bulk } from "../engine/bulk.js";
import { deleteDocument } from "../engine/documents.js";
import { startPeriodic } from "../lib/periodic.js";
import { type Context, warned } from "../context.js";
import type { FindErased } from "./event.js";
import { monthOf } from "./month.js";

export const queriesStem = (prefix: string): string => `${prefix}ubi-queries-`;

export interface Impression extends Requested {
  readonly recommendation_id: string;
  readonly client_id: string;
  /** Device id of the shopper. Responses to the device `anonymous` are not recorded. */
  readonly device_id: string;
  readonly user_id: string | null;
  readonly kind: "search" | "query" | "slots";
  readonly profile: string | null;
  readonly query: string | null;
  /** Product identifiers in the order of the response. */
  readonly shown: readonly string[];
  /** Time of the response, in milliseconds since 1970. */
  readonly at: number;
}

/** Description of the request that a response belongs to, for reports and for repeating the request. */
export interface Requested {
  /** The request as JSON, for the first page of a search only (see `requestText`). Null if the JSON is too long. */
  readonly request?: string | null;
  /** Filters of a listing in the form of `canonicalFilter`. Null for a text search, or if the filters are too long. */
  readonly listing?: string | null;
  /** The requested placement, for recommendations only. */
  readonly placement?: string | null;
  /** For placements, the slot of each product shown, in the order of the products. */
  readonly slot?: readonly string[] | null;
  /** Number of products found by a search. */
  readonly total?: number;
  /** The corrected query that was searched in place of the typed one; null without a correction. */
  readonly corrected?: string | null;
  /** Position of the first product shown, starting at 1 and counted over all pages. */
  readonly first_position?: number;
  /** The experiment arm of the shopper, or null. */
  readonly arm?: string | null;
}

/** A component that learns from impressions (products shown in responses). */
export interface ImpressionConsumer {
  /**
   * Consumes each response once, shortly after it was stored. If the returned promise is rejected, the responses are not delivered again.
   */
  consumeImpressions(responses: readonly Impression[], signal?: AbortSignal): Promise<void>;
}

/** A stored response, in the format `ubi_queries` of the User Behavior Insights schema 1.3. */
export interface UbiQuery {
  readonly query_id: string;
  readonly client_id: string;
  readonly application: string;
  readonly user_query: string | null;
  readonly query_response_hit_ids: readonly string[];
  /** ISO 8601. */
  readonly timestamp: string;
  readonly query_attributes: Pick<Impression, "kind" | "profile" | "user_id"> & Requested;
}

export function toUbiQuery(response: Impression): UbiQuery {
  const { recommendation_id, client_id, device_id, query, shown, at, ...query_attributes } = response;
  return {
    query_id: impressionId(recommendation_id),
    client_id: device_id,
    application: client_id,
    user_query: query,
    query_response_hit_ids: shown,
    timestamp: new Date(at).toISOString(),
    query_attributes,
  };
}

/**
 * Stores responses in the background, so that requests never wait for the engine. While the engine is unavailable, the oldest responses
 * above a limit are dropped.
 */
export interface ImpressionLog {
  /** Adds a response that is to be stored. Returns immediately and never throws. */
  add(response: Impression): void;
  /** Tries to store the remaining responses, for at most `graceMs` milliseconds. Does not wait for an unavailable engine. */
  close(graceMs: number): Promise<void>;
}

/** Maximum number and total size in bytes of responses that wait to be stored. Above these limits, the oldest responses are dropped. */
const MOST = { responses: 50_000, bytes: 64_000_000 };
const BATCH = 500;
/** Interval in milliseconds between two batches of responses, also after a failure. */
const SEND_EVERY_MS = 1_000;
const TIMEOUT_MS = 10_000;

interface Waiting {
  readonly id: string;
  readonly month: string;
  readonly document: string;
  readonly response: Impression;
}

/** Creates an impression log. @param consumers components that receive the stored responses */
export function createImpressionLog(
  context: Context,
  findErased: FindErased,
  consumers: readonly ImpressionConsumer[] = [],
  most = MOST,
): ImpressionLog {
  const {
    engine,
    metrics: { tracking: metrics },
  } = context;
  const onError = warned(context, "failed to store responses; trying again");
  let waiting: Waiting[] = [];
  let bytes = 0;
  const late = new AbortController();
  /**
   * Estimates the memory in bytes of a response that waits to be stored. The response and the document created from it are about equally
   * large, with two bytes per character.
   */
  const sizeOf = ({ document }: Waiting) => 4 * document.length;

  function drop(dropped: readonly Waiting[]) {
    if (dropped.length > 0) metrics.responses.inc({ outcome: "dropped" }, dropped.length);
  }

  function trim() {
    let excess = 0;
    let left = bytes;
    while (waiting.length - excess > most.responses || left > most.bytes) {
      left -= sizeOf(waiting[excess] as Waiting);
      excess += 1;
    }
    drop(waiting.splice(0, excess));
    bytes = left;
  }

  const indexOf = ({ month }: Waiting) => queriesStem(engine.prefix) + month;

  /**
   * Removes the responses of erased shoppers from the given responses. If such responses are already stored, they are also deleted from the
   * engine.
   */
  async function permitted(given: readonly Waiting[]): Promise<readonly Waiting[]> {
    if (given.length === 0) return given;
    const traces = given.map(({ response }) => response);
    const erased = await findErased(traces, TIMEOUT_MS);
    const gone = given.filter((_, at) => erased[at] === true);
    for (const one of gone) await deleteDocument(engine, indexOf(one), one.id);
    metrics.responses.inc({ outcome: "erased" }, gone.length);
    return given.filter((_, at) => erased[at] !== true);
  }

  /** Stores a batch of responses. @returns `true` if all responses were stored or permanently rejected */
  async function store(waited: readonly Waiting[]): Promise<boolean> {
    let batch = waited;
    try {
      batch = await permitted(waited);
      const creations = batch.map((one) => ({
        index: indexOf(one),
        id: one.id,
        document: one.document,
        precondition: "absent" as const,
      }));
      const outcomes = await bulk(engine, creations, {
        onBusy: "report",
        createsIndices: true,
        timeout: TIMEOUT_MS,
        signal: late.signal,
      });
      const having = (...wanted: string[]) => outcomes.filter(({ status }) => wanted.includes(status)).length;
      metrics.responses.inc({ outcome: "stored" }, having("written", "conflict"));
      metrics.responses.inc({ outcome: "dropped" }, having("refused"));
      // Pass only newly stored responses to the consumers, which have already received the responses stored earlier.
      const created = batch.filter((_, at) => outcomes[at]?.status === "written");
      const busy = batch.filter((_, at) => outcomes[at]?.status === "busy");
      // A concurrent erasure writes tombstones before it deletes documents, so check again for erased shoppers.
      await handOn((await permitted(created)).map(({ response }) => response));
      putBack(busy);
      return busy.length === 0;
    } catch (error) {
      onError(error);
      putBack(batch);
      return false;
    }
  }

  async function handOn(responses: readonly Impression[]): Promise<void> {
    if (responses.length === 0) return;
    await Promise.all(consumers.map((consumer) => consumer.consumeImpressions(responses, late.signal).catch(onError)));
  }

  function putBack(batch: readonly Waiting[]) {
    waiting = [...batch, ...waiting];
    bytes += batch.reduce((sum, one) => sum + sizeOf(one), 0);
    trim();
  }

  async function send() {
    for (let isTaken = true; isTaken && waiting.length > 0;) {
      const batch = waiting.splice(0, BATCH);
      bytes -= batch.reduce((sum, one) => sum + sizeOf(one), 0);
      isTaken = await store(batch);
    }
  }

  const sending = startPeriodic(send, { everyMs: SEND_EVERY_MS });

  return {
    add(response) {
      const document = JSON.stringify(toUbiQuery(response));
      const one = {
        id: impressionId(response.recommendation_id),
        month: monthOf(response.at),
        document,
        response,
      };
      waiting.push(one);
      bytes += sizeOf(one);
      trim();
    },
    async close(graceMs) {
      const timer = setTimeout(() => late.abort(), graceMs);
      await sending.close();
      if (!late.signal.aborted) await send();
      drop(waiting);
      clearTimeout(timer);
    },
  };
}
