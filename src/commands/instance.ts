import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../part-file.js";
import { isSameProcess } from "../process-start.js";
import type { Config } from "../config.js";
import { createEngine, type Engine } from "../engine/engine.js";
import { refuseUnusableData, TEMPLATES_FOLDER } from "../engine/templates.js";
import { findRunningEngine } from "../../local-engine/running-engine.js";
import { CommandError } from "./command-error.js";

/** Where a running service answers, written down in its DATA_DIR so that commands beside it find it. */
export interface RunningService {
  readonly base_url: string;
  readonly operations_url: string;
  readonly pid: number;
  /** When that process started, so that another one that has got its number is not taken for it. */
  readonly started?: string;
}

/** How to call a client that `npm start` has made, written down for people and programs. */
export interface DemoAccess {
  readonly base_url: string;
  readonly operations_url: string;
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
  /** SHA-256 of the feed that was ingested last; another one is ingested again. */
  readonly catalog?: string;
}

/** The keys of a client that `vitrine import` has made, and whose catalogue the demo's pages can show. */
interface ShopAccess {
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
}

/** A JSON file of one type in a data folder; only its owner may read it, because it may hold keys. */
export interface InstanceFile<T> {
  path(dataDir: string): string;
  read(dataDir: string): Promise<T | undefined>;
  write(dataDir: string, value: T): Promise<void>;
  remove(dataDir: string): Promise<void>;
}

function instanceFile<T>(name: string): InstanceFile<T> {
  const path = (dataDir: string) => join(dataDir, name);
  return {
    path,
    async read(dataDir) {
      try {
        return JSON.parse(await readFile(path(dataDir), "utf8")) as T;
      } catch {
        return undefined; // not there, or cut off by a crash
      }
    },
    write: (dataDir, value) =>
      writePrivateFile(path(dataDir), (file) => file.writeFile(`${JSON.stringify(value, null, 2)}\n`)),
    remove: (dataDir) => rm(path(dataDir), { force: true }),
  };
}

export const serviceFile = instanceFile<RunningService>("service.json");
export const demoFile = instanceFile<DemoAccess>("demo.json");
export const handbookFile = instanceFile<DemoAccess>("handbook.json");
/** @param clientId a valid one, because it becomes the name of a file */
export const shopFile = (clientId: string) => instanceFile<ShopAccess>(join("shops", `${clientId}.json`));

/** What was imported last from an address, as the address tells files apart, and in which way. */
interface Downloaded {
  readonly way: string;
  readonly validators: { readonly etag?: string; readonly last_modified?: string };
}

/** @param clientId a valid one */
export const downloadedFile = (clientId: string) => instanceFile<Downloaded>(join("downloads", `${clientId}.json`));

/** The service that runs with this data folder right now; undefined when none does. */
export async function findRunningService(dataDir: string): Promise<RunningService | undefined> {
  const service = await serviceFile.read(dataDir);
  return service !== undefined && isSameProcess(service.pid, service.started) ? service : undefined;
}

/**
 * Runs a command on the engine of OPENSEARCH_URL, else on the one a service with this DATA_DIR uses right now.
 * @param takes `any`: the command itself judges what is there
 */
export async function connected<T>(
  config: Config,
  command: (engine: Engine) => Promise<T>,
  takes: "usable" | "any" = "usable",
): Promise<T> {
  const url = config.opensearchUrl ?? (await findRunningEngine(config.dataDir));
  if (url === undefined) {
    throw new CommandError(
      `no engine runs with the data folder ${config.dataDir}: start the service (npm start), set DATA_DIR, or set OPENSEARCH_URL`,
    );
  }
  const engine = createEngine({ url, prefix: config.indexPrefix, requestTimeoutMs: config.opensearchTimeoutMs });
  try {
    if (takes === "usable") await refuseUnusableData(engine, TEMPLATES_FOLDER);
    return await command(engine);
  } finally {
    await engine.close();
  }
}
