import { availableParallelism } from "node:os";
import { printTable, type Bench } from "../bench.js";
import { keptConnections } from "../connections.js";
import { inParallel } from "../../shared/measure.js";
import { settledMemory } from "../memory.js";
import { engineProcess } from "../processor.js";
import { readMetrics } from "../../shared/service.js";
import { benchChanges, type HotRow } from "./changes.js";
import { benchFeatures } from "./features.js";
import { untilLearned } from "./learn-tastes.js";
import { benchPages } from "./pages.js";
import { prepareShop, type Shop } from "./prepare.js";
import { CALLERS, measureRounds, type Contender, type Group, type RoundSettings } from "./rounds.js";
import { MIX, SIZED, type Row } from "./rows.js";
import { startSearchkit } from "./searchkit.js";
import { stagesOf } from "./stages.js";
import { metricsTable, mark, type NoteRow } from "./table.js";
import { learnTastes } from "./learn-tastes.js";
import { createTraffic, SHOPPERS, type Requested, type Side, type Traffic } from "./traffic.js";
import { benchWholeCatalogue } from "./whole-catalogue.js";

export interface ReadSettings extends RoundSettings {
  /** Warm-up time in seconds. */
  readonly warmup: number;
  /** Duration of the measurement of each type of page request, in seconds. */
  readonly atRate: number;
}

/**
 * Compares the service's responses to shoppers with OpenSearch alone and with Searchkit. Prints targets next to the
 * metrics and marks missed targets with `!`.
 */
export async function benchRead(bench: Bench, settings: ReadSettings): Promise<void> {
  const say = progressOf(bench);
  say("loading the catalogue");
  const shop = await prepareShop(bench, settings.rounds * (settings.settle + settings.alone + settings.together));
  say(`recording product views of ${SHOPPERS} shoppers`);
  await learnTastes(bench, shop.products);
  await untilLearned(bench);
  const engine = await engineProcess(bench.engineUrl);
  const searchkit = await startSearchkit(bench.engineUrl);
  const service = keptConnections(bench.service.demo.base_url);
  const servers: Readonly<Record<Side, Omit<Contender, "next">>> = {
    engine: { connections: keptConnections(bench.engineUrl), pid: engine },
    searchkit: { connections: keptConnections(searchkit.url), pid: searchkit.pid },
    service: { connections: service, pid: bench.service.pid },
  };
  try {
    const group = groupsOf(bench, shop, servers);
    const mix = group(`Hot (repeated) requests mixed with one-off requests`, MIX, (traffic) => traffic.mix);
    const sized = [...shop.sized].map(([size, questions]) =>
      group(`Cold (not cached) listings of about ${size} products`, SIZED, (traffic) => {
        const requested = SIZED.map((row) => traffic.among(row, questions));
        let nth = 0;
        return () => (requested[nth++ % requested.length] as () => Requested)();
      }),
    );
    const traffic = createTraffic(bench, "service", shop);
    const hot = MIX.filter(({ heat }) => heat === "hot").map((row): HotRow => {
      const next = traffic.of(row);
      return { row, call: () => service.send(next().request) };
    });
    say(`warming up for ${settings.warmup} s`);
    await warmUp([...hot.map(({ call }) => call), mixOf(mix, "engine"), mixOf(mix, "searchkit")], settings.warmup);
    const metrics = await measureRounds([mix, ...sized], engine, settings, (round) => {
      say(`round ${round} of ${settings.rounds}`);
    });
    say("profiling");
    const stages = await stagesWhile(bench, mixOf(mix, "service"), settings.together);
    say("requesting pages at a fixed rate");
    const pages = await benchPages(bench, service, shop, settings.atRate);
    say("requesting pages during product changes");
    const changes = await benchChanges(bench, hot, shop.variants, settings);
    say("requesting listings of the whole catalogue");
    const whole = await benchWholeCatalogue(bench, service, shop.variants);
    say("loading the ranking data of the catalogue's products");
    const features = await benchFeatures(bench, engine);
    const degraded = await withoutTaste(bench);
    const refused: NoteRow = [
      "total number of requests rejected because of overload (status 503)",
      `${service.refused()}`,
      "",
    ];
    const notes = [...changes, ...pages, ...whole, ...features, await memoryRow(bench), refused, degraded];
    process.stdout.write(`\n${titleOf(bench, shop, settings)}\n\n${metrics.map(metricsTable).join("\n\n")}\n`);
    printTable("CPU time of mixed requests by processing stage", stages);
    if (sized.length === 0) process.stdout.write("\nNo listings by size: products of this catalogue have no prices.\n");
    printTable(`Also: ${bench.catalogName}`, notes);
  } finally {
    for (const { connections } of Object.values(servers)) connections.close();
    await searchkit.close();
  }
}

