import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import pRetry from "p-retry";
import { demoFeed } from "./catalogue/feed.js";
import { inPackage } from "../src/package.js";
import type { Engine } from "../src/engine/engine.js";
import { ensureClient } from "../src/commands/clients-command.js";
import {
  demoFile,
  handbookFile,
  type DemoAccess,
  type InstanceFile,
  type RunningService,
} from "../src/commands/instance.js";
import type { Handbook } from "./handbook/files.js";
import { completedIngestion, postIngestion } from "../src/commands/service-client.js";

const POLL_MS = 100;

export interface DemoDeps {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly service: RunningService;
}

/** Client of the service that has the generated catalogue. */
export interface DemoStorefront {
  readonly client_id: string;
  readonly configuration: unknown;
  readonly feed: string;
  /** File that stores the API keys of the demo client. */
  readonly file: InstanceFile<DemoAccess>;
}

export const demoShop = async (): Promise<DemoStorefront> => ({
  client_id: "demo",
  configuration: JSON.parse(await readFile(inPackage("demo/storefront.json"), "utf8")),
  feed: [...demoFeed()].join("\n"),
  file: demoFile,
});

/** Storefront with the handbook's sections as products, for the handbook search. */
export const handbookSections = ({ feed }: Handbook): DemoStorefront => ({
  client_id: "handbook",
  configuration: { language: "english" },
  feed,
  file: handbookFile,
});

/** Creates the demo client if the client does not exist, and returns the client's addresses and API keys. */
export async function ensureDemoClient(
  { engine, dataDir, service }: DemoDeps,
  { client_id, configuration, file }: DemoStorefront,
): Promise<DemoAccess> {
  const known = await file.read(dataDir);
  const ensured = await ensureClient(engine, client_id, known, () => configuration);
  const { public_key, private_key, isNew } = ensured;
  return {
    base_url: service.base_url,
    operations_url: service.operations_url,
    client_id,
    public_key,
    private_key,
    ...(isNew || known?.catalog === undefined ? {} : { catalog: known.catalog }),
  };
}

/**
 * Ingests the catalogue through the public endpoint, unless the same catalogue was ingested before. The access file is
 * written last, so that its existence means the catalogue is available.
 */
export async function ensureDemoCatalog(
  { dataDir }: DemoDeps,
  { feed, file }: DemoStorefront,
  access: DemoAccess,
): Promise<void> {
  const catalog = createHash("sha256").update(feed).digest("hex");
  if (access.catalog !== catalog) await ingestDemo(access, feed);
  await file.write(dataDir, { ...access, catalog });
}

const STORE_RETRIES = 20;
const STORE_PAUSE_MS = 3_000;

async function ingestDemo(access: DemoAccess, feed: string): Promise<void> {
  const payload = gzipSync(feed);
  const send = () => {
    const upload = { bytes: payload.length, gzip: true, stream: Readable.from([payload]) };
    return postIngestion(access, upload, "soft_replace", () => undefined);
  };
  // Retries, because the payload store of a crashed process remains registered for half a minute.
  const id = await pRetry(send, {
    retries: STORE_RETRIES,
    minTimeout: STORE_PAUSE_MS,
    factor: 1,
    shouldRetry: ({ error }) => error.message.includes("its payload store differs from the registered store"),
  });
  await completedIngestion(access, id, POLL_MS);
}
