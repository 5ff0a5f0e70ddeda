import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { STATUS, type IngestionJob } from "../../src/catalog/ingestion/ingestion-record.js";
import { refresh } from "../../src/engine/indices.js";
import { scan } from "../../src/engine/point-in-time.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { feed, insertLine } from "../../test/support/catalog.js";
import { until } from "../../test/support/until.js";
import { atLeast, exactly, none, type Check } from "./scenario.js";
import { catalogueOf, newClient, sendPayload } from "../shared/storefront.js";
import { pause, type ServiceAddress, type TestBed } from "./test-bed.js";

const PROCESSES = { full: 3, short: 2 } as const;
const CLIENTS = { full: 8, short: 4 } as const;
const FEEDS = { full: 200, short: 24 } as const;
const KILLS = { full: 12, short: 2 } as const;
const SETTLED_MS = 240_000;
const SETTINGS = { INGESTION_LEASE_SECONDS: "2" };

/**
 * Sends feeds to processes with separate data folders. Retries each feed on random processes until a process accepts
 * the feed. At the same time, processes are killed and restarted with the same data folders. At the start, exactly one
 * process must accept feeds. Every acknowledged feed must be in the client's catalogue, and later feeds must override
 * earlier feeds.
 */
export async function loseProcessesWithFolders(ground: TestBed): Promise<Check[]> {
  const { engine, dataDir, isShort, random } = ground;
  const form = isShort ? "short" : "full";
  const services: ServiceAddress[] = [];
  for (let number = 0; number < PROCESSES[form]; number += 1) {
    const DATA_DIR = join(dataDir, `process-${number}`);
    await mkdir(DATA_DIR);
    services.push(await ground.service({ ...SETTINGS, DATA_DIR }));
  }
  // The first process creates the indices, so start the processes one after another.
  for (const service of services) await service.start();
  await until(
    "exactly one process accepts feeds",
    async () => (await refusing(services)) === services.length - 1,
    SETTLED_MS,
  );
  const clients: AddedClient[] = [];
  for (let number = 0; number < CLIENTS[form]; number += 1) clients.push(await newClient(engine, `shop-${number}`));

  const each = FEEDS[form] / clients.length;
  const acknowledged: number[] = [];
  const sending = Promise.all(
    clients.map(async (client) => {
      for (let number = 0; number < each; number += 1) {
        const lines = [insertLine("P", "V", { price: number }), insertLine(`feed-${number}`, "V", { price: number })];
        acknowledged.push(await sendPayload(anyOf(ground, services), client, feed(...lines), "insert"));
        await delay(random.integer(0, 1_000));
      }
    }),
  );
  let kills = 0;
  await ground.rounds("kills", KILLS[form], async () => {
    await pause(ground, 500, 3_000);
    const service = random.pick(services);
    await service.end("SIGKILL");
    // Wait until other processes have found the jobs of the killed process.
    await pause(ground, 500, 4_000);
    await service.start();
    kills += 1;
  });
  await sending;

  ground.report("waiting for unfinished ingestion jobs");
  let jobs: IngestionJob[] = [];
  const haveEnded = async () => (jobs = await allJobs(ground)).every(({ status }) => status >= STATUS.COMPLETED);
  await until("all ingestion jobs have ended", haveEnded, SETTLED_MS).catch(() => undefined);
  const wrong: string[] = [];
  for (const client of clients) {
    const found = await catalogueOf(engine, client);
    const wanted = Array.from({ length: each }, (_, number) => `feed-${number}`);
    wrong.push(...wanted.filter((id) => !found.has(id)).map((id) => `${client.client_id}: no ${id}`));
    if (found.get("P")?.includes(`"price":${each - 1}`) !== true) wrong.push(`${client.client_id}: ${found.get("P")}`);
  }
  return [
    exactly("feeds acknowledged", acknowledged.length, FEEDS[form]),
    atLeast("number of times a process was killed", kills, 1),
    none(
      "failed ingestion jobs",
      outcomes(jobs, ({ status }) => status === STATUS.FAILED),
    ),
    none(
      "unfinished jobs",
      outcomes(jobs, ({ status }) => status < STATUS.COMPLETED),
    ),
    none("acknowledged feeds for which no job exists", lacking(acknowledged, jobs)),
    none("missing or incorrect products in the catalogues", wrong),
  ];
}

async function refusing(services: readonly ServiceAddress[]): Promise<number> {
  const reported = await Promise.all(
    services.map(async (service) => (await fetch(`${service.operationsUrl}/readyz`)).text()),
  );
  return reported.filter((text) => text.includes("this process rejects feeds")).length;
}

/**
 * Selects a random process for each attempt, because only processes that use the registered payload store accept feeds.
 */
const anyOf = ({ random }: TestBed, services: readonly ServiceAddress[]) => ({
  get url() {
    return random.pick(services).url;
  },
});

async function allJobs({ engine }: TestBed): Promise<IngestionJob[]> {
  const index = `${engine.prefix}ingestions`;
  await refresh(engine, index);
  const jobs: IngestionJob[] = [];
  for await (const hits of scan<IngestionJob>(engine, index, 1_000)) jobs.push(...hits.map(({ _source }) => _source));
  return jobs;
}

const outcomes = (jobs: readonly IngestionJob[], isWrong: (job: IngestionJob) => boolean) =>
  jobs.filter(isWrong).map(({ id, product_metrics }) => `${id}: ${product_metrics?.failure ?? "no reason"}`);

const lacking = (acknowledged: readonly number[], jobs: readonly IngestionJob[]) => {
  const known = new Set(jobs.map(({ id }) => id));
  return acknowledged.filter((id) => !known.has(id)).map(String);
};
