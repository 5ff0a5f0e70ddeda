import type { Engine } from "./engine.js";
import { ensureIndex } from "./templates.js";
import { unavailability } from "./unavailable.js";

/** A document to create in an index, which is made when there is none yet. `document` is JSON text. */
export interface Creation {
  readonly index: string;
  readonly id: string;
  readonly document: string;
}

/** `busy`: ask again later. `refused`: the engine never takes this document; `reason` is for logs. */
export type CreationOutcome =
  { readonly status: "created" | "exists" | "busy" } | { readonly status: "refused"; readonly reason: string };

interface Item {
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason: string };
}

/**
 * Creates documents durably in one request, each judged by itself, without waiting for a busy engine.
 * @param timeout milliseconds, after which nobody knows what has been created
 * @returns the outcomes in the order of the creations
 * @throws EngineUnavailableError also when the engine refuses the request as a whole because it has too much to do
 */
export type CreateMany = (creations: readonly Creation[], timeout: number) => Promise<CreationOutcome[]>;

/** It remembers which indices there are; one that was deleted is made again by the next request. */
export function documentCreator(engine: Engine): CreateMany {
  const made = new Set<string>();

  async function ensure(creations: readonly Creation[]) {
    const missing = new Set(creations.map(({ index }) => index).filter((index) => !made.has(index)));
    for (const index of missing) {
      await ensureIndex(engine, index);
      made.add(index);
    }
  }

  return async (creations, timeout) => {
    if (creations.length === 0) return [];
    await ensure(creations);
    const items = await send(engine, creations, timeout);
    items.forEach(({ status }, at) => {
      if (status === 404) made.delete((creations[at] as Creation).index);
    });
    return items.map(outcomeOf);
  };
}

async function send(engine: Engine, creations: readonly Creation[], timeout: number): Promise<Item[]> {
  const lines = creations.map(
    ({ index, id, document }) =>
      `{"create":{"_index":${JSON.stringify(index)},"_id":${JSON.stringify(id)}}}\n${document}\n`,
  );
  const { items } = await engine.call<{ items: Record<string, Item>[] }>("bulk", {
    method: "POST",
    path: "/_bulk",
    querystring: { filter_path: "items.*.status,items.*.error" },
    bulkBody: lines.join(""),
    timeout,
  });
  return items.map((item) => Object.values(item)[0] as Item);
}

/** The index was deleted a moment ago. */
const INDEX_GONE = 404;

function outcomeOf({ status, error }: Item): CreationOutcome {
  if (status < 300) return { status: "created" };
  if (status === 409) return { status: "exists" };
  if (status === INDEX_GONE || unavailability(status, error?.type) !== undefined) return { status: "busy" };
  return { status: "refused", reason: `${error?.type ?? status}: ${error?.reason ?? ""}` };
}
