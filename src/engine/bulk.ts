import pRetry from "p-retry";
import { currentDeadline } from "./deadline.js";
import type { Precondition } from "./documents.js";
import { type Engine, EngineUnavailableError, INDEX_GONE } from "./engine.js";
import { ensureIndex } from "./templates.js";
import { unavailability } from "./unavailable.js";

/** A document to write. `document` is JSON text, serialized once by the caller, who also sizes bulks by it. */
export interface Put {
  readonly id: string;
  readonly document: string;
  readonly precondition: Precondition;
  /** That of the request unless given. */
  readonly index?: string;
}

/** Of a document that is not there is as good as done. */
export interface Deletion {
  readonly action: "delete";
  readonly id: string;
}

/** One write of a bulk. `update` changes the given fields of a document; `merge` is `source` where there is none yet. */
export type BulkWrite =
  | Put
  | { readonly action: "update"; readonly id: string; readonly source: object }
  | { readonly action: "merge"; readonly id: string; readonly source: object; readonly merge: MergeScript }
  | Deletion;

/** Painless that makes one document out of the stored one (`ctx._source`) and the new one (`params`), whatever the order. */
type MergeScript = string;

/**
 * What became of one write.
 * `conflict`: its precondition did not hold; where it was sent again, the reason may be that it had arrived the first time.
 * `absent`: there is no document to update. `busy`: the same may succeed later.
 * `refused`: it never will; `reason` is the engine's, for logs and reports of the shop's own job.
 */
export type BulkItem = { readonly id: string } & (
  | { readonly status: "written" | "absent" | "busy" }
  | { readonly status: "conflict"; readonly resent: boolean }
  | { readonly status: "refused"; readonly reason: string }
);

interface BulkOptions {
  /** Of all writes that name none. */
  readonly index?: string;
  /**
   * What to do about writes that the engine is too busy for: to fail; to send them again with growing pauses, and fail after about a
   * minute; or to report them, for callers who come back themselves.
   */
  readonly onBusy?: "fail" | "retry" | "report";
  /** Makes an index that is named and not there, from its template. */
  readonly createsIndices?: boolean;
  /** Milliseconds, after which it is unknown which writes were made; the same when `signal` aborts. Within the request's deadline unless given. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 120_000;
const RETRIES = 9;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Writes durably, all in one request, and judges every write by itself.
 * @returns what became of each, in the order of the writes; `busy` only where they are reported
 * @throws EngineUnavailableError when the engine does not answer, or is too busy for any of the writes: others may have been done
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
      throw new EngineUnavailableError(`the engine is busy: ${busy} writes postponed`);
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

/** @throws Error for the first write that the engine refused */
export function expectTaken(items: readonly BulkItem[], what: string): readonly BulkItem[] {
  for (const item of items)
    if (item.status === "refused") throw new Error(`the engine does not take ${what}: ${item.reason}`);
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

/** One request; a second one for the writes whose index was not there. */
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

/** The only place that knows the form of a bulk and of its answer. */
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

/** Nothing may be written for now, whatever the reason. */
const FORBIDDEN = 403;
const DOCUMENT_GONE = "document_missing_exception";

function judged(write: BulkWrite, { status, error }: AnsweredItem, { createsIndices }: BulkOptions): BulkItem {
  const { id } = write;
  if (status < 300) return { id, status: "written" };
  if (status === 409) return { id, status: "conflict", resent: false };
  if (status === 404 && error === undefined) return { id, status: "written" };
  if (error?.type === DOCUMENT_GONE) return { id, status: "absent" };
  // An index that was made is gone again.
  const isPassing = status === FORBIDDEN || (createsIndices === true && error?.type === INDEX_GONE);
  if (isPassing || unavailability(status, error?.type) !== undefined) return { id, status: "busy" };
  const { type, reason, caused_by } = error ?? {};
  return {
    id,
    status: "refused",
    reason: [type, reason ?? `status ${status}`, caused_by?.reason].filter(Boolean).join(": "),
  };
}
