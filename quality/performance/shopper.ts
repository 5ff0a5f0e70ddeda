import { randomUUID } from "node:crypto";
import { envelope, productView } from "../../test/support/tracker-payload.js";
import { BROWSER } from "../../test/support/user-agent.js";
import type { Bench } from "./bench.js";
import { exchange } from "../shared/http.js";

const JSON_TYPE = { "Content-Type": "application/json" };

/** Sends a product view event. */
export function look(bench: Bench, duid: string, product: string): Promise<Buffer> {
  const event = productView(product, { aid: bench.access.client_id, eid: randomUUID(), duid });
  return sendEvents(bench, envelope(event));
}

/** Sends events to the collector. @param payload one or more events in the tracker protocol */
export function sendEvents({ service }: Bench, payload: object): Promise<Buffer> {
  return exchange(new URL("/com.snowplowanalytics.snowplow/tp2", service.demo.base_url), {
    method: "POST",
    headers: { ...JSON_TYPE, "User-Agent": BROWSER },
    body: JSON.stringify(payload),
  });
}

/**
 * Sends a search, suggestion or recommendation request, as a shop page does.
 * @returns the response body
 */
export function query(
  { service, access }: Bench,
  endpoint: "search" | "suggest" | "query" | "query/slots",
  body: object,
): Promise<Buffer> {
  const path = `/v2/recommendations/${endpoint}?service_api_client=${access.client_id}`;
  return exchange(new URL(path, service.demo.base_url), {
    method: "POST",
    headers: { ...JSON_TYPE, "X-SERVICE-API-KEY": access.public_key },
    body: JSON.stringify(body),
  });
}
