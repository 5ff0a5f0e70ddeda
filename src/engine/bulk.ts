import pRetry from "p-retry";
import { EngineUnavailableError, type Engine } from "./engine.js";
import { unavailability } from "./unavailable.js";
import type { Version } from "./documents.js";

/** One write of a bulk. `document` is JSON text, serialized once by the caller, who also sizes bulks by it. */
export type BulkWrite =
  | {
      readonly id: string;
      readonly document: string;
      /** "absent": only if there is no such document; a version: only if it is still that one. */
      readonly precondition: "absent" | Version;
    }
  /** Fine where there is no such document. */
  | { readonly id: string; readonly deletes: true };

/** What became of one write. */
export type BulkOutcome =
  | { readonly id: string; readonly status: "written" }
  /** The precondition did not hold; after a `resent` write the reason may be that its first sending had arrived. */
  | { readonly id: string; readonly status: "conflict"; readonly resent: boolean }
  /** The engine does not take this document; `reason` is the engine's and for logs and reports of the shop's own job. */
  | { readonly id: string; readonly status: "refused"; readonly reason: string };

interface BulkItem {
  _id: string;
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}

/**
 * Writes documents in one request and judges every item by itself. A busy or absent engine is asked again with growing
 * pauses, only for the items it has not answered; after about a minute the call gives up.
 * @returns one outcome for every write, in any order
 * @throws EngineUnavailableError when the engine stays away or busy
 */
export async function bulk(
  engine: Engine,
  index: string,
  writes: readonly BulkWrite[],
  signal?: AbortSignal,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  let remaining = writes;
  await pRetry(
    async (attempt) => {
      const items = await send(engine, index, remaining);
      const busy: BulkWrite[] = [];
      items.forEach((item, position) => {
        if (isBusy(item)) busy.push(remaining[position] as BulkWrite);
        else outcomes.push(outcomeOf(item, attempt > 1));
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
 * @throws EngineUnavailableError when the engine is away, too busy for any of the writes, or takes none for now: some
 * may have been done
 */
export async function bulkOnce(
  engine: Engine,
  index: string,
  writes: readonly BulkWrite[],
  signal?: AbortSignal,
): Promise<BulkOutcome[]> {
  const items = await send(engine, index, writes, signal);
  const busy = items.filter(isBusy).length;
  if (busy > 0) throw tooBusy(busy);
  return items.map((item) => outcomeOf(item, false));
}

const isBusy = ({ status, error }: BulkItem): boolean => unavailability(status, error?.type) !== undefined;

const tooBusy = (writes: number) => new EngineUnavailableError(`the engine is busy: ${writes} writes postponed`);

async function send(
  engine: Engine,
  index: string,
  writes: readonly BulkWrite[],
  signal?: AbortSignal,
): Promise<BulkItem[]> {
  const answer = await engine.call<{ items: Record<string, BulkItem>[] }>("bulk", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_bulk`,
    querystring: { filter_path: "items.*._id,items.*.status,items.*.error" },
    bulkBody: writes.map(linesOf).join(""),
    timeout: 120_000,
    ...(signal === undefined ? {} : { signal }),
  });
  return answer.items.map((item) => Object.values(item)[0] as BulkItem);
}

function linesOf(write: BulkWrite): string {
  const id = JSON.stringify(write.id);
  if ("deletes" in write) return `{"delete":{"_id":${id}}}\n`;
  if (write.precondition === "absent") return `{"create":{"_id":${id}}}\n${write.document}\n`;
  const { seq_no, primary_term } = write.precondition;
  return `{"index":{"_id":${id},"if_seq_no":${seq_no},"if_primary_term":${primary_term}}}\n${write.document}\n`;
}

function outcomeOf(item: BulkItem, resent: boolean): BulkOutcome {
  // A document to delete that is not there is no error.
  if (item.status < 300 || (item.status === 404 && item.error === undefined))
    return { id: item._id, status: "written" };
  if (item.status === 409) return { id: item._id, status: "conflict", resent };
  const detail = item.error?.caused_by?.reason ?? "";
  return {
    id: item._id,
    status: "refused",
    reason: `${item.error?.reason ?? `status ${item.status}`} ${detail}`.trim(),
  };
}
