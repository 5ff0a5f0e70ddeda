import pRetry from "p-retry";
import { currentDeadline } from "./deadline.js";
import { engineError, EngineUnavailableError, type Engine } from "./engine.js";
import { sendBulk, type BulkItem, type BulkWrite, type Deletion, type Put } from "./send-bulk.js";

/** The result of one write. */
export type BulkOutcome =
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
export type WriteOutcome = "written" | "conflict" | "absent";

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
