import type { Engine } from "../../../src/engine/engine.js";
import { searchDocuments, type Hit } from "../../../src/engine/search-documents.js";
import type { SampledEvent } from "./responses.js";

/** Request body of a sorted search, for use with `pages`. */
export interface SortedBody {
  /** Number of hits per page. */
  readonly size: number;
  readonly [clause: string]: unknown;
}

/** Returns all hits of a sorted search, page by page. */
export async function* pages<T, D = never>(
  engine: Engine,
  index: string,
  body: SortedBody,
  read: (hit: Hit<D>) => T,
  signal: AbortSignal,
): AsyncGenerator<readonly T[], void, undefined> {
  let after: { readonly search_after?: unknown } = {};
  for (;;) {
    signal.throwIfAborted();
    const { hits } = await searchDocuments<D>(engine, index, { ...body, ...after }, signal);
    if (hits.hits.length > 0) yield hits.hits.map(read);
    if (hits.hits.length < body.size) return;
    after = { search_after: hits.hits.at(-1)?.sort };
  }
}

/** Returns the text of a column, or "" if the document has no text in this column. */
export const textIn = ({ fields }: Hit<never>, name: string): string =>
  (fields?.[name]?.[0] as string | undefined) ?? "";

/** Converts columns to an event, see `EVENT_FIELDS`. */
export const eventOf = (hit: Hit<never>): SampledEvent => ({
  action_name: textIn(hit, "action_name"),
  client_id: textIn(hit, "client_id"),
  query_id: textIn(hit, "query_id"),
  timestamp: textIn(hit, "timestamp"),
  products: (hit.fields?.["event_attributes.products.id"] ?? []).map(String),
});
