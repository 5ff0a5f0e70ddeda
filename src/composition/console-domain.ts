import { hostname } from "node:os";
import { catalogRoutes } from "../console/catalog/routes.js";
import { sessionGuards } from "../console/guards.js";
import { insightsRoutes } from "../console/insights/routes.js";
import { lookRoutes } from "../console/looks/routes.js";
import { readConsoleFiles } from "../console/pages/files.js";
import { consolePages } from "../console/pages/routes.js";
import { sessionRoutes } from "../console/session/routes.js";
import { createSessions } from "../console/session/session.js";
import { createLeases } from "../engine/lease.js";
import { jsonBody } from "../http/json-body.js";
import type { SearchDeps } from "../search/search.js";
import type { Domain, Foundation } from "./domain.js";
import type { Ingestion } from "./ingestion-domain.js";
import type { Personalization } from "./personalization-domain.js";

/** What the console uses of other parts. */
export interface ConsoleParts {
  /** Shared by all processes of the installation; sessions are signed with a key derived from it. */
  readonly secret: Uint8Array;
  readonly search: SearchDeps;
  readonly personalization: Personalization;
  readonly ingestion: Ingestion;
}

/** The console: its pages, and what they ask. */
export async function consoleDomain(
  foundation: Foundation,
  { secret, search, personalization: { store: tastes, products }, ingestion }: ConsoleParts,
): Promise<Domain> {
  const { config, directory, engine, liveCatalogs, addressLimit, now } = foundation;
  const sessions = createSessions(secret);
  const body = jsonBody({ maxBytes: config.configurationMaxBytes });
  const guards = sessionGuards({ directory, sessions, body, now });
  const catalog = catalogRoutes({
    ...{ engine, liveCatalogs, search, guards, payloads: ingestion.payloads, onCancelled: ingestion.wake },
    leases: createLeases(engine, `console ${hostname()}:${process.pid}`, config.ingestionLeaseSeconds),
    generationHours: config.generationRetentionHours,
    identify: async (clientId, name) => (await products.find(clientId, [name])).get(name)?.id,
    now: () => new Date(now()).toISOString(),
  });
  const insights = insightsRoutes({
    ...{ engine, liveCatalogs, now, guards },
    identify: async (clientId, names) => {
      const found = await products.find(clientId, names);
      return new Map([...found].map(([name, { id }]) => [name, id]));
    },
  });
  const api = (area: string) => `/console/api/${area}`;
  const withDraft = () => Promise.reject(new Error("drafts"));
  return {
    routers: [
      { path: api("session"), router: sessionRoutes({ directory, sessions, addressLimit, body, now }, guards) },
      {
        path: api("looks"),
        router: lookRoutes({ engine, liveCatalogs, search, tastes, products, now, guards, withDraft }),
      },
      { path: api("catalog"), router: catalog },
      { path: api("insights"), router: insights },
      { path: "/console", router: consolePages(await readConsoleFiles()) },
    ],
  };
}
