import { refresh } from "./indices.js";
import type { Engine } from "./engine.js";

/**
 * Deletes documents that match a query as far as searches see them; one that is changed meanwhile stays.
 * @param most at a time; what is left is for the next call
 * @returns how many are gone
 */
export async function deleteMatching(engine: Engine, index: string, query: object, most: number): Promise<number> {
  return (await deleteSome(engine, index, query, most)).deleted;
}

/** One request of the engine: some seconds at most. */
const AT_ONCE = 10_000;

/**
 * Deletes all documents that match a query, whatever happens to them meanwhile, and makes that visible to searches. The
 * engine does it in portions: no number of them is too large.
 * @param index a name or a pattern, which may match none
 * @returns how many are gone
 * @throws errors of the engine as they are; calling again goes on
 */
export async function deleteAllMatching(
  engine: Engine,
  index: string,
  query: object,
  atOnce = AT_ONCE,
): Promise<number> {
  await refresh(engine, index);
  let gone = 0;
  for (;;) {
    const { deleted, version_conflicts } = await deleteSome(engine, index, query, atOnce, true);
    gone += deleted;
    if (version_conflicts === 0 && deleted < atOnce) return gone;
  }
}

interface Deletion {
  readonly deleted: number;
  readonly version_conflicts: number;
}

/** @param visible searches are to see at once what is gone */
function deleteSome(engine: Engine, index: string, query: object, most: number, visible = false): Promise<Deletion> {
  return engine.call<Deletion>("delete_matching", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_delete_by_query`,
    querystring: { conflicts: "proceed", ...(visible ? { refresh: true } : {}) },
    body: { query, max_docs: most },
    timeout: 120_000,
  });
}

/**
 * Sets one field of all documents that match a query. A document that is changed meanwhile keeps that change.
 * @param field of the stored document, at its root
 */
export async function updateMatching(
  engine: Engine,
  index: string,
  query: object,
  field: string,
  value: string | number | boolean,
): Promise<void> {
  await refresh(engine, index);
  await engine.call("update_matching", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_update_by_query`,
    querystring: { conflicts: "proceed" },
    body: {
      query,
      script: { lang: "painless", source: "ctx._source[params.field] = params.value", params: { field, value } },
    },
    timeout: 120_000,
  });
}
