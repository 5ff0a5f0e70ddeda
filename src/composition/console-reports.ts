import { hostname } from "node:os";
import type { MountedRouter } from "../app.js";
import { catalogRoutes } from "../../console/server/catalog/routes.js";
import type { ConsoleGuards } from "../../console/server/guards.js";
import { insightsRoutes } from "../../console/server/insights/routes.js";
import { createLeases } from "../engine/lease.js";
import type { SearchDeps } from "../search/listing/page.js";
import type { Foundation } from "./domain.js";
import type { Ingestion } from "./ingestion-domain.js";
import type { Personalization } from "./personalization-domain.js";

export interface ReportedParts {
  readonly search: SearchDeps;
  readonly ingestion: Ingestion;
  readonly personalization: Pick<Personalization, "products">;
}

/** The parts of the console that tell what happened: to the catalogue, and what shoppers did. */
export function consoleReports(
  { config, engine, liveCatalogs, now }: Foundation,
  { search, ingestion, personalization: { products } }: ReportedParts,
  guards: ConsoleGuards,
): MountedRouter[] {
  /** The products that product and variant identifiers stand for. */
  const identify = async (clientId: string, names: readonly string[]) => {
    const found = await products.find(clientId, names);
    return new Map([...found].map(([name, { id }]) => [name, id]));
  };
  const catalog = catalogRoutes({
    engine,
    liveCatalogs,
    search,
    guards,
    payloads: ingestion.payloads,
    onCancelled: ingestion.wake,
    leases: createLeases(engine, `console ${hostname()}:${process.pid}`, config.ingestionLeaseSeconds),
    generationHours: config.generationRetentionHours,
    identify: async (clientId, name) => (await identify(clientId, [name])).get(name),
    now: () => new Date(now()).toISOString(),
  });
  return [
    { path: "/console/api/catalog", router: catalog },
    { path: "/console/api/insights", router: insightsRoutes({ engine, liveCatalogs, now, guards, identify }) },
  ];
}
