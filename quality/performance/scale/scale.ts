import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { createEngine } from "../../../src/engine/engine.js";
import { addClient } from "../../../src/storefront/clients.js";
import { randomPrefix } from "../../../test/support/engine.js";
import { bulkBodies, load } from "../../shared/raw-index.js";
import { exchange } from "../../shared/http.js";
import { median, timed } from "../../shared/measure.js";
import { withServiceProcess } from "../../shared/service.js";
import { printTable, type Bench } from "../bench.js";
import { readCatalogue } from "../catalogue.js";
import { plain, sendUpload } from "../ingest.js";
import { settledMemory } from "../memory.js";
import { engineProcess, processorTime } from "../processor.js";
import { flatSettings } from "../raw-engine.js";
import { learnTastes, untilLearned } from "../read/learn-tastes.js";
import { mark } from "../read/table.js";
import { ScaledCatalogue } from "./catalogue.js";
import { type Read, readsOf } from "./reads.js";

const FEWEST = 20_000;
const HEAP = "4g";
const POLL_MS = 250;
/**
 * Warm-up time in seconds, during which all requests are sent in turn and the JVM compiles the frequently executed
 * code.
 */
const WARMUP_S = 45;
const ROUNDS = 9;
/** Number of documents per bulk request to the raw engine. */
const FLAT_AT_ONCE = 20_000;
const CATEGORY_SHARE = 0.01;
/**
 * Maximum duration of a cold (not cached) listing of all products, as a multiple of the duration of a direct OpenSearch
 * request.
 */
const WANTED_COLD = 2;
const CONFIGURATION = new URL("../../../demo/storefront.json", import.meta.url);

/** Compares the response times of the same requests with 20,000 products and with a given larger number of products. */
export async function benchScale(catalogPath: string, products: number, say: (what: string) => void): Promise<void> {
  const { variants } = await readCatalogue(catalogPath);
  const sizes = [...new Set([Math.min(FEWEST, products), products])];
  const measured: Measured[] = [];
  for (const size of sizes) {
    const catalogue = new ScaledCatalogue(variants, size);
    measured.push(await measureSize(catalogPath, catalogue, variants, (what) => say(`${size} products: ${what}`)));
  }
  printTable(
    `Response times by catalogue size: medians of ${ROUNDS} requests in ms (in brackets: CPU time of OpenSearch with a heap of ${HEAP})`,
    tableOf(sizes, measured),
  );
}

interface Measured {
  readonly reads: readonly (Read & Metric)[];
  readonly raw: Metric;
  /** Number of requests with an incomplete result: status 503, stale data, or a slot without products. */
  readonly failed: Readonly<Record<"refused" | "stale" | "lost", number>>;
  /** Additional measured values to print, in seconds, megabytes or milliseconds. */
  readonly facts: readonly (readonly [what: string, figure: number])[];
}

interface Metric {
  readonly ms: number;
  readonly cpu: number;
}

async function measureSize(
  catalogPath: string,
  catalogue: ScaledCatalogue,
  variants: Parameters<typeof readsOf>[0],
  say: (what: string) => void,
): Promise<Measured> {
  const prefix = randomPrefix();
  return withServiceProcess(
    () => ({ OPENSEARCH_HEAP: HEAP, INDEX_PREFIX: prefix }),
    async ({ service, engineUrl }) => {
      const engine = createEngine({ url: engineUrl, prefix });
      const configuration: unknown = JSON.parse(await readFile(CONFIGURATION, "utf8"));
      const access = await addClient({ engine, now: () => new Date() }, { name: "scale", configuration });
      await engine.close();
      const bench: Bench = { engineUrl, prefix, service, catalogName: "scale", catalogPath, access, table: printTable };
      const pid = await engineProcess(engineUrl);

      say("loading");
      const loading = await seconds(() => send(bench, catalogue, 0));
      const first = await firstSuggestions(bench);
      say("loading the catalogue into an OpenSearch index");
      await load(engineUrl, "flat", await flatSettings(), flatBodies(catalogue));
      say("building taste profiles");
      await learnTastes(bench, catalogue.identifiers(FEWEST));
      await untilLearned(bench);

      const failed = { refused: 0, stale: 0, lost: 0 };
      const reads: (Read & Metric)[] = [];
      const all = await readsOf(variants, catalogue.categoryOf(CATEGORY_SHARE));
      const whole = rawWhole(engineUrl);
      say("warming up");
      await warmUp([...all.map((read) => () => requestOnce(bench, read, failed)), whole]);
      for (const read of all) {
        say(read.name.trim());
        reads.push({ ...read, ...(await metricOf(pid, () => requestOnce(bench, read, failed))) });
      }
      const raw = await metricOf(pid, whole);
      const memory = await settledMemory(service.pid);
      const bytes = await indexBytes(bench);
      say("sending a feed in which one in 100 products has changed");
      const changed = await seconds(() => send(bench, catalogue, 1));
      return {
        reads,
        raw,
        failed,
        facts: [
          ["loading, s", loading],
          ["feed with 1 % changed products, s", changed],
          ["index, MB", bytes / 1e6],
          ["memory of the service process, MB", memory],
          ["first suggestion request of a storefront, ms", first.ms],
          ["  time until suggestions contain phrases, ms", first.wholeMs],
        ],
      };
    },
  );
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => (await timed(work)) / 1000;

const send = (bench: Bench, catalogue: ScaledCatalogue, raise: number): Promise<void> =>
  sendUpload(bench, plain(catalogue.feed(raise)), "soft_replace");

function* flatBodies(catalogue: ScaledCatalogue): Generator<string> {
  let documents: (readonly [string, object])[] = [];
  for (const data of catalogue.variants()) {
    documents.push([data.variant_identifier, data]);
    if (documents.length < FLAT_AT_ONCE) continue;
    yield* bulkBodies(documents);
    documents = [];
  }
  yield* bulkBodies(documents);
}

async function metricOf(enginePid: number, call: () => Promise<unknown>): Promise<Metric> {
  await call();
  const before = await processorTime(enginePid);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(call));
  return { ms: median(times), cpu: ((await processorTime(enginePid)) - before) / ROUNDS };
}

