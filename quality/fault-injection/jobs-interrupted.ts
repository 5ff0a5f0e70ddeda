import { setTimeout as delay } from "node:timers/promises";
import type { IngestionMode, IngestionRecord } from "../../src/catalog/ingestion/ingestion-record.js";
import { STATUS } from "../../src/catalog/ingestion/ingestion-record.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { deleteLine, feed, insertLine } from "../../test/support/catalog.js";
import { atLeast, exactly, none, type Check } from "./scenario.js";
import type { TestBed, ServiceAddress } from "./test-bed.js";
import {
  catalogueOf,
  differences,
  endedIngestion,
  ingest,
  isOver,
  newClient,
  readIngestion,
  sendPayload,
} from "../shared/storefront.js";

/** Number of products per payload. Large enough that a job takes several seconds. */
const PRODUCTS = { full: 8_000, short: 2_000 } as const;
/** Duration of a lease in seconds. Short, so that another process soon takes over the jobs of a killed process. */
const LEASE_SECONDS = 2;
const ENDED_MS = 120_000;

interface Payload {
  readonly mode: IngestionMode;
  readonly text: string;
}

/** How a scenario interrupts jobs. */
export interface Interruption {
  /** Maximum number of interruptions per job. */
  readonly timesAJob: number;
  /**
   * Maximum delay of an interruption, as a share of the job's duration without interruptions. The delay begins at the
   * start of the job or at the previous interruption.
   */
  readonly within: number;
  readonly jobs: { readonly full: number; readonly short: number };
  /**
   * Interrupts the service or the engine, and starts the interrupted process again.
   * @param nth number of the interruption in the scenario, from 1
   */
  interrupt(ground: TestBed, service: ServiceAddress, nth: number): Promise<void>;
  /** Name of the interruptions in the checks, such as "kills". */
  readonly what: string;
}

/**
 * Sends the same payloads to two clients and interrupts the jobs of one client at random points. Afterwards, the
 * catalogues of the two clients must be equal.
 */
export async function interruptJobs(ground: TestBed, how: Interruption): Promise<Check[]> {
  const form = ground.isShort ? "short" : "full";
  const service = await ground.service({
    INGESTION_LEASE_SECONDS: String(LEASE_SECONDS),
    GENERATION_RETENTION_HOURS: "0",
  });
  await service.start();
  const [calm, disturbed] = [await newClient(ground.engine, "calm"), await newClient(ground.engine, "disturbed")];
  const [first, ...payloads] = payloadsOf(ground, PRODUCTS[form], how.jobs[form]);
  for (const client of [calm, disturbed]) await ingest(service, client, first.text, first.mode);

  const records: IngestionRecord[] = [];
  const wrong: string[] = [];
  let interruptions = 0;
  const interrupt = () => how.interrupt(ground, service, (interruptions += 1));
  let next = 0;
  const done = await ground.rounds("jobs", payloads.length, async () => {
    const payload = payloads[next++] ?? first;
    const started = performance.now();
    await ingest(service, calm, payload.text, payload.mode);
    const ms = performance.now() - started;
    const record = await interrupted({ ground, service, client: disturbed, payload, ms, how, interrupt });
    records.push(record);
    const [wanted, found] = [await catalogueOf(ground.engine, calm), await catalogueOf(ground.engine, disturbed)];
    wrong.push(...differences(wanted, found).map((difference) => `${payload.mode} ${record.id}: ${difference}`));
  });
  const failed = records.filter(({ status }) => status !== STATUS.COMPLETED);
  return [
    exactly("jobs completed", done - failed.length, done),
    none(
      "failed ingestion jobs",
      failed.map(({ id, product_metrics }) => `${id}: ${product_metrics?.failure ?? "no reason"}`),
    ),
    atLeast(`${how.what} of running jobs`, interruptions, 1),
    none("differences from the products of an uninterrupted ingestion", wrong),
  ];
}

interface Disturbed {
  readonly ground: TestBed;
  readonly service: ServiceAddress;
  readonly client: AddedClient;
  readonly payload: Payload;
  /** Duration of the same job without interruptions, in milliseconds. */
  readonly ms: number;
  readonly how: Interruption;
  readonly interrupt: () => Promise<void>;
}

async function interrupted({
  ground,
  service,
  client,
  payload,
  ms,
  how,
  interrupt,
}: Disturbed): Promise<IngestionRecord> {
  const id = await sendPayload(service, client, payload.text, payload.mode);
  for (let time = 0; time < how.timesAJob; time += 1) {
    await delay(ground.random.next() * how.within * ms);
    if (isOver(await readIngestion(service, client, id))) break;
    await interrupt();
  }
  return endedIngestion(service, client, id, ENDED_MS);
}

/**
 * Generates payloads: first a full catalogue, then inserts and slightly changed full catalogues in turn, with new,
 * changed, removed and returning products.
 */
function payloadsOf({ random }: TestBed, products: number, jobs: number): [Payload, ...Payload[]] {
  const line = (product: number, variant: number) =>
    insertLine(`P${product}`, `V${variant}`, {
      title: `Thing ${product}`,
      price: random.integer(1, 500),
      color: random.pick(["red", "green", "blue"]),
    });
  let latest = new Map<number, readonly string[]>();
  const replace = (): Payload => ({ mode: "soft_replace", text: feed(...[...latest.values()].flat()) });
  const whole = (): Payload => {
    const numbers = Array.from({ length: products }, (_, number) => number).filter(() => random.chance(0.9));
    latest = new Map(numbers.map((number) => [number, [line(number, 1), line(number, 2)]]));
    return replace();
  };
  const little = (): Payload => {
    for (let change = 0; change < products / 50; change += 1) {
      const number = random.integer(0, products);
      if (random.chance(0.3)) latest.delete(number);
      else latest.set(number, [line(number, 1)]);
    }
    return replace();
  };
  const some = (): Payload => {
    const lines = Array.from({ length: products }, () => {
      const product = random.integer(0, products * 1.5);
      return random.chance(0.05) ? deleteLine(`P${product}`) : line(product, random.integer(1, 3));
    });
    return { mode: "insert", text: feed(...lines) };
  };
  const kinds = [little, some, whole];
  return [whole(), ...Array.from({ length: jobs }, (_, job) => (kinds[job % kinds.length] ?? whole)())];
}

/** Kills the service twice in each job. Every tenth kill affects the engine instead. */
export const killDuringJobs = (ground: TestBed): Promise<Check[]> =>
  interruptJobs(ground, {
    timesAJob: 2,
    within: 0.5,
    jobs: { full: 20, short: 2 },
    what: "kills",
    async interrupt({ node, isShort }, service, nth) {
      if (!isShort && nth % KILLS_AN_ENGINE === 0) {
        await node.kill();
        await node.revive();
      } else {
        await service.end("SIGKILL");
        await service.start();
      }
    },
  });

/**
 * Interval of engine kills: every tenth kill affects the engine instead of the service. Engine kills are rare, because
 * an engine restart takes long.
 */
const KILLS_AN_ENGINE = 10;

const STOPS_A_JOB = 10;

/** Stops the service cleanly (SIGTERM), ten times in each job. */
export const stopDuringJobs = (ground: TestBed): Promise<Check[]> =>
  interruptJobs(ground, {
    timesAJob: STOPS_A_JOB,
    within: 0.4,
    jobs: { full: 2, short: 1 },
    what: "clean stops",
    async interrupt(_ground, service) {
      await service.end("SIGTERM");
      await service.start();
    },
  });
