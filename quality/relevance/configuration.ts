import type { StorefrontAccess } from "./storefront.js";

/**
 * Replaces the storefront's configuration. The new configuration applies from the next request.
 * @throws Error listing the validation errors if the configuration is invalid
 */
export async function putConfiguration(access: StorefrontAccess, configuration: object): Promise<void> {
  const response = await fetch(new URL("/v1/storefront", access.base_url), {
    method: "PUT",
    headers: { "X-SERVICE-API-KEY": access.private_key, "Content-Type": "application/json" },
    body: JSON.stringify(configuration),
  });
  if (response.status !== 200)
    throw new Error(`saving the configuration failed with status ${response.status}: ${await response.text()}`);
}
