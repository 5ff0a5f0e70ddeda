import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { bootstrap, type BootstrapOptions, type Service } from "../../src/bootstrap.js";
import { parseConfig, type Config } from "../../src/config.js";
import type { Engine } from "../../src/engine/engine.js";
import { addClient, type AddedClient } from "../../src/storefront/clients.js";
import { sharedEngineUrl, useEngine } from "./engine.js";

/** Settings shared by all service instances of one installation on one machine. */
export interface Installation {
  readonly engineUrl: string;
  readonly prefix: string;
  readonly dataDir: string;
}

/** Environment variables. */
export type Settings = Readonly<Record<string, string>>;

/** Time budgets that suffice on a busy machine, so that responses do not omit slow parts. */
const PATIENCE: Settings = { TASTE_BUDGET_MS: "10000", RECOMMENDATION_BUDGET_MS: "10000" };

/** Configuration of an instance that listens on free ports. */
export const instanceConfig = (
  { prefix, dataDir }: Pick<Installation, "prefix" | "dataDir">,
  settings: Settings = {},
): Config =>
  parseConfig({ PORT: "0", OPERATIONS_PORT: "0", DATA_DIR: dataDir, INDEX_PREFIX: prefix, ...PATIENCE, ...settings });

/** Starts a service instance in this process. By default its log is discarded. */
export const startInstance = (
  installation: Installation,
  settings: Settings = {},
  options: Partial<BootstrapOptions> = {},
): Promise<Service> =>
  bootstrap({
    config: instanceConfig(installation, settings),
    engineUrl: installation.engineUrl,
    logStream: new PassThrough().resume(),
    ...options,
  });

export interface SuiteInstallation extends Installation {
  readonly engine: Engine;
  /** Starts a service instance. Instances that still run at the end of the suite are closed. */
  start(settings?: Settings, options?: Partial<BootstrapOptions>): Promise<Service>;
}

/** Prepares an installation without instances for the enclosing suite and removes it when the suite ends. */
export function useInstallation(): SuiteInstallation {
  const services: Service[] = [];
  let engineUrl = "";
  let dataDir = "";
  // Registered before the engine's hooks, so that all instances are closed before the engine's data is deleted.
  after("close the instances", async () => {
    await Promise.all(services.map((service) => service.close()));
    if (dataDir !== "") await rm(dataDir, { recursive: true, force: true });
  });
  const engineOf = useEngine();
  before("make a data folder", async function () {
    engineUrl = await sharedEngineUrl(this);
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-suite-"));
  });
  return {
    get engine() {
      return engineOf.engine;
    },
    get engineUrl() {
      return engineUrl;
    },
    get prefix() {
      return engineOf.engine.prefix;
    },
    get dataDir() {
      return dataDir;
    },
    async start(settings, options) {
      const service = await startInstance({ engineUrl, dataDir, prefix: engineOf.engine.prefix }, settings, options);
      services.push(service);
      return service;
    },
  };
}

/** Starts an installation with one running service process. */
export function useService(settings: Settings = {}): SuiteInstallation & { readonly service: Service } {
  const installation = useInstallation();
  let service: Service | undefined;
  before("start the service", async () => {
    service = await installation.start(settings);
  });
  return Object.defineProperty(installation, "service", {
    get() {
      if (service === undefined)
        throw new Error("the service is there in hooks and tests, not while suites are defined");
      return service;
    },
  }) as SuiteInstallation & { readonly service: Service };
}

interface TwoClients {
  readonly shop: AddedClient;
  readonly neighbour: AddedClient;
}

/** Adds two clients to the installation, so that tests can check that their data is separate. */
export function useTwoClients(installation: Pick<SuiteInstallation, "engine">): TwoClients {
  const clients = {} as { -readonly [Name in keyof TwoClients]: AddedClient };
  before("add two clients", async () => {
    const deps = { engine: installation.engine, now: () => new Date() };
    clients.shop = await addClient(deps, { name: "shop" });
    clients.neighbour = await addClient(deps, { name: "neighbour" });
  });
  return clients;
}
