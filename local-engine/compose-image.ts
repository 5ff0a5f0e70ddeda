import { parse } from "yaml";

/**
 * Reads the image of a service from a compose file. Variables resolve to their defaults
 * (`${OPENSEARCH_VERSION:-3.8.0}`), so that the result does not depend on the environment.
 * @throws Error if the file names no image
 */
export function composeImage(text: string, service: string): string {
  const document = parse(text) as { services?: Record<string, { image?: unknown } | null> } | null;
  const image = document?.services?.[service]?.image;
  if (typeof image !== "string" || image === "") throw new Error(`the compose file has no image for "${service}"`);
  return image.replace(/\$\{\w+:?-([^}]*)\}/g, "$1");
}
