import pRetry from "p-retry";
import { currentDeadline } from "./deadline.js";
import { type Engine, engineError, EngineUnavailableError } from "./engine.js";
import type { Precondition } from "./documents.js";
import { unavailability } from "./unavailable.js";

/** A document to write. `document` is JSON text, serialized once by the caller, who also sizes bulks by it. */
export interface Put {
  readonly id: string;
  readonly document: string;
  readonly precondition: Precondition;
  /** That of the request unless given. */
  readonly index?: string;
}

/** One write of a bulk. `update` changes the given fields of a document; `merge` is `source` where there is none yet. */
export type BulkWrite =
  | Put
  | { readonly action: "update"; readonly id: string; readonly source: object }
  | { readonly action: "merge"; readonly id: string; readonly source: object; readonly merge: MergeScript }
  | Deletion;

export interface Deletion {
  readonly action: "delete";
  readonly id: string;
}

/** Painless that makes one document out of the stored one (`ctx._source`) and the new one (`params`), whatever the order. */
type MergeScript = string;

/**
 * The result of one write. `conflict`: its precondition did not hold. `absent`: there is no document to change or
 * delete, or no index. `busy`: the same may succeed later. `refused`: it never will. `reason` is the engine's, for
 * logs.
 */
export type BulkItem =
  | { readonly status: "written" | "conflict" }
  | {
      readonly status: "absent" | "busy" | "refused";
      /** HTTP status of this write. */
      readonly code: number;
      /** The engine's name of the error; undefined where it has none: a document to delete that is not there. */
      readonly type: string | undefined;
      readonly reason: string;
    };

interface BulkOptions {
  /** Of all writes that name none. */
  readonly index?: string;
  /** Milliseconds, after which it is unknown which writes were made; the same when `signal` aborts. */
  readonly timeout?: number;
  readonly signal?: AbortSignal | undefined;
}

interface AnsweredItem {
  readonly status: number;
  readonly error?: {
    readonly type?: string;
    readonly reason?: string;
    readonly caused_by?: { readonly reason?: string };
  };
}

/**
 * Writes durably in one request. The only place that knows the form of a bulk and of its answer.
 * @returns what became of each, in the order of the writes
 * @throws EngineUnavailableError also when the engine refuses the request as a whole because it has too much to do
 */
export async function sendBulk(
  engine: Engine,
  writes: readonly BulkWrite[],
  { index, timeout, signal }: BulkOptions,
): Promise<BulkItem[]> {
  const { items } = await engine.call<{ items: Record<string, AnsweredItem>[] }>("bulk", {
    method: "POST",
    path: index === undefined ? "/_bulk" : `/${encodeURIComponent(index)}/_bulk`,
    querystring: { filter_path: "items.*._id,items.*.status,items.*.error" },
    bulkBody: writes.map(linesOf).join(""),
    ...(timeout === undefined ? {} : { timeout }),
    ...(signal === undefined ? {} : { signal }),
  });
  return items.map((item) => judged(Object.values(item)[0] as AnsweredItem));
}

/** Others may merge into the same document at the same time. */
const MERGE_ATTEMPTS = 10;

function linesOf(write: BulkWrite): string {
  if (!("action" in write)) return `${putAction(write)}\n${write.document}\n`;
  const id = JSON.stringify(write.id);
  switch (write.action) {
    case "update":
      return `{"update":{"_id":${id}}}\n${JSON.stringify({ doc: write.source })}\n`;
    case "merge": {
      const script = { lang: "painless", source: write.merge, params: write.source };
      const change = JSON.stringify({ script, upsert: write.source });
      return `{"update":{"_id":${id},"retry_on_conflict":${MERGE_ATTEMPTS}}}\n${change}\n`;
    }
    case "delete":
      return `{"delete":{"_id":${id}}}\n`;
  }
}

function putAction({ index, id, precondition }: Put): string {
  const target = `${index === undefined ? "" : `"_index":${JSON.stringify(index)},`}"_id":${JSON.stringify(id)}`;
  if (precondition === "absent") return `{"create":{${target}}}`;
  if (precondition === "none") return `{"index":{${target}}}`;
  return `{"index":{${target},"if_seq_no":${precondition.seq_no},"if_primary_term":${precondition.primary_term}}}`;
}

