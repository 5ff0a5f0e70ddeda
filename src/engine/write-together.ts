import { EngineError, type Engine } from "./engine.js";

/** One write among others. `update` changes the given fields of a document. */
export type Write =
  | { readonly action: "create" | "index" | "update"; readonly id: string; readonly source: object }
  | { readonly action: "delete"; readonly id: string };

/** `conflict`: a document to create was there, or one that was changed meanwhile; `absent`: none to update or delete. */
export type WriteOutcome = "written" | "conflict" | "absent";

/**
 * Writes a few documents durably in one request, each for itself. Unlike `bulk` it does not wait for a busy engine: a
 * shopper does.
 * @returns the outcomes in the order of the writes
 * @throws EngineError for a write that the engine refuses
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

function linesOf(write: Write): string {
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
  if (error !== undefined) throw new EngineError(status, error.type, error.reason);
  return "written";
}
