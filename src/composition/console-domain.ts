import { consolePages } from "../console/pages/routes.js";
import { readConsoleFiles } from "../console/pages/files.js";
import { sessionGuards } from "../console/guards.js";
import { sessionRoutes } from "../console/session/routes.js";
import { createSessions } from "../console/session/session.js";
import { jsonBody } from "../http/json-body.js";
import type { Domain, Foundation } from "./domain.js";

/**
 * The console: its pages, and what they ask.
 * @param secret shared by all processes of the installation
 */
export async function consoleDomain(foundation: Foundation, secret: Uint8Array): Promise<Domain> {
  const { config, directory, addressLimit, now } = foundation;
  const sessions = createSessions(secret);
  const body = jsonBody({ maxBytes: config.configurationMaxBytes });
  const guards = sessionGuards({ directory, sessions, body, now });
  const api = (area: string) => `/console/api/${area}`;
  return {
    routers: [
      { path: api("session"), router: sessionRoutes({ directory, sessions, addressLimit, body, now }, guards) },
      { path: "/console", router: consolePages(await readConsoleFiles()) },
    ],
  };
}
