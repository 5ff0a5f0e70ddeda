import type { Engine } from "../../../src/engine/engine.js";
import type { Hit } from "../../../src/engine/search-documents.js";
import { eventsStem } from "../../../src/tracking/event-store.js";
import { queriesStem } from "../../../src/tracking/impressions.js";
import { choicesBody, searchesBody, type Requested } from "../insights/bodies.js";
import { eventOf, pages, textIn } from "../insights/pages.js";
import type { MadeSearch } from "./reformulations.js";

/**
 * Returns the stored searches of a storefront, device by device and in order of time per device.
 * @throws Error if an engine request fails or `signal` is aborted
 */
export async function* madeSearches(
  engine: Engine,
  requested: Requested,
  signal: AbortSignal,
): AsyncGenerator<MadeSearch, void, undefined> {
  const [queries, events] = [`${queriesStem(engine.prefix)}*`, `${eventsStem(engine.prefix)}*`];
  const body = searchesBody(requested, "client_id", "timestamp", "query_id");
  for await (const page of pages(engine, queries, body, searchOf, signal)) {
    const devices = new Map(page.map(({ id, device }) => [id, device]));
    const chosen = new Set<string>();
    const ofPage = choicesBody(requested.clientId, [...devices.keys()]);
    for await (const choices of pages(engine, events, ofPage, eventOf, signal)) {
      // Ignores events of devices other than the device that received the response.
      for (const { query_id, client_id } of choices) if (devices.get(query_id) === client_id) chosen.add(query_id);
    }
    for (const { id, ...search } of page) yield { ...search, chosen: chosen.has(id) };
  }
}

const searchOf = (hit: Hit<never>) => ({
  id: textIn(hit, "query_id"),
  device: textIn(hit, "client_id"),
  query: textIn(hit, "user_query"),
  at: Date.parse(textIn(hit, "timestamp")),
});
