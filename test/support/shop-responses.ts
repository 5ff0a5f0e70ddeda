import type { AddedClient } from "../../src/storefront/clients.js";
import { fetchJson } from "./http.js";

/** Requests to all endpoints that a shop's pages call. */
const REQUESTS: readonly (readonly [endpoint: string, body: object])[] = [
  ["search", { limit: 40 }],
  ["search", { limit: 10, facet_filters: { color: ["Red"] } }],
  ["search", { limit: 10, sort: "price_asc" }],
  ["search", { query: "shirt", limit: 20 }],
  ["suggest", { query: "s" }],
  ["query/slots", { placement: "home" }],
  ["query/slots", { placement: "product_page", seed: { product_identifiers: ["p0"] } }],
];

/** Response properties that differ with every request. */
const OWN = new Set(["recommendation_id", "request_id", "cursor", "next_cursor"]);

/** Sends all requests for each device and returns the response bodies without the properties that always differ. */
export async function shopResponses(url: string, client: AddedClient, devices: readonly string[]): Promise<object[]> {
  const responses: object[] = [];
  for (const device_id of devices) {
    for (const [endpoint, request] of REQUESTS) {
      const { status, body } = await fetchJson(
        `${url}/v2/recommendations/${endpoint}?service_api_client=${client.client_id}`,
        {
          method: "POST",
          headers: { "X-SERVICE-API-KEY": client.public_key, "Content-Type": "application/json" },
          body: JSON.stringify({ user: { device_id }, ...request }),
        },
      );
      const text = JSON.stringify(body, (key, value: unknown) => (OWN.has(key) ? undefined : value));
      responses.push({ device_id, endpoint, ...request, status, response: JSON.parse(text) as unknown });
    }
  }
  return responses;
}
