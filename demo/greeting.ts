import type { DemoAccess } from "../src/commands/instance.js";

/**
 * The text that `npm start` prints when it serves: addresses, keys, and a request to paste. The private key is left
 * out, because what is printed ends up in logs.
 * @param accessFile where that key is
 * @param invitation the link that makes whoever opens it the owner of the demo's console; undefined where there is an owner
 * @param hasHandbook whether the site of `docs/` is served
 */
export function greeting(
  access: DemoAccess,
  accessFile: string,
  invitation: string | undefined,
  hasHandbook: boolean,
): string {
  const url = `${access.base_url}/v2/recommendations/search?service_api_client=${access.client_id}`;
  const body = {
    user: { device_id: "my-first-device" },
    query: "linen shirt",
    limit: 3,
    facets: { keys: ["designer"], max_values: 3 },
    projection: ["name", "designer", "price"],
  };
  return [
    "",
    "Vitrine is serving.",
    "",
    `  the shop      ${access.base_url}/`,
    `  the console   ${invitation ?? `${access.base_url}/console`}`,
    `  address       ${access.base_url}`,
    `  API docs      ${access.base_url}/docs`,
    ...(hasHandbook ? [`  handbook      ${access.base_url}/handbook/`] : []),
    `  operations    ${access.operations_url}/metrics`,
    `  client id     ${access.client_id}`,
    `  public key    ${access.public_key}`,
    `  private key   in ${accessFile}`,
    "",
    "Try it:",
    "",
    `  curl -s '${url}' \\`,
    `    -H 'X-SERVICE-API-KEY: ${access.public_key}' -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(body)}'`,
    "",
    "Ctrl-C stops everything.",
    "",
  ].join("\n");
}
