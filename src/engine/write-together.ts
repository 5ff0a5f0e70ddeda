import { engineError, type Engine } from "./engine.js";

/** One write among others. `update` changes the given fields of a document; `merge` is `source` where there is none yet. */
export type Write =
  | { readonly action: "create" | "index" | "update"; readonly id: string; readonly source: object }
  | { readonly action: "merge"; readonly id: string; readonly source: object; readonly merge: MergeScript }
  | { readonly action: "delete"; readonly id: string };

/** Painless that makes one document out of the stored one (`ctx._source`) and the new one (`params`), whatever the order. */
export type MergeScript = string;

/** `conflict`: a document to create was there, or one that was changed meanwhile; `absent`: none to update or delete. */
export type WriteOutcome = "written" | "conflict" | "absent";

/**
 * Writes a few documents durably in one request, each for itself. Unlike `bulk` it does not wait for a busy engine: a
 * shopper does.
 * @returns the outcomes in the order of the writes
 * @throws EngineError for a write that the engine refuses; EngineUnavailableError for one that it does not take now
 */
export async function writeTogether(
  engine: Engine,
  index: string,
  writes: readonly Write[],
): Promise<readonly WriteOutcome[]> {
  if (writes.length === 0) return [];
  const { items } = await engine.call<{ items: Record<string, Item>[] }>("bulk", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_bulk`,
    querystring: { filter_path: "items.*.status,items.*.error" },
    bulkBody: writes.map(linesOf).join(""),
  });
  return items.map((item) => outcomeOf(Object.values(item)[0] as Item));
}

interface Item {
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason: string };
}

/** Others may merge into the same document at the same time. */
const MERGE_ATTEMPTS = 10;

function linesOf(write: Write): string {
  if (write.action === "merge") {
    const action = { update: { _id: write.id, retry_on_conflict: MERGE_ATTEMPTS } };
    const change = { script: { lang: "painless", source: write.merge, params: write.source }, upsert: write.source };
    return `${JSON.stringify(action)}\n${JSON.stringify(change)}\n`;
  }
  const action = `${JSON.stringify({ [write.action]: { _id: write.id } })}\n`;
  switch (write.action) {
    case "create":
    case "index":
      return `${action}${JSON.stringify(write.source)}\n`;
    case "update":
      return `${action}${JSON.stringify({ doc: write.source })}\n`;
    case "delete":
      return action;
  }
}

function outcomeOf({ status, error }: Item): WriteOutcome {
  if (status === 409) return "conflict";
  if (status === 404) return "absent";
  if (error !== undefined) throw engineError(status, error.type, error.reason);
  return "written";
}
