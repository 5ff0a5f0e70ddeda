import type { Products, Replaced } from "@vitrine/client/products";
import type { AdminApi } from "./admin-api.js";

/**
 * Replaces the catalogue with the shop's products. Run it once initially and every night, to recover from missed
 * webhooks. Webhook updates after the start of the bulk query are retained.
 */
export async function loadEverything(api: Pick<AdminApi, "everything">, products: Products): Promise<Replaced> {
  const { snapshot, variants } = await api.everything();
  return products.replace(variants, snapshot);
}
