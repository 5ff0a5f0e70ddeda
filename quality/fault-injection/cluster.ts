import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createEngine, type Engine } from "../../src/engine/engine.js";
import { STATUS } from "../../src/catalog/ingestion/ingestion-record.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { TRACKER_PATH } from "../../src/tracking/collector-routes.js";
import { startCluster, type Cluster, type ClusterNode } from "../../test/support/cluster.js";
import { until } from "../../test/support/until.js";
import { atLeast, none, reported, type Check } from "./scenario.js";
import { startBalancer, type Balancer } from "./balancer.js";
import { settledEvents } from "./events-under-faults.js";
import { createPatientClient } from "./patient-client.js";
import { endedIngestion, ingest, newClient, sendPayload } from "../shared/storefront.js";
import type { ServiceAddress, TestBed } from "./test-bed.js";
import { startTracker } from "./tracker.js";
import { catalogueFeed, PRODUCTS, productName, startVisits } from "./visitors.js";

const PROCESSES = 3;
/**
 * Settings with short shutdown delays. The load balancer checks readiness ten times per second and notices a shutdown
 * in time.
 */
const SETTINGS = { LAME_DUCK_SECONDS: "1", SHUTDOWN_SECONDS: "4" };
/** Duration in milliseconds of the steady load between two failures. */
const STEADY_MS = { full: 5_000, short: 500 } as const;
const ROUNDS = { full: 3, short: 1 } as const;
const VISITORS = { full: 8, short: 4 } as const;
const EVENTS_A_SECOND = { full: 40, short: 20 } as const;
const GREEN_MS = 120_000;
const JOB_MS = 180_000;

/**
 * Runs three service processes behind one port with a cluster of three engine nodes. Restarts each process and kills
 * nodes in turn while visitors send requests.
 */
export async function loseOneOfThree(ground: TestBed): Promise<Check[]> {
  ground.report("starting three OpenSearch nodes");
  const cluster = await startCluster();
  const engine = createEngine({ url: cluster.urls, prefix: ground.engine.prefix });
  let balancer: Balancer | undefined;
  try {
    const services = await servicesOn(ground, cluster);
    await Promise.all(services.map((service) => service.start()));
    balancer = await startBalancer(
      services.map(({ url, operationsUrl }) => ({ base_url: url, operations_url: operationsUrl })),
    );
    return await scenario({ ground, cluster, engine, services, url: balancer.url });
  } finally {
    await balancer?.close();
    await engine.close();
    await cluster.close();
  }
}

interface Attacked {
  readonly ground: TestBed;
  readonly cluster: Cluster;
  /** Engine client for inspecting stored data. */
  readonly engine: Engine;
  readonly services: readonly ServiceAddress[];
  /** URL of the balancer. */
  readonly url: string;
}

/** Creates three services that simulate three machines: separate data folders with a shared payload folder. */
async function servicesOn(ground: TestBed, { urls }: Cluster): Promise<ServiceAddress[]> {
  const payloads = join(ground.dataDir, "payloads");
  await mkdir(payloads);
  const services: ServiceAddress[] = [];
  for (let number = 1; number <= PROCESSES; number += 1) {
    const DATA_DIR = join(ground.dataDir, `process-${number}`);
    await mkdir(DATA_DIR);
    await symlink(payloads, join(DATA_DIR, "payloads"));
    services.push(await ground.service({ ...SETTINGS, OPENSEARCH_URL: urls, DATA_DIR }));
  }
  return services;
}