async function warmUp(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  const end = performance.now() + WARMUP_S * 1000;
  while (performance.now() < end) for (const call of calls) await call();
}

interface ResponseBody {
  readonly meta?: { readonly degraded?: readonly string[] };
  readonly slots?: readonly { readonly degraded?: readonly string[]; readonly items: readonly unknown[] }[];
}

async function post({ service, access }: Bench, endpoint: string, body: object): Promise<ResponseBody | undefined> {
  const path = `/v2/recommendations/${endpoint}?service_api_client=${access.client_id}`;
  const response = await fetch(new URL(path, service.demo.base_url), {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-SERVICE-API-KEY": access.public_key },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status === 503) return undefined;
  if (!response.ok) throw new Error(`${endpoint} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as ResponseBody;
}

async function requestOnce(
  bench: Bench,
  { next }: Read,
  failed: Record<keyof Measured["failed"], number>,
): Promise<void> {
  const response = await post(bench, ...next());
  if (response === undefined) failed.refused += 1;
  if (response?.meta?.degraded?.includes("stale")) failed.stale += 1;
  const isLost = (response?.slots ?? []).some(({ degraded = [] }) =>
    degraded.some((one) => one === "slow" || one === "failed"),
  );
  if (isLost) failed.lost += 1;
}

/**
 * Returns a function that requests all products with five facets directly from OpenSearch, with a different request on
 * each call to prevent caching.
 */
function rawWhole(engineUrl: string): () => Promise<unknown> {
  const url = new URL("/flat/_search", engineUrl);
  const baseline = readFile(new URL("../baseline/listing.json", import.meta.url), "utf8");
  let requested = 0;
  return async () => {
    const query = { range: { price: { gte: (requested += 1) / 10_000 } } };
    const body = JSON.stringify({ ...(JSON.parse(await baseline) as object), query });
    return exchange(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  };
}

/**
 * Measures the milliseconds from a storefront's first suggest request to its first response, and to the first response
 * that includes suggested phrases.
 */
async function firstSuggestions(bench: Bench): Promise<{ readonly ms: number; readonly wholeMs: number }> {
  const started = performance.now();
  let ms = 0;
  for (;;) {
    const response = await post(bench, "suggest", { user: { device_id: "first" }, query: "d" });
    if (ms === 0) ms = performance.now() - started;
    if (response !== undefined && response.meta?.degraded?.includes("phrases") !== true)
      return { ms, wholeMs: performance.now() - started };
    await delay(POLL_MS);
  }
}

async function indexBytes({ engineUrl, prefix, access }: Bench): Promise<number> {
  const url = new URL(`/${prefix}catalog-${access.client_id}/_stats/store`, engineUrl);
  const response = JSON.parse((await exchange(url, { method: "GET" })).toString()) as {
    readonly _all: { readonly primaries: { readonly store: { readonly size_in_bytes: number } } };
  };
  return response._all.primaries.store.size_in_bytes;
}

function tableOf(sizes: readonly number[], measured: readonly Measured[]): string[][] {
  const [few, many] = [measured[0] as Measured, measured.at(-1) as Measured];
  const metric = ({ ms, cpu }: Metric) => `${ms.toFixed(ms < 10 ? 1 : 0)} (${cpu.toFixed(cpu < 10 ? 1 : 0)})`;
  const ratio = (from: number, to: number) => `${(to / from).toFixed(1)} ×`;
  const readRows = few.reads.map(({ name, ms, growth }, at) => {
    const times = (many.reads[at] as Metric).ms / ms;
    const target = growth === undefined ? "" : ` ${mark(times <= growth)}(target: at most ${growth})`;
    return [name, ...measured.map(({ reads }) => metric(reads[at] as Metric)), `${times.toFixed(1)} ×${target}`];
  });
  const whole = (one: Measured) => (one.reads.find(({ name }) => name.startsWith("whole")) as Metric).ms / one.raw.ms;
  const besideRaw = measured.map((one) => `${mark(whole(one) <= WANTED_COLD)}${whole(one).toFixed(1)} ×`);
  const failures = (["refused", "stale", "lost"] as const).map((what) => [
    { refused: "rejected requests (503)", stale: "stale responses", lost: "pages with a slow or failed slot" }[what],
    ...measured.map(({ failed }) => `${mark(failed[what] === 0)}${failed[what]}`),
    "(target: 0)",
  ]);
  const facts = few.facts.map(([what, from], at) => {
    const metrics = measured.map((one) => (one.facts[at] as (typeof one.facts)[number])[1]);
    return [what, ...metrics.map((one) => one.toFixed(one < 10 ? 1 : 0)), ratio(from, metrics.at(-1) as number)];
  });
  return [
    ["", ...sizes.map((size) => size.toLocaleString("en")), "growth"],
    ...readRows,
    [
      "OpenSearch alone, flat index: whole catalogue",
      ...measured.map(({ raw }) => metric(raw)),
      ratio(few.raw.ms, many.raw.ms),
    ],
    [
      "  uncached listing of the service (unknown shopper) ÷ OpenSearch alone",
      ...besideRaw,
      `(target: at most ${WANTED_COLD})`,
    ],
    ...failures,
    ...facts,
  ];
}
