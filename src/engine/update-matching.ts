import type { Engine } from "./engine.js";
import { refresh } from "./indices.js";

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
