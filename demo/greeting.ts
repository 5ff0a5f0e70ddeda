import type { DemoAccess } from "../src/commands/instance.js";

/**
 * Returns the text that `npm start` prints when the demo is ready: addresses, keys and a sample request. The private
 * key is omitted, because terminal output often ends up in logs.
 * @param accessFile path of the file that contains the private key
 * @param invitation link that makes its user the owner of the demo's console; `undefined` if there is an owner
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