async function scenario({ ground, cluster, engine, services, url }: Attacked): Promise<Check[]> {
  const form = ground.isShort ? "short" : "full";
  const storefront = await newClient(engine, "shop");
  await ingest({ url }, storefront, catalogueFeed(0), "soft_replace");
  await until("the cluster status is green", () => isGreen(cluster), GREEN_MS);

  const client = createPatientClient(url);
  const visits = startVisits({ client, storefront, random: ground.random, visitors: VISITORS[form], thinkingMs: 600 });
  const tracker = startTracker({
    url: `${url}${TRACKER_PATH}`,
    clientId: storefront.client_id,
    rate: EVENTS_A_SECOND[form],
    products: Array.from({ length: PRODUCTS }, (_, number) => productName(number)),
  });
  const jobs = startJobs(url, storefront);
  const metrics: Check[] = [];

  /** Runs an action under load and reports the longest time without a response. */
  async function under(what: string, happens: () => Promise<string | undefined>): Promise<void> {
    ground.report(what);
    await delay(STEADY_MS[form]);
    client.reported.restart();
    const more = await happens();
    await delay(STEADY_MS[form]);
    const silent = `${Math.round(client.reported.silence())} ms without a response`;
    metrics.push(reported(what, more === undefined ? silent : `${silent}, ${more}`));
  }

  let nth = 0;
  await ground.rounds("rounds", ROUNDS[form], async () => {
    const restarts = [
      ...services.map((service, number) => [`process ${number + 1}`, () => restartProcess(service)] as const),
      ...cluster.nodes.map((node) => [node.name, () => restartNode(cluster, node)] as const),
    ];
    const steps = ground.isShort ? pairs(restarts).slice(0, 1) : restarts;
    for (const [name, restart] of steps) await under(`${name} restarted`, restart);
    const manager = await cluster.manager();
    const others = cluster.nodes.filter((node) => node !== manager);
    // Shards are distributed randomly, so any node except the cluster manager may be killed.
    const lost = [others[nth++ % others.length] ?? manager, manager].slice(ground.isShort ? 1 : 0);
    for (const node of lost) {
      await under(`${node.name} killed${node === manager ? ", which managed the cluster" : ""}`, async () => {
        await node.kill();
        await delay(STEADY_MS[form]);
        return backAgain(cluster, node);
      });
    }
  });
  await visits.stop();
  await jobs.stop();
  const events = await settledEvents({ ...ground, engine }, storefront, tracker);
  const { answered, retried, mostTries, slowestMs, failed } = client.reported;
  return [
    ...metrics,
    reported("requests", `${answered} successful, ${retried} retried, at most ${mostTries} attempts per request`),
    reported("slowest response, including retries", `${Math.round(slowestMs)} ms`),
    none("requests that failed after all retries", failed),
    atLeast("listings read with cursors to the last page", visits.ended, 1),
    none("result lists read with a cursor that have duplicates or gaps", visits.wrong),
    atLeast("jobs completed", jobs.completed(), 1),
    none("failed ingestion jobs", jobs.failed.length === 0 ? [] : [...jobs.failed, ...errorsOf(services)]),
    ...events,
  ];
}

/** Log lines of failed jobs, for debugging. */
const errorsOf = (services: readonly ServiceAddress[]): string[] =>
  services
    .flatMap((service) => service.printed().split("\n"))
    .filter((line) => /"message":"ingestion \d+ failed/.test(line));

async function restartProcess(service: ServiceAddress): Promise<undefined> {
  await service.end("SIGTERM");
  await service.start();
}

async function restartNode(cluster: Cluster, node: ClusterNode): Promise<string> {
  await node.stop();
  return backAgain(cluster, node);
}

type Restart = readonly [name: string, restart: () => Promise<string | undefined>];

/** Restarts a process and a node at the same time, because the short run has no time for six separate restarts. */
function pairs(restarts: readonly Restart[]): Restart[] {
  const half = restarts.length / 2;
  return restarts.slice(0, half).map(([name, restart], at): Restart => {
    const [other, restartOther] = restarts[half + at] ?? [name, restart];
    return [`${name} and ${other}`, async () => (await Promise.all([restart(), restartOther()])).join("")];
  });
}

const isGreen = async (cluster: Cluster): Promise<boolean> => {
  const health = await cluster.health();
  return health?.status === "green" && health.number_of_nodes === cluster.nodes.length;
};

/**
 * Starts a node and waits until the cluster is green.
 * @returns a description that includes the elapsed time
 */
async function backAgain(cluster: Cluster, node: ClusterNode): Promise<string> {
  const started = performance.now();
  await node.start();
  await until("the cluster status is green", () => isGreen(cluster), GREEN_MS);
  return `cluster status green ${((performance.now() - started) / 1000).toFixed(1)} s after the node started`;
}

/** Runs ingestion jobs one after another. */
export function startJobs(url: string, storefront: AddedClient) {
  const failed: string[] = [];
  let completed = 0;
  const over = new AbortController();
  async function ingestSeason(season: number): Promise<void> {
    const mode = season % 3 === 0 ? "soft_replace" : "insert";
    const id = await sendPayload({ url }, storefront, catalogueFeed(season), mode);
    const { status, product_metrics } = await endedIngestion({ url }, storefront, id, JOB_MS);
    if (status === STATUS.COMPLETED) completed += 1;
    else failed.push(`${id}: ${product_metrics?.failure ?? status}`);
  }

  const working = (async () => {
    for (let season = 1; !over.signal.aborted; season += 1) {
      await ingestSeason(season).catch((error: unknown) => failed.push(String(error)));
      await delay(JOBS_EVERY_MS);
    }
  })();
  return {
    failed,
    completed: () => completed,
    async stop() {
      over.abort();
      await working;
    },
  };
}

const JOBS_EVERY_MS = 2_000;
