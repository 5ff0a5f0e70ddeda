import type { Products, Replaced } from "@vitrine/client/products";
import type { AdminApi } from "./admin-api.js";

/**
 * Replaces the catalogue by the shop's products. Run it once initially and every night, to recover from missed
 * webhooks. Updates from webhooks after the start of the bulk query stay.
 */
export async function loadEverything(api: Pick<AdminApi, "everything">, products: Products): Promise<Replaced> {
  const { snapshot, variants } = await api.everything();
  return products.replace(variants, snapshot);
}
