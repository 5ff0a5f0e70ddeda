import pRetry from "p-retry";
import { currentDeadline } from "./deadline.js";
import type { Precondition } from "./documents.js";
import { type Engine, EngineUnavailableError, INDEX_GONE } from "./engine.js";
import { ensureIndex } from "./templates.js";
import { unavailability } from "./unavailable.js";

/**
 * A document to write. `document` is JSON text: the caller serializes the document once, and uses the length of the text to limit bulk
 * requests.
 */
export interface Put {
  readonly id: string;
  readonly document: string;
  readonly precondition: Precondition;
  /** Index to write to. Default: the index of the bulk request. */
  readonly index?: string;
}

/** Deletes a document; a missing document counts as deleted. */
export interface Deletion {
  readonly action: "delete";
  readonly id: string;
}

/**
 * One write of a bulk request. `update` changes the given fields of a document. `merge` creates the document from `source`, or runs the
 * script if the document exists.
 */
export type BulkWrite =
  | Put
  | { readonly action: "update"; readonly id: string; readonly source: object }
  | { readonly action: "merge"; readonly id: string; readonly source: object; readonly merge: MergeScript }
  | Deletion;

/** Painless script that merges the new document (`params`) into the stored one (`ctx._source`). Merges must be commutative. */
type MergeScript = string;

/**
 * The result of one write. `conflict`: the precondition failed; if `resent` is true, the first attempt may have succeeded. `absent`: the
 * document to update does not exist. `busy`: a later attempt may succeed. `refused`: no attempt can succeed; `reason` is a message of the
 * engine, for logs and the shop's own job reports only.
 */
export type BulkItem = { readonly id: string } & (
  | { readonly status: "written" | "absent" | "busy" }
  | { readonly status: "conflict"; readonly resent: boolean }
  | { readonly status: "refused"; readonly reason: string }
);

interface BulkOptions {
  /** Default index of the writes. */
  readonly index?: string;
  /**
   * Handling of writes that the engine rejects because it is busy: `fail` throws, `retry` resends them with growing
   * pauses and throws after about a minute, `report` returns them as `busy`.
   */
  readonly onBusy?: "fail" | "retry" | "report";
  /** Creates missing indices from their templates, for writes that specify an index. */
  readonly createsIndices?: boolean;
  /**
   * Timeout of the bulk request in milliseconds. Default: the time left for the current request. After a timeout or abort, some writes may
   * have been made.
   */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 120_000;
const RETRIES = 9;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Sends all writes durably in one request and reports the result of each write.
 * @returns the results in the order of the writes; `busy` occurs only with `onBusy: "report"`
 * @throws {EngineUnavailableError} if the engine does not respond or is too busy; some writes may have been made
 */
export async function bulk(engine: Engine, writes: readonly BulkWrite[], options: BulkOptions): Promise<BulkItem[]> {
  if (writes.length === 0) return [];
  const { onBusy = "fail", signal } = options;
  const items = new Map<BulkWrite, BulkItem>();
  const send = async (attempt: number) => {
    const left = writes.filter((write) => !isDone(items.get(write)));
    for (const [write, item] of await sent(engine, left, options)) {
      items.set(write, item.status === "conflict" ? { ...item, resent: attempt > 1 } : item);
    }
    const busy = [...items.values()].filter(({ status }) => status === "busy").length;
    if (busy > 0 && onBusy !== "report")
      throw new EngineUnavailableError(`OpenSearch is busy: ${busy} writes were not executed`);
  };
  if (onBusy !== "retry") await send(1);
  else {
    await pRetry(send, {
      retries: RETRIES,
      minTimeout: 100,
      maxTimeout: LONGEST_PAUSE_MS,
      randomize: true,
      ...(signal === undefined ? {} : { signal }),
      shouldRetry: ({ error }) => error instanceof EngineUnavailableError,
    });
  }
  return writes.map((write) => items.get(write) as BulkItem);
}

/** Checks that the engine rejected no write, and returns the given results. @throws Error for the first rejected write */
export function expectTaken(items: readonly BulkItem[], what: string): readonly BulkItem[] {
  for (const item of items)
    if (item.status === "refused") throw new Error(`OpenSearch rejected ${what}: ${item.reason}`);
  return items;
}

const isDone = (item: BulkItem | undefined) => item !== undefined && item.status !== "busy";

interface AnsweredItem {
  readonly status: number;
  readonly error?: {
    readonly type?: string;
    readonly reason?: string;
    readonly caused_by?: { readonly reason?: string };
  };
}

/** Sends the writes in one request. A second request repeats writes whose index was missing, after creating the index. */
async function sent(
  engine: Engine,
  writes: readonly BulkWrite[],
  options: BulkOptions,
): Promise<(readonly [BulkWrite, BulkItem])[]> {
  const answered = await request(engine, writes, options);
  const homeless = new Map(
    writes.flatMap((write, at) =>
      "index" in write && write.index !== undefined && answered[at]?.error?.type === INDEX_GONE
        ? [[at, write.index] as const]
        : [],
    ),
  );
  if (options.createsIndices === true && homeless.size > 0) {
    for (const index of new Set(homeless.values())) await ensureIndex(engine, index, options.signal);
    const positions = [...homeless.keys()];
    const again = await request(
      engine,
      positions.map((at) => writes[at] as BulkWrite),
      options,
    );
    positions.forEach((at, position) => (answered[at] = again[position] as AnsweredItem));
  }
  return writes.map((write, at) => [write, judged(write, answered[at] as AnsweredItem, options)]);
}

/** Sends a bulk request and returns the result of each write. Only this function uses the wire format of bulk requests. */
async function request(
  engine: Engine,
  writes: readonly BulkWrite[],
  { index, timeout = currentDeadline()?.remaining() ?? TIMEOUT_MS, signal }: BulkOptions,
): Promise<AnsweredItem[]> {
  const { items } = await engine.call<{ items: Record<string, AnsweredItem>[] }>("bulk", {
    method: "POST",
    path: index === undefined ? "/_bulk" : `/${encodeURIComponent(index)}/_bulk`,
    querystring: { filter_path: "items.*._id,items.*.status,items.*.error" },
    bulkBody: writes.map(linesOf).join(""),
    timeout: Math.max(1, Math.ceil(timeout)),
    ...(signal === undefined ? {} : { signal }),
  });
  return items.map((item) => Object.values(item)[0] as AnsweredItem);
}

/** Maximum number of retries of a merge. Retries are needed because other processes may change the same document concurrently. */
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

/** HTTP status of a write to an index that is blocked for writing. The block is temporary, whatever its cause. */
const FORBIDDEN = 403;
const DOCUMENT_GONE = "document_missing_exception";

function judged(write: BulkWrite, { status, error }: AnsweredItem, { createsIndices }: BulkOptions): BulkItem {
  const { id } = write;
  if (status < 300) return { id, status: "written" };
  if (status === 409) return { id, status: "conflict", resent: false };
  if (status === 404 && error === undefined) return { id, status: "written" };
  if (error?.type === DOCUMENT_GONE) return { id, status: "absent" };
  // A write is retried during a write block, or if the index that it created has been deleted meanwhile.
  const isPassing = status === FORBIDDEN || (createsIndices === true && error?.type === INDEX_GONE);
  if (isPassing || unavailability(status, error?.type) !== undefined) return { id, status: "busy" };
  const { type, reason, caused_by } = error ?? {};
  return {
    id,
    status: "refused",
    reason: [type, reason ?? `status ${status}`, caused_by?.reason].filter(Boolean).join(": "),
  };
}
