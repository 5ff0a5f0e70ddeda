import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../part-file.js";
import { isSameProcess } from "../process-start.js";
import type { Config } from "../config.js";
import { createEngine, type Engine } from "../engine/engine.js";
import { refuseUnusableData, TEMPLATES_FOLDER } from "../engine/templates.js";
import { findRunningEngine } from "../../local-engine/running-engine.js";
import { CommandError } from "./command-error.js";

/** The URLs of a running service. The service stores them in DATA_DIR, so that commands on the same machine find the service. */
export interface RunningService {
  readonly base_url: string;
  readonly operations_url: string;
  readonly pid: number;
  /** Start time of the process, which distinguishes the process from a later process with the same id. */
  readonly started?: string;
}

/** URLs and keys of a client created by `npm start`, stored for use by people and programs. */
export interface DemoAccess {
  readonly base_url: string;
  readonly operations_url: string;
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
  /** SHA-256 of the last ingested feed. A feed with a different hash is ingested. */
  readonly catalog?: string;
}

/** The keys of a client created by `vitrine import`, whose catalogue the demo pages can show. */
interface ShopAccess {
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
}

/** A JSON file in a data folder. Only the owner of the file has read permission, because the file may contain keys. */
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
        return undefined; // the file is missing, or a crash has truncated it
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
/** @param clientId a valid id, because it becomes a file name */
export const shopFile = (clientId: string) => instanceFile<ShopAccess>(join("shops", `${clientId}.json`));

/** The last import from a URL: the import method, and the HTTP validators (ETag, modification time) of the file. */
interface Downloaded {
  readonly way: string;
  readonly validators: { readonly etag?: string; readonly last_modified?: string };
}

/** @param clientId a valid id, because it becomes a file name */
export const downloadedFile = (clientId: string) => instanceFile<Downloaded>(join("downloads", `${clientId}.json`));

/** Returns the service that currently runs with this data folder, or undefined. */
export async function findRunningService(dataDir: string): Promise<RunningService | undefined> {
  const service = await serviceFile.read(dataDir);
  return service !== undefined && isSameProcess(service.pid, service.started) ? service : undefined;
}

/**
 * Runs a command on the engine of OPENSEARCH_URL, or on the engine of the service that currently runs with this DATA_DIR.
 * @param takes `any` skips the check of the stored data, for commands that check the data themselves
 */
export async function connected<T>(
  config: Config,
  command: (engine: Engine) => Promise<T>,
  takes: "usable" | "any" = "usable",
): Promise<T> {
  const url = config.opensearchUrl ?? (await findRunningEngine(config.dataDir));
  if (url === undefined) {
    throw new CommandError(
      `no OpenSearch is running for the data folder ${config.dataDir}: start the service (npm start), set DATA_DIR, or set OPENSEARCH_URL`,
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
