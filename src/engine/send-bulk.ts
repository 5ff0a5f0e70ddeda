import type { Precondition } from "./documents.js";
import type { Engine } from "./engine.js";
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
export type MergeScript = string;

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

export interface BulkOptions {
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
