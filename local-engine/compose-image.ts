import { parse } from "yaml";

/**
 * Reads the container image of a service from a compose file. Variables in the file resolve to their default values
 * (`${OPENSEARCH_VERSION:-3.8.0}`), so that the result does not depend on the environment.
 * @throws Error if the file specifies no image for the service
 */
export function composeImage(text: string, service: string): string {
  const document = parse(text) as { services?: Record<string, { image?: unknown } | null> } | null;
  const image = document?.services?.[service]?.image;
  if (typeof image !== "string" || image === "") throw new Error(`the compose file has no image for "${service}"`);
  return image.replace(/\$\{\w+:?-([^}]*)\}/g, "$1");
}
