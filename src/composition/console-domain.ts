import { draftRoutes } from "../console/drafts/routes.js";
import { publicationRoutes } from "../console/drafts/publication-routes.js";
import { consolePages } from "../console/pages/routes.js";
import { readConsoleFiles } from "../console/pages/files.js";
import { sessionGuards } from "../console/guards.js";
import { sessionRoutes } from "../console/session/routes.js";
import { createSessions } from "../console/session/session.js";
import { jsonBody } from "../http/json-body.js";
import { assembleSearch, partsOfCommand } from "./assemble-search.js";
import type { Domain, Foundation } from "./domain.js";
import { STRANGERS } from "./judged-search.js";

/**
 * The console: its pages, and what they ask.
 * @param secret shared by all processes of the installation
 */
export async function consoleDomain(foundation: Foundation, secret: Uint8Array): Promise<Domain> {
  const { config, engine, directory, liveCatalogs, addressLimit, now } = foundation;
  const sessions = createSessions(secret);
  const body = jsonBody({ maxBytes: config.configurationMaxBytes });
  const guards = sessionGuards({ directory, sessions, body, now });
  // Asks as strangers do; nothing of it is remembered or cached beside what shoppers ask.
  const search = assembleSearch({ ...partsOfCommand(engine, { now }), personalizer: STRANGERS, liveCatalogs });
  const publishing = { engine, directory, liveCatalogs, search, now, guards };
  const api = (area: string) => `/console/api/${area}`;
  return {
    routers: [
      { path: api("session"), router: sessionRoutes({ directory, sessions, addressLimit, body, now }, guards) },
      { path: api("drafts"), router: draftRoutes(publishing) },
      { path: api("publications"), router: publicationRoutes(publishing) },
      { path: "/console", router: consolePages(await readConsoleFiles()) },
    ],
  };
}
