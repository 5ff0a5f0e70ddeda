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
  /** Never `anonymous`. */
  readonly device_id: string;
  readonly user_id: string | null;
  readonly kind: "search" | "query" | "slots";
  readonly profile: string | null;
  readonly query: string | null;
  /** Product identifiers in the order in which they were shown. */
  readonly shown: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What an answer was to, for reports and for asking it again. */
export interface Requested {
  /** Of the first page of a search: the request as JSON, see `requestText`; null where that is too long. */
  readonly request?: string | null;
  /** Of a listing: its filters by `canonicalFilter`; null for a search, and where that is too long. */
  readonly listing?: string | null;
  /** Of a recommendation: the placement, if that is what was asked for. */
  readonly placement?: string | null;
  /** Of a placement: the slot of each product shown, in their order. */
  readonly slot?: readonly string[] | null;
  /** How many products a search found. */
  readonly total?: number;
  /** The words that were looked for in place of those typed, which no product has; null where there are none. */
  readonly corrected?: string | null;
  /** The place of the first product shown, from 1, counted over all pages. */
  readonly first_position?: number;
  /** The arm of the experiment that the shopper was in; null for none. */
  readonly arm?: string | null;
}

/** Something that learns from what shoppers are shown. */
export interface ImpressionConsumer {
  /** Gets each answer once, shortly after it was stored. After a rejection they do not come again. */
  consumeImpressions(responses: readonly Impression[], signal?: AbortSignal): Promise<void>;
}

/** An answer as it is stored: `ubi_queries` of the User Behavior Insights schema 1.3. */
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

/** Keeps answers in the background: a shopper never waits for it, and while the engine is away the oldest are given up. */
export interface ImpressionLog {
  /** Takes no time and never fails. */
  add(response: Impression): void;
  /** Stores what waits, for at most `graceMs`, but does not wait for an engine that is away. */
  close(graceMs: number): Promise<void>;
}

/** The most that may wait to be stored; the oldest is dropped first. */
const MOST = { responses: 50_000, bytes: 64_000_000 };
const BATCH = 500;
/** So long answers wait for others at most, and for an engine that took nothing. */
const SEND_EVERY_MS = 1_000;
const TIMEOUT_MS = 10_000;

interface Waiting {
  readonly id: string;
  readonly month: string;
  readonly document: string;
  readonly response: Impression;
}

/** @param consumers get what has been stored */
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
  const onError = warned(context, "impressions cannot be stored yet");
  let waiting: Waiting[] = [];
  let bytes = 0;
  const late = new AbortController();
  /** The answer and the document made from it hold about the same. */
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

  /** Those of shoppers who have not been erased since; what may be stored of the others is removed. */
  async function permitted(given: readonly Waiting[]): Promise<readonly Waiting[]> {
    if (given.length === 0) return given;
    const traces = given.map(({ response }) => response);
    const erased = await findErased(traces, TIMEOUT_MS);
    const gone = given.filter((_, at) => erased[at] === true);
    for (const one of gone) await deleteDocument(engine, indexOf(one), one.id);
    metrics.responses.inc({ outcome: "erased" }, gone.length);
    return given.filter((_, at) => erased[at] !== true);
  }

  /** @returns whether the engine took them, or never will */
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
      // Impressions that were already stored have been consumed before.
      const created = batch.filter((_, at) => outcomes[at]?.status === "written");
      const busy = batch.filter((_, at) => outcomes[at]?.status === "busy");
      // An erasure that has removed everything while these were on their way has left word before it did.
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
