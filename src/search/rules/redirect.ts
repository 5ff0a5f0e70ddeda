import type { Redirect } from "../../storefront/configuration.js";
import type { RedirectResult } from "../response-schema.js";

/** @param query without blanks around it */
export function redirectFor(query: string, redirects: readonly Redirect[]): RedirectResult | undefined {
  if (redirects.length === 0) return undefined;
  const typed = query.toLowerCase();
  const found = redirects.find(({ queries }) => queries.some((one) => one.trim().toLowerCase() === typed));
  return found === undefined ? undefined : { url: found.url };
}