function judged({ status, error }: AnsweredItem): BulkItem {
  if (status < 300) return { status: "written" };
  if (status === 409) return { status: "conflict" };
  const reason = `${error?.reason ?? `status ${status}`} ${error?.caused_by?.reason ?? ""}`.trim();
  const detail = { code: status, type: error?.type, reason };
  if (unavailability(status, error?.type) !== undefined) return { status: "busy", ...detail };
  return { status: status === 404 ? "absent" : "refused", ...detail };
}

/** The result of one write. */
type BulkOutcome =
  | { readonly id: string; readonly status: "written" }
  /** The precondition did not hold; after a `resent` write the reason may be that its first sending had arrived. */
  | { readonly id: string; readonly status: "conflict"; readonly resent: boolean }
  /** The engine does not take this document; `reason` is the engine's and for logs and reports of the shop's own job. */
  | { readonly id: string; readonly status: "refused"; readonly reason: string };

const TIMEOUT_MS = 120_000;

/**
 * Writes documents in one request and reports every item by itself. A busy or unavailable engine is tried again with
 * growing pauses, only for the items it has not answered; after about a minute the call gives up.
 * @returns one outcome for every write, in any order
 * @throws EngineUnavailableError when the engine stays away or busy
 */
export async function bulk(
  engine: Engine,
  index: string,
  writes: readonly (Put | Deletion)[],
  signal?: AbortSignal,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  let remaining = writes;
  await pRetry(
    async (attempt) => {
      const items = await sendBulk(engine, remaining, { index, timeout: TIMEOUT_MS });
      const busy: (Put | Deletion)[] = [];
      remaining.forEach((write, position) => {
        const item = items[position] as BulkItem;
        if (item.status === "busy") busy.push(write);
        else outcomes.push(outcomeOf(write, item, attempt > 1));
      });
      remaining = busy;
      if (busy.length > 0) throw tooBusy(busy.length);
    },
    {
      retries: 9,
      minTimeout: 100,
      maxTimeout: 15_000,
      randomize: true,
      ...(signal === undefined ? {} : { signal }),
      shouldRetry: ({ error }) => error instanceof EngineUnavailableError,
    },
  );
  return outcomes;
}

/**
 * The same without any patience, for callers who come back themselves.
 * @returns the outcomes in the order of the writes
 * @throws EngineUnavailableError when the engine is away, too busy for any of the writes, or takes none for now: some
 * may have been done
 */
export async function bulkOnce(
  engine: Engine,
  index: string,
  writes: readonly Put[],
  signal?: AbortSignal,
): Promise<BulkOutcome[]> {
  const items = await sendBulk(engine, writes, { index, timeout: TIMEOUT_MS, signal });
  const busy = items.filter(({ status }) => status === "busy").length;
  if (busy > 0) throw tooBusy(busy);
  return writes.map((write, position) => outcomeOf(write, items[position] as BulkItem, false));
}

/** `conflict`: a document to create was there, or one that was changed meanwhile; `absent`: none to update or delete. */
type WriteOutcome = "written" | "conflict" | "absent";

/**
 * Writes a few documents of one kind or another in one request, for a shopper who waits: without patience, within a
 * request's deadline, after which it is unknown which of them were written.
 * @returns the outcomes in the order of the writes
 * @throws EngineError for a write that the engine refuses; EngineUnavailableError for one that it does not take now
 */
export async function writeTogether(
  engine: Engine,
  index: string,
  writes: readonly BulkWrite[],
): Promise<readonly WriteOutcome[]> {
  if (writes.length === 0) return [];
  const remaining = currentDeadline()?.remaining();
  const items = await sendBulk(engine, writes, {
    index,
    ...(remaining === undefined ? {} : { timeout: Math.max(1, Math.ceil(remaining)) }),
  });
  return items.map((item) => {
    if (item.status === "busy" || item.status === "refused")
      throw engineError(item.code, item.type ?? String(item.code), item.reason);
    return item.status;
  });
}

const tooBusy = (writes: number) => new EngineUnavailableError(`the engine is busy: ${writes} writes postponed`);

function outcomeOf(write: Put | Deletion, item: BulkItem, resent: boolean): BulkOutcome {
  const { id } = write;
  switch (item.status) {
    case "written":
      return { id, status: "written" };
    case "conflict":
      return { id, status: "conflict", resent };
    case "absent":
      // A document to delete that is not there is no error; an index that is not there is one.
      if ("action" in write && item.type === undefined) return { id, status: "written" };
      return { id, status: "refused", reason: item.reason };
    case "busy":
    case "refused":
      return { id, status: "refused", reason: item.reason };
  }
}
