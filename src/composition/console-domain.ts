import { hostname } from "node:os";
import { catalogRoutes } from "../console/catalog/routes.js";
import { consolePages } from "../console/pages/routes.js";
import { readConsoleFiles } from "../console/pages/files.js";
import { sessionGuards } from "../console/guards.js";
import { sessionRoutes } from "../console/session/routes.js";
import { createSessions } from "../console/session/session.js";
import { jsonBody } from "../http/json-body.js";
import { createLeases } from "../engine/lease.js";
import type { Domain, Foundation } from "./domain.js";
import { explanationDeps } from "./explanation-deps.js";
import type { Ingestion } from "./ingestion-domain.js";
import type { Personalization } from "./personalization-domain.js";

/** What it shows and steers of other domains. */
export interface ConsoleParts {
  readonly ingestion: Ingestion;
  readonly products: Personalization["products"];
}

/**
 * The console: its pages, and what they ask.
 * @param secret shared by all processes of the installation
 */
export async function consoleDomain(
  foundation: Foundation,
  secret: Uint8Array,
  { ingestion, products }: ConsoleParts,
): Promise<Domain> {
  const { config, directory, engine, liveCatalogs, addressLimit, now } = foundation;
  const sessions = createSessions(secret);
  const body = jsonBody({ maxBytes: config.configurationMaxBytes });
  const guards = sessionGuards({ directory, sessions, body, now });
  const catalog = catalogRoutes({
    ...{ engine, liveCatalogs, guards, payloads: ingestion.payloads, onCancelled: ingestion.wake },
    leases: createLeases(engine, `console ${hostname()}:${process.pid}`, config.ingestionLeaseSeconds),
    generationHours: config.generationRetentionHours,
    identify: async (clientId, name) => (await products.find(clientId, [name])).get(name)?.id,
    now: () => new Date(now()).toISOString(),
    search: explanationDeps(engine),
  });
  const api = (area: string) => `/console/api/${area}`;
  return {
    routers: [
      { path: api("session"), router: sessionRoutes({ directory, sessions, addressLimit, body, now }, guards) },
      { path: api("catalog"), router: catalog },
      { path: "/console", router: consolePages(await readConsoleFiles()) },
    ],
  };
}