/**
 * Returns a function that creates groups of report rows. In each group, all compared systems receive the same requests
 * in the same order.
 */
function groupsOf(bench: Bench, shop: Shop, servers: Readonly<Record<Side, Omit<Contender, "next">>>) {
  return (title: string, rows: readonly Row[], nextOf: (traffic: Traffic) => () => Requested): Group => {
    const side = (name: Side): Contender => ({ ...servers[name], next: nextOf(createTraffic(bench, name, shop)) });
    return { title, rows, sides: { engine: side("engine"), searchkit: side("searchkit"), service: side("service") } };
  };
}

const mixOf =
  ({ sides }: Group, side: Side) =>
  (): Promise<unknown> =>
    sides[side].connections.send(sides[side].next().request);

/** Warms up by calling all functions in turn until the given time has elapsed. */
async function warmUp(calls: readonly (() => Promise<unknown>)[], seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    for (const call of calls) await inParallel(call, CALLERS, Math.min(1, seconds / calls.length));
  }
}

/**
 * Minimum duration of a CPU profile in seconds. A shorter profile has too few samples to measure stages with a share of
 * one percent.
 */
const PROFILED_S = 5;

async function stagesWhile({ service }: Bench, call: () => Promise<unknown>, seconds: number): Promise<NoteRow[]> {
  const profiled = Math.max(PROFILED_S, seconds);
  const control = new AbortController();
  const calling = Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (!control.signal.aborted) await call();
    }),
  );
  try {
    const stages = await stagesOf(service, profiled);
    return stages.map(([stage, share]): NoteRow => [stage, `${(100 * share).toFixed(1)} %`, ""]);
  } finally {
    control.abort();
    await calling;
  }
}

/**
 * Returns the number of responses that were degraded because the taste profile was not loaded in time. A single such
 * response fails the run, because it must not occur on an otherwise idle machine.
 */
async function withoutTaste({ service }: Bench): Promise<NoteRow> {
  const metrics = await readMetrics(service.demo.operations_url);
  const responses = metrics('vitrine_degraded_responses_total\\{reason="taste"\\}') || 0;
  if (responses > 0) process.exitCode = 1;
  return [
    "unpersonalized responses, because the taste profile was not loaded in time",
    `${responses}`,
    `${mark(responses === 0)}(wanted: 0)`,
  ];
}

const MAX_MEMORY_MB = 450;

async function memoryRow({ service }: Bench): Promise<NoteRow> {
  const megabytes = await settledMemory(service.pid);
  const wanted = `${mark(megabytes <= MAX_MEMORY_MB)}(target: at most ${MAX_MEMORY_MB})`;
  return ["resident memory of the service after all requests", `${megabytes} MB`, wanted];
}

const titleOf = (bench: Bench, { products }: Shop, { rounds, alone, together, warmup }: ReadSettings): string =>
  `Reading ${bench.catalogName}, ${products.length} products; service, OpenSearch and client share ${availableParallelism()} processors; ` +
  `medians of ${rounds} rounds (${alone} s with one caller, ${together} s with several callers) after a warm-up of ${warmup} s`;

function progressOf({ catalogName }: Bench): (what: string) => void {
  const started = performance.now();
  return (what) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stderr.write(`${seconds.padStart(5)} s  ${catalogName}: ${what} …\n`);
  };
}
