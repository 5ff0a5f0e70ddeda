import { parse } from "yaml";

/**
 * Reads which image a service of a compose file runs. Variables take the default the file gives them
 * (`${OPENSEARCH_VERSION:-3.8.0}`), because this must not depend on who reads it.
 * @throws Error when the file does not name one.
 */
export function composeImage(text: string, service: string): string {
  const document = parse(text) as { services?: Record<string, { image?: unknown } | null> } | null;
  const image = document?.services?.[service]?.image;
  if (typeof image !== "string" || image === "") throw new Error(`the compose file has no image for "${service}"`);
  return image.replace(/\$\{\w+:?-([^}]*)\}/g, "$1");
}
