import type { ProductSource } from "../../src/catalog/product-document.js";
import { catalogAlias } from "../../src/catalog/live.js";
import type { Engine } from "../../src/engine/engine.js";
import { scan } from "../../src/engine/point-in-time.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { fetchJson } from "./http.js";

/**
 * Returns the products that a search finds, with the values of the given fields for all active variants of each
 * product.
 */
export async function soldIn(
  { engine, service }: { readonly engine: Engine; readonly service: { readonly base_url: string } },
  { client_id, public_key }: AddedClient,
  fields: readonly string[],
): Promise<Record<string, Record<string, unknown[]>>> {
  const { body } = await fetchJson(`${service.base_url}/v2/recommendations/search?service_api_client=${client_id}`, {
    method: "POST",
    headers: { "X-SERVICE-API-KEY": public_key, "Content-Type": "application/json" },
    body: JSON.stringify({ user: { device_id: "d" }, limit: 50 }),
  });
  const found = new Set(
    (body as { items: { product_identifier: string }[] }).items.map((one) => one.product_identifier),
  );
  const sold: Record<string, Record<string, unknown[]>> = {};
  if (found.size === 0) return sold;
  for await (const hits of scan<ProductSource>(engine, catalogAlias(engine, client_id), 100)) {
    for (const { _source: product } of hits) {
      if (!found.has(product.product_identifier)) continue;
      const variants = product.source.filter(({ active }) => active).map(({ data }) => data);
      const values = fields.map((field) => [field, variants.map((data) => data[field])] as const);
      sold[product.product_identifier] = Object.fromEntries(values);
    }
  }
  return sold;
}
