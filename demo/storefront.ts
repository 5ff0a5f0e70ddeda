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

/** A client with a catalogue that is made here. */
export interface DemoStorefront {
  readonly client_id: string;
  readonly configuration: unknown;
  readonly feed: string;
  /** Where its keys are written down. */
  readonly file: InstanceFile<DemoAccess>;
}

export const demoShop = async (): Promise<DemoStorefront> => ({
  client_id: "demo",
  configuration: JSON.parse(await readFile(inPackage("demo/storefront.json"), "utf8")),
  feed: [...demoFeed()].join("\n"),
  file: demoFile,
});

/** The handbook's sections, for the search in it. */
export const handbookSections = ({ feed }: Handbook): DemoStorefront => ({
  client_id: "handbook",
  configuration: { language: "english" },
  feed,
  file: handbookFile,
});

/** Makes sure that the client exists and that its keys are known here. */
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
 * Sends the catalogue through the public ingestion endpoint, unless this very catalogue was ingested before. The file that
 * tells others how to call it is written last: where it is, there is something to see.
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
  // For half a minute after another service has died, its store of payloads is taken for the one in use.
  const id = await pRetry(send, {
    retries: STORE_RETRIES,
    minTimeout: STORE_PAUSE_MS,
    factor: 1,
    shouldRetry: ({ error }) => error.message.includes("its payload store is not the registered one"),
  });
  await completedIngestion(access, id, POLL_MS);
}
