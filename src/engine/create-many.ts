import type { Engine } from "./engine.js";
import { type BulkItem, sendBulk } from "./bulk.js";
import { ensureIndex } from "./templates.js";

/** A document to create in an index, which is made when there is none yet. `document` is JSON text. */
export interface Creation {
  readonly index: string;
  readonly id: string;
  readonly document: string;
}

/** `busy`: ask again later. `refused`: the engine never takes this document; `reason` is for logs. */
type CreationOutcome =
  { readonly status: "created" | "exists" | "busy" } | { readonly status: "refused"; readonly reason: string };

/**
 * Creates documents durably in one request, each judged by itself, without waiting for a busy engine.
 * @param timeout milliseconds, after which it is unknown which documents were created; the same when `signal` aborts
 * @returns the outcomes in the order of the creations
 * @throws EngineUnavailableError also when the engine refuses the request as a whole because it has too much to do
 */
export type CreateMany = (
  creations: readonly Creation[],
  timeout: number,
  signal?: AbortSignal,
) => Promise<CreationOutcome[]>;

/** It remembers which indices there are; one that was deleted is made again by the next request. */
export function documentCreator(engine: Engine): CreateMany {
  const made = new Set<string>();

  async function ensure(creations: readonly Creation[], signal?: AbortSignal) {
    const missing = new Set(creations.map(({ index }) => index).filter((index) => !made.has(index)));
    for (const index of missing) {
      await ensureIndex(engine, index, signal);
      made.add(index);
    }
  }

  return async (creations, timeout, signal) => {
    if (creations.length === 0) return [];
    await ensure(creations, signal);
    const writes = creations.map((creation) => ({ ...creation, precondition: "absent" as const }));
    const items = await sendBulk(engine, writes, { timeout, signal });
    items.forEach(({ status }, at) => {
      if (status === "absent") made.delete((creations[at] as Creation).index);
    });
    return items.map(outcomeOf);
  };
}

/** Nothing may be written for now, whatever the reason. */
const FORBIDDEN = 403;

function outcomeOf(item: BulkItem): CreationOutcome {
  switch (item.status) {
    case "written":
      return { status: "created" };
    case "conflict":
      return { status: "exists" };
    // The index was deleted a moment ago.
    case "absent":
    case "busy":
      return { status: "busy" };
    case "refused":
      if (item.code === FORBIDDEN) return { status: "busy" };
      return { status: "refused", reason: `${item.type ?? item.code}: ${item.reason}` };
  }
}
