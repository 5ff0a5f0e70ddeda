import { refresh } from "./indices.js";
import type { Engine } from "./engine.js";

/**
 * Deletes the documents that matched a query at the time of the last refresh. Documents that change during the call are skipped.
 * @param most maximum number of documents to delete in this call
 * @returns the number of deleted documents
 */
export async function deleteMatching(engine: Engine, index: string, query: object, most: number): Promise<number> {
  return (await deleteSome(engine, index, query, most)).deleted;
}

/** Maximum number of documents to delete per request, so that one request takes a few seconds at most. */
const AT_ONCE = 10_000;

/**
 * Deletes all documents that match a query, including documents that change during the call, and refreshes the index.
 * Deletion runs in batches, so the number of documents is unlimited.
 * @param index an index name, or a pattern that may match no index
 * @returns the number of deleted documents
 * @throws the errors of the engine; calling again resumes the deletion
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

/** Deletes documents that match a query. @param visible whether to refresh the index afterwards */
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
 * Sets one field of all documents that match a query. Documents that change during the call are skipped.
 * @param field top-level field of the stored document
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
