import type { Products, Replaced } from "@vitrine/client/products";
import type { AdminApi } from "./admin-api.js";

/**
 * Makes the catalogue the shop's: the first load, and every night what heals deliveries that were missed. What deliveries
 * have said since Shopify began to read stays.
 */
export async function loadEverything(api: Pick<AdminApi, "everything">, products: Products): Promise<Replaced> {
  const { snapshot, variants } = await api.everything();
  return products.replace(variants, snapshot);
}
