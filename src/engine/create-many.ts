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
 * @param timeout milliseconds, after which nobody knows what has been created; the same when `signal` aborts
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
    const items = await send(engine, creations, timeout, signal);
    items.forEach(({ status }, at) => {
      if (status === INDEX_GONE) made.delete((creations[at] as Creation).index);
    });
    return items.map(outcomeOf);
  };
}

async function send(
  engine: Engine,
  creations: readonly Creation[],
  timeout: number,
  signal?: AbortSignal,
): Promise<Item[]> {
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
    ...(signal === undefined ? {} : { signal }),
  });
  return items.map((item) => Object.values(item)[0] as Item);
}

/** Nothing may be written for now, whatever the reason. */
const FORBIDDEN = 403;
/** The index was deleted a moment ago. */
const INDEX_GONE = 404;

function outcomeOf({ status, error }: Item): CreationOutcome {
  if (status < 300) return { status: "created" };
  if (status === 409) return { status: "exists" };
  const passes = status === INDEX_GONE || status === FORBIDDEN || unavailability(status, error?.type) !== undefined;
  if (passes) return { status: "busy" };
  return { status: "refused", reason: `${error?.type ?? status}: ${error?.reason ?? ""}` };
}
